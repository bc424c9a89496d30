package dev.motif.algorithm.sample.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.sample.estimate.Coverage;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@LeavesNothing
@Tag("gpu")
class BicliqueSampleGpuTest {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.1, 0, 1);
    private static final long SLICE_NANOS = 20_000;

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final BicliqueSampleAlgorithm algorithm = new BicliqueSampleAlgorithm();
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    private List<SampledCount> sample(BipartiteGraph graph, BicliqueSampleConfig config) {
        return gpu.run(algorithm, graph, config, memory).counts();
    }

    private double count(BipartiteGraph graph, int p, int q) {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (BicliqueResult result = new BicliqueAlgorithm().cpu(graph, BicliqueConfig.total(p, q), execution)) {
            return result.total().doubleValue();
        }
    }

    @Test
    void tablesAreNearTheCounts() {
        for (int seed = 0; seed < 10; seed++) {
            try (BipartiteGraph graph = RandomGraphs.bipartite(seed).toGraph(memory, Workers.of(1))) {
                Side side = seed % 3 == 0 ? null : Side.values()[seed % 2];
                List<SampledCount> counts =
                        sample(graph, new BicliqueSampleConfig(4, 4, true, side, CONFIG.withSeed(seed)));
                assertThat(counts).hasSize(16);
                for (int i = 0; i < 16; i++) {
                    double count = count(graph, i / 4 + 1, i % 4 + 1);
                    // Five times the error that 95 % stay below.
                    assertThat(counts.get(i).estimate())
                            .as("seed %d, size %d", seed, i)
                            .isCloseTo(count, within(0.5 * count));
                }
            }
        }
    }

    @Test
    void intervalsHoldTheCount() {
        List<EdgeList> graphs = List.of(
                RandomGraphs.bipartite(1, 60, 50, 900, 1),
                RandomGraphs.bipartite(2, 200, 100, 3000, 2),
                RandomGraphs.bipartite(3, 40, 300, 3000, 1.5),
                BicliqueSampleAlgorithmTest.corner());
        for (int i = 0; i < graphs.size(); i++) {
            try (BipartiteGraph graph = graphs.get(i).toGraph(memory, Workers.of(1))) {
                int p = i == 3 ? 6 : 3;
                Coverage.assertHolds("bicliques, graph " + i, count(graph, p, 4), config -> sample(
                                graph, new BicliqueSampleConfig(p, 4, false, null, config))
                        .get(0));
            }
        }
    }

    @Test
    void estimatesDependOnTheSeedAlone() {
        BicliqueSampleConfig config = new BicliqueSampleConfig(6, 5, true, null, CONFIG);
        try (BipartiteGraph graph = BicliqueSampleAlgorithmTest.corner().toGraph(memory, Workers.of(1))) {
            List<SampledCount> counts = sample(graph, config);
            assertThat(TestDevices.withSlices(device, SLICE_NANOS, () -> sample(graph, config)))
                    .isEqualTo(counts);
        }
    }
}
