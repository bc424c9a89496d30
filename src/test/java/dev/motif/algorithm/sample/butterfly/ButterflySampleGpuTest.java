package dev.motif.algorithm.sample.butterfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.sample.estimate.Coverage;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@LeavesNothing
@Tag("gpu")
class ButterflySampleGpuTest {
    private static final SampleConfig CONFIG = new SampleConfig(0.95, 0.05, 0, 1);
    /** Each side of a complete graph of more than 2^31 wedges. */
    private static final int LARGE = 1700;

    private static final long SLICE_NANOS = 20_000;

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    private double count(BipartiteGraph graph) {
        Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
        try (ButterflyResult result = new ButterflyAlgorithm().cpu(graph, ButterflyConfig.TOTAL, execution)) {
            return result.total().doubleValue();
        }
    }

    @Test
    void pairsHoldTheCount() {
        List<EdgeList> graphs = List.of(
                RandomGraphs.bipartite(1, 300, 200, 3000, 1),
                RandomGraphs.bipartite(2, 2000, 1000, 20_000, 3),
                RandomGraphs.bipartite(3, 50, 5000, 20_000, 1.5),
                RandomGraphs.bipartite(4, 5000, 5000, 20_000, 6));
        for (int i = 0; i < graphs.size(); i++) {
            try (BipartiteGraph graph = graphs.get(i).toGraph(memory, Workers.of(1));
                    OffHeapScope scope = new OffHeapScope(memory);
                    PairSamplerGpu samples = new PairSamplerGpu(
                            device, graph, new PairSampler(graph, scope), 16, Workers.of(1), scope)) {
                Coverage.assertHolds(
                        "butterflies, graph " + i,
                        count(graph),
                        config -> SequentialEstimator.inBatches(0, samples, config, Deadline.NEVER, Workers.of(1)));
            }
        }
    }

    @Test
    void estimatesDependOnTheSeedAlone() {
        try (BipartiteGraph graph =
                        RandomGraphs.bipartite(2, 2000, 1000, 20_000, 3).toGraph(memory, Workers.of(1));
                OffHeapScope scope = new OffHeapScope(memory);
                PairSamplerGpu samples =
                        new PairSamplerGpu(device, graph, new PairSampler(graph, scope), 16, Workers.of(1), scope)) {
            SampledCount count = SequentialEstimator.inBatches(0, samples, CONFIG, Deadline.NEVER, Workers.of(1));
            assertThat(TestDevices.withSlices(
                            device,
                            SLICE_NANOS,
                            () -> SequentialEstimator.inBatches(0, samples, CONFIG, Deadline.NEVER, Workers.of(1))))
                    .isEqualTo(count);
        }
    }

    @Test
    void graphsWithManyWedgesAreSampledAndOthersCounted() {
        for (int side : List.of(100, LARGE)) {
            try (BipartiteGraph graph = TestGraphs.complete(side, side).toGraph(memory, Workers.of(2))) {
                SampledCount count = gpu.run(new ButterflySampleAlgorithm(), graph, CONFIG, memory)
                        .counts()
                        .get(0);
                double pairs = 0.5 * side * (side - 1);
                assertThat(count.isExact()).isEqualTo(side < LARGE);
                assertThat(count.estimate()).isCloseTo(pairs * pairs, within(0.15 * pairs * pairs));
            }
        }
    }
}
