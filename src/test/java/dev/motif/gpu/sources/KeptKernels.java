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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that are made from the kernels and kept in the repository: PTX, and the parameters of each kernel. The
 * first line of the PTX has a hash of the code that it was made from: the .cu file and what it includes, without
 * comments. {@code make -C cuda ptx} runs {@link #main}.
 */
public final class KeptKernels {
    private static final String FIRST_LINE = "// sources ";

    /** The oldest version of PTX that has all that the kernels use: that of CUDA 11.0, so of driver 450. */
    private static final String VERSION = ".version 7.0";

    private static final Pattern COMPILERS_VERSION = Pattern.compile("^\\.version [\\d.]+$", Pattern.MULTILINE);

    /** A hint of newer compilers, without which nothing is lost. */
    private static final Pattern NEWER_HINT =
            Pattern.compile("^\\s*\\.pragma \"used_bytes_mask[^\\n]*;\\n", Pattern.MULTILINE);

    private final Path cuda;
    private final Path kept;

    /**
     * @param cuda the folder of the kernels
     * @param kept the folder of the files that are made from them
     */
    public KeptKernels(Path cuda, Path kept) {
        this.cuda = cuda;
        this.kept = kept;
    }

    /** The paths of all .cu files. */
    public List<Path> kernels() throws IOException {
        try (Stream<Path> files = Files.walk(cuda)) {
            return files.filter(file -> file.toString().endsWith(".cu"))
                    .sorted()
                    .toList();
        }
    }

    public Path ptxOf(Path kernel) {
        return kept(kernel, ".ptx");
    }

    private Path parametersOf(Path kernel) {
        return kept(kernel, ".parameters");
    }

    private Path kept(Path kernel, String ending) {
        return kept.resolve(kernel.getFileName().toString().replace(".cu", ending));
    }

    /** Whether the kept files of a .cu file are made from the present sources. */
    public boolean isCurrent(Path kernel) throws IOException {
        SortedMap<String, SourceCode> codes = codes(kernel);
        return isPtxOf(kernel, codes)
                && Files.exists(parametersOf(kernel))
                && Files.readString(parametersOf(kernel)).equals(parameters(codes));
    }

    private boolean isPtxOf(Path kernel, SortedMap<String, SourceCode> codes) throws IOException {
        if (!Files.exists(ptxOf(kernel))) {
            return false;
        }
        try (Stream<String> lines = Files.lines(ptxOf(kernel))) {
            return lines.findFirst().orElse("").equals(FIRST_LINE + hash(codes));
        }
    }

    private static String parameters(SortedMap<String, SourceCode> codes) {
        return KernelParameters.of(List.copyOf(codes.values()));
    }

    private static String hash(SortedMap<String, SourceCode> codes) {
        MessageDigest all = SourceCode.sha256();
        codes.forEach((name, code) -> all.update((name + " " + code.hash() + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(all.digest());
    }

    /** The code of a .cu file and of all files that it includes, by their names. */
    private SortedMap<String, SourceCode> codes(Path kernel) throws IOException {
        SortedMap<String, SourceCode> codes = new TreeMap<>();
        addCodes(kernel, codes);
        return codes;
    }

    private void addCodes(Path file, SortedMap<String, SourceCode> codes) throws IOException {
        String name = file.getFileName().toString();
        if (!codes.containsKey(name)) {
            SourceCode code = SourceCode.read(file);
            codes.put(name, code);
            for (String include : code.includes()) {
                addCodes(cuda.resolve(include), codes);
            }
        }
    }

    private void renew(Path kernel, String assembler, List<String> compiler) throws IOException, InterruptedException {
        SortedMap<String, SourceCode> codes = codes(kernel);
        Files.writeString(parametersOf(kernel), parameters(codes));
        if (isPtxOf(kernel, codes)) {
            return;
        }
        System.out.println("compiling " + kernel);
        Path ptx = ptxOf(kernel);
        List<String> command = new ArrayList<>(compiler);
        command.addAll(List.of("-o", ptx.toString(), kernel.toString()));
        try {
            run(command);
            Files.writeString(ptx, forOlderDrivers(Files.readString(ptx)));
            run(List.of(assembler, "-arch=sm_75", "-o", "/dev/null", ptx.toString()));
            Files.writeString(ptx, FIRST_LINE + hash(codes) + "\n" + Files.readString(ptx));
        } catch (IllegalStateException e) {
            Files.deleteIfExists(ptx);
            throw e;
        }
    }

    /** Declares the oldest version that serves, since a driver refuses PTX of a newer version than its own. */
    static String forOlderDrivers(String ptx) {
        String plain = NEWER_HINT.matcher(ptx).replaceAll("");
        return COMPILERS_VERSION.matcher(plain).replaceFirst(VERSION);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IllegalStateException("failed: " + String.join(" ", command));
        }
    }

    /**
     * Makes the files again whose sources have changed.
     *
     * @param arguments the folder of the kernels, the folder of what is kept, the assembler that checks PTX, the compiler
     *     and its options
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        KeptKernels kernels = new KeptKernels(Path.of(arguments[0]), Path.of(arguments[1]));
        for (Path kernel : kernels.kernels()) {
            kernels.renew(kernel, arguments[2], List.of(arguments).subList(3, arguments.length));
        }
    }
}
