package dev.motif.algorithm.count.graphlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.backend.Backend;
import dev.motif.bench.generate.Generators;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the tests of {@link GraphletAlgorithmTest} on a GPU. */
@Tag("gpu")
class GraphletAlgorithmGpuTest extends GraphletAlgorithmTest {
    /** Copies of graphs must not stay on it. */
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    /** Of graphs with rows of all lengths, hubs far beyond those that kernels keep in shared memory among them. */
    @ParameterizedTest
    @ValueSource(strings = {"kronecker,scale=13,edgefactor=16,seed=1", "gnm,n=20000,edges=300000,seed=1"})
    void orbitsOfLargeGraphsAreThoseOfTheCpu(String recipe) {
        NativeMemory memory = new NativeMemory(1L << 32);
        BackendCase cpu = new BackendCase(Backend.CPU, 3);
        BackendCase gpu = new BackendCase(Backend.GPU, 3);
        GraphletConfig each = new GraphletConfig(true);
        try (UnipartiteGraph graph = (UnipartiteGraph)
                        Generators.parse(recipe).build(memory, cpu.workers()).graph();
                GraphletResult expected = cpu.run(new GraphletAlgorithm(), graph, each, memory);
                GraphletResult found = gpu.run(new GraphletAlgorithm(), graph, each, memory)) {
            for (long v = 0; v < graph.vertexCount(); v++) {
                assertThat(found.orbits(v)).as("vertex %d", v).isEqualTo(expected.orbits(v));
            }
            assertThat(Arrays.stream(Graphlet.values()).map(found::count))
                    .isEqualTo(Arrays.stream(Graphlet.values())
                            .map(expected::count)
                            .toList());
        }
        assertThat(memory.liveBytes()).isZero();
        assertThat(device.liveBytes()).isZero();
    }
}
