package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.biclique.BicliqueAlgorithm;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.group.cohesion.CohesionAlgorithm;
import dev.motif.algorithm.group.cohesion.CohesionConfig;
import dev.motif.algorithm.group.densest.BicliqueDensestAlgorithm;
import dev.motif.algorithm.level.tip.TipAlgorithm;
import dev.motif.algorithm.level.tip.TipConfig;
import dev.motif.algorithm.level.wing.WingAlgorithm;
import dev.motif.algorithm.level.wing.WingConfig;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Slow;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the memory that is estimated for a run on a given graph with the memory that the run needs. */
@LeavesNothing
@Slow
class EstimateTest {
    private static final double TOLERANCE = 1.5;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<AlgorithmCase<?, ?, ?>> cases() {
        return Stream.concat(
                casesOfTheProduct(), MoreCases.<AlgorithmCase<?, ?, ?>>of("EstimateTest", AlgorithmCase.class));
    }

    private static Stream<AlgorithmCase<?, ?, ?>> casesOfTheProduct() {
        return Stream.of(
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(false, false)),
                new AlgorithmCase<>(new ButterflyAlgorithm(), new ButterflyConfig(true, true)),
                new AlgorithmCase<>(new WingAlgorithm(), new WingConfig()),
                new AlgorithmCase<>(new TipAlgorithm(), new TipConfig(Side.LEFT)),
                new AlgorithmCase<>(new TipAlgorithm(), new TipConfig(Side.RIGHT)),
                new AlgorithmCase<>(new CohesionAlgorithm(), CohesionConfig.ALL),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.TOTAL)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(4, 2, Result.TABLE)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(3, 3, Result.VERTEX)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(2, 3, Result.EDGE)),
                new AlgorithmCase<>(new BicliqueAlgorithm(), BicliqueConfig.of(1, 3, Result.EDGE)),
                new AlgorithmCase<>(new BicliqueDensestAlgorithm(), BicliqueConfig.of(2, 2, Result.VERTEX)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void leastAndMostAreCloseToThePeak(AlgorithmCase<?, ?, ?> run) {
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 30_000, 20_000, 100_000, 1),
                RandomGraphs.bipartite(2, 20_000, 30_000, 100_000, 2),
                RandomGraphs.bipartite(3, 200, 100, 4000, 1),
                TestGraphs.complete(400, 20));
        for (EdgeList list : lists) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                for (int workers : new int[] {1, 3}) {
                    Execution execution = new Execution(memory, Workers.of(workers), new StageTimes());
                    MemoryEstimate estimate = run.estimate(graph, execution).offHeap();
                    assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
                    memory.resetPeak();
                    run.run(graph, execution, null);
                    double peak = memory.peakBytes() - graph.bytes();
                    String what = run + " of " + list.left() + " + " + list.right() + ", workers: " + workers;
                    assertThat((double) estimate.maxBytes()).as(what).isBetween(peak / TOLERANCE, TOLERANCE * peak);
                    assertThat((double) estimate.minBytes()).as(what).isBetween(peak / TOLERANCE, TOLERANCE * peak);
                }
            }
        }
    }
}
