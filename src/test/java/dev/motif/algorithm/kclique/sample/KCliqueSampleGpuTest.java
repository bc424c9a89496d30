package dev.motif.algorithm.kclique.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.kclique.KCliqueAlgorithm;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.backend.sample.Coverage;
import dev.motif.backend.sample.SampleConfig;
import dev.motif.backend.sample.SampledCount;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@LeavesNothing
@Tag("gpu")
class KCliqueSampleGpuTest {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.1, 0, 1);
    private static final long SLICE_NANOS = 20_000;

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final KCliqueSampleAlgorithm algorithm = new KCliqueSampleAlgorithm();
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    private List<SampledCount> sample(UnipartiteGraph graph, int minK, int maxK, SampleConfig config) {
        return gpu.run(algorithm, graph, new KCliqueSampleConfig(minK, maxK, config), memory)
                .counts();
    }

    private double count(UnipartiteGraph graph, int k) {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (KCliqueResult result =
                new KCliqueAlgorithm().cpu(graph, KCliqueConfig.of(k, KCliqueConfig.Result.TOTAL), execution)) {
            return result.count(k).doubleValue();
        }
    }

    @Test
    void largeCliquesOfDenseGraphsAreNear() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(120, 0.6, 1).toUnipartiteGraph(memory, Workers.of(2))) {
            List<SampledCount> counts = sample(graph, 3, 10, new SampleConfig(0.99, 0.05, 0, 4));
            for (int k = 3; k <= 10; k++) {
                double count = count(graph, k);
                assertThat(counts.get(k - 3).estimate()).isCloseTo(count, within(0.1 * count));
            }
        }
    }

    @Test
    void intervalsHoldTheCount() {
        List<EdgeList> graphs = List.of(
                RandomGraphs.uniform(80, 0.5, 1),
                RandomGraphs.uniform(70, 0.7, 2),
                RandomGraphs.uniform(150, 0.3, 3),
                KCliqueSampleAlgorithmTest.corner());
        for (int i = 0; i < graphs.size(); i++) {
            try (UnipartiteGraph graph = graphs.get(i).toUnipartiteGraph(memory, Workers.of(1))) {
                int k = i == 3 ? 9 : 6;
                Coverage.assertHolds("cliques, graph " + i, count(graph, k), config -> sample(graph, k, k, config)
                        .get(0));
            }
        }
    }

    /** Cliques are found by each order of their vertices, each of which counts for its part. */
    @Test
    void theMeanOfManySeedsIsTheCount() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(70, 0.7, 2).toUnipartiteGraph(memory, Workers.of(1))) {
            for (int k : new int[] {5, 9}) {
                Coverage.assertMeanIs("GPU, " + k + "-cliques", count(graph, k), config -> sample(graph, k, k, config)
                        .get(0));
            }
        }
    }

    @Test
    void estimatesDependOnTheSeedAlone() {
        try (UnipartiteGraph graph = KCliqueSampleAlgorithmTest.corner().toUnipartiteGraph(memory, Workers.of(1))) {
            List<SampledCount> counts = sample(graph, 5, 8, CONFIG);
            assertThat(TestDevices.withSlices(device, SLICE_NANOS, () -> sample(graph, 5, 8, CONFIG)))
                    .isEqualTo(counts);
            assertThat(sample(graph, 5, 8, CONFIG.withSeed(2))).isNotEqualTo(counts);
        }
    }

    @Test
    void cancellationAndTimeoutEndSampling() {
        try (UnipartiteGraph graph = RandomGraphs.uniform(200, 0.8, 1).toUnipartiteGraph(memory, Workers.of(2))) {
            KCliqueSampleConfig never = new KCliqueSampleConfig(20, 20, new SampleConfig(0.95, 0.0001, 0, 1));
            Workers cancelled = new Workers(2, () -> true, Progress.NONE);
            assertThatThrownBy(() ->
                            algorithm.gpu(never).run(graph, new Execution(memory, cancelled, new StageTimes()), device))
                    .isInstanceOf(CancellationException.class);
            long begun = System.nanoTime();
            try {
                sample(graph, 20, 20, new SampleConfig(0.95, 0.0001, 500, 1));
            } catch (IllegalStateException e) {
                // On a busy GPU time may be over before the first estimates.
                assertThat(e).hasMessageContaining("`timeoutMillis`");
            }
            assertThat(System.nanoTime() - begun).isLessThan(60_000_000_000L);
        }
    }
}
