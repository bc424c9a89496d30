package dev.motif.algorithm.group.densest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.backend.Backend;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graphs.DataSets;
import dev.motif.graphs.DataSets.DataSet;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tests of {@link DensestAlgorithmTest} on a GPU, and compares real graphs with the CPU. */
@Tag("gpu")
class DensestAlgorithmGpuTest extends DensestAlgorithmTest {
    private static final BackendCase CPU =
            new BackendCase(Backend.CPU, Runtime.getRuntime().availableProcessors());
    private static final BackendCase GPU = new BackendCase(Backend.GPU, 2);

    private static final int MOST_EDGES = 10_000;

    @Override
    Stream<BackendCase> backends() {
        return BackendCase.gpu();
    }

    static Stream<DataSet> dataSets() {
        return DataSets.bipartite();
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void subgraphIsThatOfTheCpuAndItsCopiesAreFreed(DataSet set) {
        EdgeList list = set.read();
        if (list.edges().size() <= MOST_EDGES) {
            assertThat(find(list, 2, 2, GPU)).isEqualTo(find(list, 2, 2, CPU));
            assertThat(find(list, 2, 3, GPU)).isEqualTo(find(list, 2, 3, CPU));
        }
        GpuDevice device = Gpus.ofThisHost().devices().get(0);
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }

    @Test
    void timeLimitEndsTheSearch() {
        BicliqueConfig config = BicliqueConfig.of(4, 4, Result.VERTEX).withTimeoutMillis(1);
        try (BipartiteGraph graph =
                RandomGraphs.bipartite(1, 3000, 3000, 400_000, 1.5).toGraph(memory, GPU.workers())) {
            assertThatThrownBy(() -> GPU.run(new BicliqueDensestAlgorithm(), graph, config, memory)
                            .close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("the search was stopped by `timeoutMillis: 1`");
        }
    }
}
