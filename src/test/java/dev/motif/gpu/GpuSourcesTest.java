package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the format of the kernels, and what the build says about changes since the GPU tests. */
class GpuSourcesTest {
    private static final Path RECORD = Path.of("docs/benchmarks/gpu-verified.txt");

    /** Only the version of clang-format that the Makefile names is used: others break some lines elsewhere. */
    @Test
    void kernelsAreFormatted() throws Exception {
        assumeHas("clang-format-14", "make");
        assertThat(make("check-format")).as("run `make -C cuda format`").isEmpty();
    }

    @Test
    void changesSinceTheGpuTestsAreCounted(@TempDir Path folder) throws Exception {
        assumeHas("git", "make");
        assumeTrue(Files.exists(Path.of(".git")), "no clone");
        assertThat(Files.readAllLines(RECORD))
                .anyMatch(line -> line.matches("commit [0-9a-f]{40}"))
                .anyMatch(line -> line.matches("date 20\\d\\d-\\d\\d-\\d\\d"));
        Path record = folder.resolve("record");
        // To git, the tree without files is always there.
        Files.writeString(record, "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904\ndate 2026-11-01\n");
        String said = make("changes", "RECORD=" + record);
        assertThat(said).startsWith("GPU sources changed since the GPU tests of 2026-11-01: ");
        assertThat(Integer.parseInt(said.replaceFirst(".*: ", "").strip())).isBetween(100, 1000);
        Files.writeString(record, "commit " + "0".repeat(40) + "\ndate 2026-11-01\n");
        assertThat(make("changes", "RECORD=" + record)).isEmpty();
    }

    private static void assumeHas(String... tools) {
        assumeTrue(
                Stream.of(tools).allMatch(tool -> Files.exists(Path.of("/usr/bin", tool))),
                "no " + String.join(" or ", tools));
    }

    private static String make(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("make", "-s", "-C", "cuda"));
        command.addAll(List.of(arguments));
        Process make = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(make.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(make.waitFor()).as(output).isZero();
        return output;
    }
}
