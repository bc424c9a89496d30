package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.biclique.densest.DensestAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.butterfly.cohesion.CohesionAlgorithm;
import dev.motif.algorithm.butterfly.cohesion.CohesionConfig;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.algorithm.butterfly.tip.TipAlgorithm;
import dev.motif.algorithm.butterfly.tip.TipConfig;
import dev.motif.algorithm.butterfly.wing.WingAlgorithm;
import dev.motif.algorithm.butterfly.wing.WingConfig;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcAlgorithm;
import dev.motif.research.gbc.GbcConfig;
import dev.motif.timing.Slow;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the memory that is estimated for a run on a given graph with the memory that the run needs. */
@Slow
class EstimateTest {
    private static final double TOLERANCE = 1.5;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Case<C, R extends AutoCloseable>(Algorithm<BipartiteGraph, C, R> algorithm, C config) {
        long peak(BipartiteGraph graph, NativeMemory memory, int workers) throws Exception {
            long before = memory.liveBytes();
            memory.resetPeak();
            new BackendCase(Backend.CPU, workers)
                    .run(algorithm, graph, config, memory)
                    .close();
            return memory.peakBytes() - before;
        }

        MemoryEstimate estimate(BipartiteGraph graph, NativeMemory memory, int workers) {
            return algorithm
                    .cpuEstimate(graph, config, new Execution(memory, Workers.of(workers), new StageTimes()))
                    .offHeap();
        }
    }

    static Stream<Case<?, ?>> cases() {
        return Stream.of(
                new Case<>(new ButterflyAlgorithm(), new ButterflyConfig(false, false)),
                new Case<>(new ButterflyAlgorithm(), new ButterflyConfig(true, true)),
                new Case<>(new ButterflyAlgorithm(), ButterflyConfig.of(GbfcConfig.ALL)),
                new Case<>(new WingAlgorithm(), new WingConfig()),
                new Case<>(new TipAlgorithm(), new TipConfig(Side.LEFT)),
                new Case<>(new TipAlgorithm(), new TipConfig(Side.RIGHT)),
                new Case<>(new CohesionAlgorithm(), CohesionConfig.ALL),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TOTAL)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(4, 2, Result.TABLE)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.VERTEX)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(2, 3, Result.EDGE)),
                new Case<>(new BicliqueAlgorithm(), BicliqueConfig.of(1, 3, Result.EDGE)),
                new Case<>(new GbcAlgorithm(), GbcConfig.total(3, 3)),
                new Case<>(new DensestAlgorithm(), BicliqueConfig.of(2, 2, Result.VERTEX)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void leastAndMostAreCloseToThePeak(Case<?, ?> run) throws Exception {
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 30_000, 20_000, 100_000, 1),
                RandomGraphs.bipartite(2, 20_000, 30_000, 100_000, 2),
                RandomGraphs.bipartite(3, 200, 100, 4000, 1),
                TestGraphs.complete(400, 20));
        for (EdgeList list : lists) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                for (int workers : new int[] {1, 3}) {
                    MemoryEstimate estimate = run.estimate(graph, memory, workers);
                    assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
                    double peak = run.peak(graph, memory, workers);
                    String what = run + " of " + list.left() + " + " + list.right() + ", workers: " + workers;
                    assertThat((double) estimate.maxBytes()).as(what).isBetween(peak / TOLERANCE, TOLERANCE * peak);
                    assertThat((double) estimate.minBytes()).as(what).isBetween(peak / TOLERANCE, TOLERANCE * peak);
                }
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
