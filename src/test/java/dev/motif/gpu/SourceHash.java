package dev.motif.gpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** SHA-256 of what runs on a GPU: kernels and the Java that launches them. Run in the project's folder. */
final class SourceHash {
    private static final Path CUDA = Path.of("cuda");
    private static final Path JAVA = Path.of("src/main/java/dev/motif");

    private SourceHash() {}

    /** The kernels, the gpu package, and the classes of algorithms whose names end in Gpu. */
    static String ofGpuSources() {
        try (Stream<Path> kernels = kernels();
                Stream<Path> runtime = Files.walk(JAVA.resolve("gpu"));
                Stream<Path> algorithms = Files.walk(JAVA.resolve("algorithm"))) {
            List<Path> files = Stream.of(
                            kernels, runtime.filter(Files::isRegularFile), algorithms.filter(file -> file.toString()
                                    .endsWith("Gpu.java")))
                    .flatMap(each -> each)
                    .sorted()
                    .toList();
            MessageDigest hash = sha256();
            for (Path file : files) {
                hash.update((file + "\n").getBytes());
                hash.update(Files.readAllBytes(file));
            }
            return HexFormat.of().formatHex(hash.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The .cu files and their headers, without the check program. */
    static Stream<Path> kernels() throws IOException {
        return Files.walk(CUDA)
                .filter(file -> file.toString().matches("cuda/([^/]+\\.cu|include/.+)") && Files.isRegularFile(file));
    }

    /** The same as the Makefile's first line of a kept PTX: the hash of sha256sum's lines for all kernels. */
    static String ofKernelsAsTheMakefileDoes() {
        try (Stream<Path> kernels = kernels()) {
            MessageDigest all = sha256();
            List<Path> files = kernels.sorted().toList();
            for (Path file : files) {
                String hash = HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
                all.update((hash + "  " + CUDA.relativize(file) + "\n").getBytes());
            }
            return HexFormat.of().formatHex(all.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
