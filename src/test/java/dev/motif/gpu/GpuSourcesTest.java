package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is committed beside the sources of the GPU code belongs to them. */
class GpuSourcesTest {
    private static final Path RECORD = Path.of("docs/benchmarks/gpu-verified.txt");
    private static final Path PTX = Path.of("src/main/resources/dev/motif/kernels");

    @Test
    void sourcesAreThoseThatPassedOnAGpu() throws IOException {
        assertThat(Files.readAllLines(RECORD).get(0))
                .as("run the GPU tests (docs/operations.md) and commit the %s they write", RECORD)
                .isEqualTo("sources " + SourceHash.ofGpuSources());
    }

    @Test
    void keptPtxIsMadeFromTheKernels() throws IOException {
        try (Stream<Path> kernels = Files.list(Path.of("cuda"))) {
            for (Path kernel :
                    kernels.filter(file -> file.toString().endsWith(".cu")).toList()) {
                Path ptx = PTX.resolve(kernel.getFileName().toString().replace(".cu", ".ptx"));
                assertThat(ptx).as("run `make -C cuda ptx`").exists();
                assertThat(Files.readAllLines(ptx).get(0))
                        .as("%s is stale: run `make -C cuda ptx`", ptx)
                        .isEqualTo("// sources " + SourceHash.ofKernelsAsTheMakefileDoes());
            }
        }
    }
}
