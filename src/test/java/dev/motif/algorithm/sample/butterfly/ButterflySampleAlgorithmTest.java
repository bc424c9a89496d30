package dev.motif.algorithm.sample.butterfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.sample.estimate.Coverage;
import dev.motif.algorithm.sample.estimate.SampleConfig;
import dev.motif.algorithm.sample.estimate.SampledCount;
import dev.motif.algorithm.sample.estimate.SequentialEstimator;
import dev.motif.algorithm.sample.estimate.VertexCredits;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@LeavesNothing
class ButterflySampleAlgorithmTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    private Execution execution(int threads) {
        return new Execution(memory, Workers.of(threads), new StageTimes());
    }

    private double count(BipartiteGraph graph) {
        try (ButterflyResult result = new ButterflyAlgorithm().cpu(graph, ButterflyConfig.TOTAL, execution(2))) {
            return result.total().doubleValue();
        }
    }

    @Test
    void graphsWithFewWedgesAreCounted() {
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            try (BipartiteGraph graph = RandomGraphs.bipartite(seed).toGraph(memory, Workers.of(1))) {
                assertThat(new ButterflySampleAlgorithm()
                                .cpu(graph, SampleConfig.DEFAULT, execution(2))
                                .counts())
                        .containsExactly(SampledCount.exact(count(graph)));
            }
        }
    }

    /** A butterfly beside a hub of either side, which have nearly all of the wedges. */
    @Test
    void upperEndHoldsWhereNothingIsFound() {
        int hub = 8300;
        List<EdgeList.Edge> edges = new ArrayList<>();
        for (int v = 1; v <= hub; v++) {
            edges.add(new EdgeList.Edge(0, v));
            edges.add(new EdgeList.Edge(v, 0));
        }
        for (int i = 0; i < 4; i++) {
            edges.add(new EdgeList.Edge(hub + 1 + i / 2, hub + 1 + i % 2));
        }
        EdgeList list = new EdgeList(hub + 3, hub + 3, edges);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            SampledCount count = new ButterflySampleAlgorithm()
                    .cpu(graph, new SampleConfig(0.999, 0.05, 0, 1), execution(2))
                    .counts()
                    .get(0);
            assertThat(count.estimate()).isZero();
            assertThat(count.upper()).isBetween(1.0, 100.0);
        }
    }

    @Test
    void graphsWithManyWedgesAreSampled() {
        EdgeList list = RandomGraphs.bipartite(6, 3000, 3000, 600_000, 2);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            SampleConfig config = new SampleConfig(0.99, 0.05, 0, 1);
            SampledCount count = new ButterflySampleAlgorithm()
                    .cpu(graph, config, execution(2))
                    .counts()
                    .get(0);
            double exact = count(graph);
            assertThat(count.isExact()).isFalse();
            assertThat(count.estimate()).isCloseTo(exact, within(0.1 * exact));
        }
    }

    @Test
    void intervalsHoldTheCount() {
        List<EdgeList> graphs = List.of(
                RandomGraphs.bipartite(1, 300, 200, 3000, 1),
                RandomGraphs.bipartite(2, 2000, 1000, 20_000, 3),
                RandomGraphs.bipartite(3, 50, 5000, 20_000, 1.5),
                // Nearly all butterflies are those of a few hubs.
                RandomGraphs.bipartite(4, 5000, 5000, 20_000, 6));
        for (int i = 0; i < graphs.size(); i++) {
            try (BipartiteGraph graph = graphs.get(i).toGraph(memory, Workers.of(1));
                    OffHeapScope scope = new OffHeapScope(memory)) {
                PairSampler pairs = new PairSampler(graph, scope);
                EndSampler ends = new EndSampler(pairs, scope);
                double count = count(graph);
                assertHolds("pairs, graph " + i, count, (worker, random, check) -> pairs.estimate(16, random, null));
                assertHolds("ends, graph " + i, count, (worker, random, check) -> ends.estimate(4, random, check));
            }
        }
    }

    private static void assertHolds(String what, double count, SequentialEstimator.Estimate estimate) {
        Coverage.assertHolds(
                what, count, config -> SequentialEstimator.of(0, estimate, config, Deadline.NEVER, Workers.of(1)));
    }

    @Test
    void bitmapsOfHubsChangeNoEstimate() {
        EdgeList list = RandomGraphs.bipartite(7, 3000, 2000, 60_000, 3);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                OffHeapScope scope = new OffHeapScope(memory)) {
            PairSampler rows = new PairSampler(graph, scope);
            PairSampler bitmaps = new PairSampler(graph, scope);
            bitmaps.prepareHubs(scope, Workers.of(2));
            assertThat(bitmaps.steps(new SplittableRandom(1))).isLessThan(rows.steps(new SplittableRandom(1)));
            for (int seed = 0; seed < 20; seed++) {
                VertexCredits ofRows = new VertexCredits((int) graph.vertexCount());
                VertexCredits ofBitmaps = new VertexCredits((int) graph.vertexCount());
                assertThat(bitmaps.estimate(100, new SplittableRandom(seed), ofBitmaps))
                        .isEqualTo(rows.estimate(100, new SplittableRandom(seed), ofRows));
                assertThat(ofBitmaps).usingRecursiveComparison().isEqualTo(ofRows);
            }
        }
    }

    @Test
    void endsAreDrawnWhereDegreesDifferLittle() {
        assertThat(prefersEnds(RandomGraphs.bipartite(1, 4000, 4000, 80_000, 1)))
                .isTrue();
        assertThat(prefersEnds(RandomGraphs.bipartite(4, 5000, 5000, 80_000, 6)))
                .isFalse();
    }

    private boolean prefersEnds(EdgeList list) {
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1));
                OffHeapScope scope = new OffHeapScope(memory)) {
            PairSampler pairs = new PairSampler(graph, scope);
            return ButterflySampleAlgorithm.prefersEnds(
                    pairs, new EndSampler(pairs, scope), new SplittableRandom(1), Workers.of(1));
        }
    }

    @Test
    void estimatesBeginWithTheSeed() {
        try (BipartiteGraph graph =
                        RandomGraphs.bipartite(2, 2000, 1000, 20_000, 3).toGraph(memory, Workers.of(1));
                OffHeapScope scope = new OffHeapScope(memory)) {
            PairSampler pairs = new PairSampler(graph, scope);
            double one = pairs.estimate(100, new SplittableRandom(1), null);
            assertThat(pairs.estimate(100, new SplittableRandom(1), null)).isEqualTo(one);
            assertThat(pairs.estimate(100, new SplittableRandom(2), null)).isNotEqualTo(one);
        }
    }
}
