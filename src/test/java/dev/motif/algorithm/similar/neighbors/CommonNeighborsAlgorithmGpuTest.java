package dev.motif.algorithm.similar.neighbors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases.Result;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the tests of {@link CommonNeighborsAlgorithmTest} on a GPU. */
@Tag("gpu")
class CommonNeighborsAlgorithmGpuTest extends CommonNeighborsAlgorithmTest {
    @Override
    protected Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    @Test
    void graphStaysOnTheDeviceUntilItIsClosed() {
        NativeMemory memory = new NativeMemory(1L << 30);
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        BackendCase backend = backends().findFirst().orElseThrow();
        EdgeList list = skewed(5, 500, 8000, 2);
        List<Integer> expected = Result.byDefinition(list).edges();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
            long bytes = 0;
            for (int run = 0; run < 3; run++) {
                try (CommonNeighborsResult counts = backend.run(
                        new CommonNeighborsAlgorithm(), graph, CommonNeighborsConfig.oriented(false), memory)) {
                    assertThat(CommonNeighborsCases.values(counts.edges())).isEqualTo(expected);
                }
                assertThat(device.copies().bytesOf(graph)).isPositive();
                assertThat(run == 0 || device.copies().bytesOf(graph) == bytes).isTrue();
                bytes = device.copies().bytesOf(graph);
            }
        }
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isZero();
    }
}
