package dev.motif.algorithm.commonneighbors.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.algorithm.commonneighbors.pairs.SimilarityMetric;
import dev.motif.algorithm.commonneighbors.similarity.SimilarityConfig.Choice;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run reserves on a GPU what was estimated; needs no GPU. */
@LeavesNothing
class SimilarityGpuEstimateTest {
    private final SimilarityAlgorithm algorithm = new SimilarityAlgorithm();
    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    static Stream<SimilarityConfig> configs() {
        return Stream.of(config(Side.LEFT, 10), config(Side.RIGHT, 600), config(null, 0));
    }

    private static SimilarityConfig config(Side side, int topK) {
        return new SimilarityConfig(
                side, SimilarityMetric.JACCARD, 0, 1, 1, Integer.MAX_VALUE, 0, new Choice(topK, false), Choice.ALL);
    }

    /** The bytes that a run reserves. It fails when it touches the planned device, which comes after that. */
    private long reserved(Graph graph, SimilarityConfig config, GpuDevice device) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        try (SimilarPairs pairs = algorithm.gpu(config).run(graph, execution, device)) {
            assertThat(catchThrowable(pairs::hasNext)).isNotNull();
        }
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        return TestDevices.peakReservedBytes(device);
    }

    @ParameterizedTest
    @MethodSource("configs")
    void mostIsWhatARunReserves(SimilarityConfig config) {
        try (Graph bipartite = RandomGraphs.bipartite(1, 3000, 200, 9000, 2).toGraph(memory, workers)) {
            check(bipartite, config);
        }
        try (Graph unipartite = RandomGraphs.unipartite(5).toUnipartiteGraph(memory, workers)) {
            check(unipartite, config.side() == null ? config : config(null, 3));
        }
    }

    private void check(Graph graph, SimilarityConfig config) {
        GraphSize size = GraphSize.of(graph);
        GpuDevice device = TestDevices.planned(100L << 30);
        assertThat(algorithm.gpu(config).obstacle(device, size)).isNull();
        long most = algorithm.gpu(config).estimate(device, size).device().maxBytes();
        assertThat(reserved(graph, config, device)).isEqualTo(most);
        assertThat(algorithm.gpu(config).obstacle(TestDevices.planned(most), size))
                .isNull();
        assertThat(algorithm.gpu(config).obstacle(TestDevices.planned(most - 1), size))
                .contains("of device memory are needed");
    }
}
