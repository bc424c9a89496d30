package dev.motif.gpu.sources;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The PTX that is kept in the repository. The first line of each file has a hash of the code that it was made from: the .cu file
 * and what that includes, without comments. {@code make -C cuda ptx} runs {@link #main}.
 */
public final class KeptKernels {
    private static final String FIRST_LINE = "// sources ";

    private final Path cuda;
    private final Path kept;

    /**
     * @param cuda the folder of the kernels
     * @param kept the folder of what is kept
     */
    public KeptKernels(Path cuda, Path kept) {
        this.cuda = cuda;
        this.kept = kept;
    }

    /** All .cu files. */
    public List<Path> kernels() throws IOException {
        try (Stream<Path> files = Files.walk(cuda)) {
            return files.filter(file -> file.toString().endsWith(".cu") && !file.startsWith(cuda.resolve("check")))
                    .sorted()
                    .toList();
        }
    }

    public Path ptxOf(Path kernel) {
        return kept.resolve(kernel.getFileName().toString().replace(".cu", ".ptx"));
    }

    /** Whether the kept PTX is that of the sources as they are. */
    public boolean isCurrent(Path kernel) throws IOException {
        Path ptx = ptxOf(kernel);
        if (!Files.exists(ptx)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(ptx)) {
            return lines.findFirst().orElse("").equals(FIRST_LINE + hash(kernel));
        }
    }

    /** The hash of a .cu file and of all that it includes, by their names. */
    String hash(Path kernel) throws IOException {
        SortedMap<String, String> hashes = new TreeMap<>();
        addHashes(kernel, hashes);
        MessageDigest all = SourceCode.sha256();
        hashes.forEach((name, hash) -> all.update((name + " " + hash + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(all.digest());
    }

    private void addHashes(Path file, SortedMap<String, String> hashes) throws IOException {
        SourceCode code = SourceCode.read(file);
        if (hashes.put(file.getFileName().toString(), code.hash()) == null) {
            for (String include : code.includes()) {
                addHashes(included(file, include), hashes);
            }
        }
    }

    /** An include line names a file from its own folder or from that of all kernels. */
    private Path included(Path file, String include) {
        Path beside = file.resolveSibling(include);
        return Files.exists(beside) ? beside : cuda.resolve(include);
    }

    private void renew(Path kernel, List<String> compiler) throws IOException, InterruptedException {
        Path ptx = ptxOf(kernel);
        List<String> command = new ArrayList<>(compiler);
        command.addAll(List.of("-o", ptx.toString(), kernel.toString()));
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            Files.deleteIfExists(ptx);
            throw new IllegalStateException("not compiled: " + kernel);
        }
        Files.writeString(ptx, FIRST_LINE + hash(kernel) + "\n" + Files.readString(ptx));
    }

    /**
     * Compiles the kernels whose PTX is not that of the sources.
     *
     * @param arguments the folder of the kernels, the folder of what is kept, the compiler and its options
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        KeptKernels kernels = new KeptKernels(Path.of(arguments[0]), Path.of(arguments[1]));
        for (Path kernel : kernels.kernels()) {
            if (!kernels.isCurrent(kernel)) {
                System.out.println("compiling " + kernel);
                kernels.renew(kernel, List.of(arguments).subList(2, arguments.length));
            }
        }
    }
}
