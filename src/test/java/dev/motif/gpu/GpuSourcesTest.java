package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.gpu.sources.KeptKernels;
import dev.motif.gpu.sources.SourceRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the committed PTX and the record of the GPU tests belong to the sources of the GPU code. */
class GpuSourcesTest {
    private static final Path RECORD = Path.of("docs/benchmarks/gpu-verified.txt");
    private static final Path PTX = Path.of("src/main/resources/dev/motif/kernels");

    @Test
    void sourcesAreThoseThatPassedOnAGpu() throws IOException {
        assertThat(SourceRecord.differences(Files.readAllLines(RECORD), SourceRecord.lines(Path.of(""))))
                .as(
                        "files that differ from those of the last GPU run: run the GPU tests (docs/operations/gpu.md) and commit "
                                + "the %s they write",
                        RECORD)
                .isEmpty();
    }

    @Test
    void keptPtxIsMadeFromTheKernels() throws IOException {
        KeptKernels kept = new KeptKernels(Path.of("cuda"), PTX);
        for (Path kernel : kept.kernels()) {
            assertThat(kept.isCurrent(kernel))
                    .as("%s is that of %s: run `make -C cuda ptx`", kept.ptxOf(kernel), kernel)
                    .isTrue();
        }
    }

    /** Only the version of clang-format that the Makefile names is used: others break some lines elsewhere. */
    @Test
    void kernelsAreFormatted() throws Exception {
        assumeTrue(
                Stream.of("clang-format-14", "make").allMatch(tool -> Files.exists(Path.of("/usr/bin", tool))),
                "no clang-format 14");
        Process check = new ProcessBuilder("make", "-s", "-C", "cuda", "check-format")
                .redirectErrorStream(true)
                .start();
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as("run `make -C cuda format`: %s", output).isZero();
    }
}
