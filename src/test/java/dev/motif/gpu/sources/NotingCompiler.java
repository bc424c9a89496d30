package dev.motif.gpu.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Stands in place of nvcc, for tests of the build's scripts: it writes down how it was called, and compiles nothing. */
public final class NotingCompiler {
    private static final String PROGRAM = """
            #!/bin/sh
            if [ "$1" = --version ]; then echo noting compiler; exit; fi
            echo "$@" >> "$(dirname "$0")/calls"
            while [ "$1" != -o ]; do shift; done
            echo "compiled $3" > "$2"
            """;

    private final Path folder;

    private NotingCompiler(Path folder) {
        this.folder = folder;
    }

    /** Skips the test where make or g++, which the scripts use, are missing. */
    public static NotingCompiler in(Path folder) throws IOException {
        assumeTrue(
                Stream.of("make", "g++", "bash").allMatch(tool -> Files.exists(Path.of("/usr/bin", tool))),
                "no make, g++ or bash");
        Path tools = Files.createDirectories(folder.resolve("tools"));
        Files.writeString(tools.resolve("nvcc"), PROGRAM).toFile().setExecutable(true);
        return new NotingCompiler(tools);
    }

    /** The kernel files in a folder. */
    public static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".cu")).toList();
        }
    }

    /** Runs a command, which must succeed, with a cache of its own; returns the compiler's calls meanwhile. */
    public List<String> run(Path directory, List<String> command) throws Exception {
        Path calls = Files.writeString(folder.resolve("calls"), "");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("NVCC", folder.resolve("nvcc").toString());
        builder.environment().put("PTXAS", "true");
        builder.environment().put("MOTIF_KERNEL_CACHE", folder.resolve("cache").toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return Files.readAllLines(calls);
    }
}
