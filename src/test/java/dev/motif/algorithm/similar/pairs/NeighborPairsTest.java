package dev.motif.algorithm.similar.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithm;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsCases;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CommonNeighborsOracle;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class NeighborPairsTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(60);
    private static final PairFilter ALL = new PairFilter(SimilarityMetric.COUNT, 0, 0);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(3);

    /** Where pairs are found. */
    Backend.Choice choice() {
        return Backend.Choice.cpu("chosen by the test");
    }

    private List<NeighborPair> found(Graph graph, Side side, PairFilter filter) {
        return found(choice(), graph, side, filter);
    }

    private List<NeighborPair> found(Backend.Choice choice, Graph graph, Side side, PairFilter filter) {
        Execution execution = new Execution(memory, workers, new StageTimes());
        List<NeighborPair> found = new ArrayList<>();
        try (NeighborPairs pairs = new PairsAlgorithm()
                .run(choice, graph, new PairsConfig(false, side, PairEnds.ALL, SimilarityMetric.COUNT), execution)) {
            pairs.withCommonNeighbors(filter).forEachRemaining(found::add);
        }
        return found;
    }

    /** All pairs with a common neighbor by the oracle, in the order of their sources. */
    private static List<NeighborPair> expected(
            EdgeList list, CommonNeighborsOracle oracle, SimilarityMetric metric, boolean bothWays) {
        return IntStream.range(0, list.left())
                .boxed()
                .flatMap(u -> IntStream.range(bothWays ? 0 : u + 1, list.left())
                        .filter(v -> v != u && oracle.common(u, v) > 0)
                        .mapToObj(v -> pair(list, oracle, metric, u, v)))
                .toList();
    }

    private static NeighborPair pair(
            EdgeList list, CommonNeighborsOracle oracle, SimilarityMetric metric, int u, int v) {
        boolean adjacent = list.edges().contains(new Edge(Math.min(u, v), Math.max(u, v)));
        return new NeighborPair(
                u,
                v,
                -1,
                oracle.common(u, v),
                metric.hasWeights()
                        ? oracle.weights(u, v, metric::weight)
                        : metric.of(oracle.common(u, v), oracle.degree(u), oracle.degree(v), adjacent));
    }

    @ParameterizedTest
    @EnumSource
    void pairsOfAUnipartiteGraphAgreeWithTheDefinition(SimilarityMetric metric) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CommonNeighborsOracle oracle = CommonNeighborsOracle.ofUnipartite(list);
            try (Graph graph = list.toUnipartiteGraph(memory, workers)) {
                assertThat(found(graph, Side.LEFT, new PairFilter(metric, 0, 0)))
                        .as("seed %d: %s", seed, list)
                        .isEqualTo(expected(list, oracle, metric, false));
            }
        }
    }

    @Test
    void pairsOfEachSideOfABipartiteGraphAgreeWithTheDefinition() {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            try (Graph graph = list.toGraph(memory, workers)) {
                assertThat(found(graph, Side.LEFT, ALL))
                        .as("left, seed %d: %s", seed, list)
                        .isEqualTo(expectedOfLeft(list));
                assertThat(found(graph, Side.RIGHT, ALL))
                        .as("right, seed %d: %s", seed, list)
                        .isEqualTo(expectedOfLeft(list.transposed()));
            }
        }
    }

    private static List<NeighborPair> expectedOfLeft(EdgeList list) {
        CommonNeighborsOracle oracle = CommonNeighborsOracle.ofLeftSide(list);
        return expected(new EdgeList(list.left(), list.right(), List.of()), oracle, SimilarityMetric.COUNT, false);
    }

    @ParameterizedTest
    @EnumSource
    void bestPairsAreTheFirstOfAllByValue(SimilarityMetric metric) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CommonNeighborsOracle oracle = CommonNeighborsOracle.ofUnipartite(list);
            List<NeighborPair> all = expected(list, oracle, metric, true);
            try (Graph graph = list.toUnipartiteGraph(memory, workers)) {
                for (int k : new int[] {1, 3, 100}) {
                    assertThat(found(graph, Side.LEFT, new PairFilter(metric, 0, k)))
                            .as("%d, seed %d: %s", k, seed, list)
                            .isEqualTo(best(all, k, list.left()));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void pairsOfGivenVerticesLeadFromSourcesToTargets(int topK) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CommonNeighborsOracle oracle = CommonNeighborsOracle.ofUnipartite(list);
            List<Long> sources = LongStream.range(0, list.left())
                    .filter(v -> v % 3 < 2)
                    .boxed()
                    .toList();
            List<Long> targets = LongStream.range(0, list.left())
                    .filter(v -> v % 2 == 0)
                    .boxed()
                    .toList();
            List<NeighborPair> expected = expected(list, oracle, SimilarityMetric.STRUCTURAL, true).stream()
                    .filter(pair -> pair.source() % 3 < 2 && pair.target() % 2 == 0)
                    .filter(pair -> topK > 0
                            || pair.source() < pair.target()
                            || pair.target() % 3 == 2
                            || pair.source() % 2 == 1)
                    .toList();
            Execution execution = new Execution(memory, workers, new StageTimes());
            PairsConfig config = new PairsConfig(false, Side.LEFT, PairEnds.ALL, SimilarityMetric.COUNT)
                    .between(PairEnds.of(sources, targets));
            List<NeighborPair> found = new ArrayList<>();
            try (Graph graph = list.toUnipartiteGraph(memory, workers);
                    NeighborPairs pairs = new PairsAlgorithm().cpu(graph, config, execution)) {
                pairs.withCommonNeighbors(new PairFilter(SimilarityMetric.STRUCTURAL, 0, topK))
                        .forEachRemaining(found::add);
            }
            assertThat(found)
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(topK == 0 ? expected : best(expected, topK, list.left()));
        }
    }

    private static List<NeighborPair> best(List<NeighborPair> all, int k, int vertices) {
        return IntStream.range(0, vertices)
                .boxed()
                .flatMap(u -> all.stream()
                        .filter(pair -> pair.source() == u)
                        .sorted(Comparator.comparingDouble((NeighborPair pair) -> -pair.value())
                                .thenComparing(NeighborPair::target))
                        .limit(k))
                .toList();
    }

    @Test
    void pairsBelowTheLeastValueAreLeftOut() {
        EdgeList list = RandomGraphs.bipartite(3, 200, 60, 2000, 2);
        try (Graph graph = list.toGraph(memory, workers)) {
            List<NeighborPair> all = found(graph, Side.LEFT, ALL);
            List<NeighborPair> some = found(graph, Side.LEFT, new PairFilter(SimilarityMetric.COUNT, 4, 0));
            assertThat(some)
                    .isNotEmpty()
                    .hasSizeLessThan(all.size())
                    .isEqualTo(all.stream().filter(pair -> pair.common() >= 4).toList());
        }
    }

    /** The graph has many sources, whose paths fill many batches. */
    @Test
    void largeGraphIsSearchedInBatches() {
        EdgeList list = CommonNeighborsAlgorithmTest.skewed(5, 2500, 30_000, 2);
        CommonNeighborsOracle oracle = CommonNeighborsOracle.ofUnipartite(list);
        try (Graph graph = list.toUnipartiteGraph(memory, workers)) {
            List<NeighborPair> expected = new ArrayList<>();
            for (int u = 0; u < list.left(); u++) {
                for (int v = u + 1; v < list.left(); v++) {
                    if (oracle.common(u, v) > 0) {
                        expected.add(new NeighborPair(u, v, -1, oracle.common(u, v), oracle.common(u, v)));
                    }
                }
            }
            assertThat(found(graph, Side.LEFT, ALL)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void listedPairsAgreeWithTheDefinition(SimilarityMetric metric) {
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            CommonNeighborsOracle oracle = CommonNeighborsOracle.ofUnipartite(list);
            int n = list.left();
            int[] pairs = IntStream.range(0, n * n).filter(i -> i / n != i % n).toArray();
            int[] sources = Arrays.stream(pairs).map(i -> i / n).toArray();
            int[] targets = Arrays.stream(pairs).map(i -> i % n).toArray();
            Execution execution = new Execution(memory, workers, new StageTimes());
            try (Graph graph = list.toUnipartiteGraph(memory, workers);
                    NeighborPairs counted = new PairsAlgorithm()
                            .cpu(
                                    graph,
                                    new PairsConfig(true, Side.LEFT, PairEnds.ALL, SimilarityMetric.COUNT),
                                    execution)) {
                assertThat(counted.of(sources, targets, new boolean[pairs.length], metric))
                        .as("seed %d: %s", seed, list)
                        .containsExactly(Arrays.stream(pairs)
                                .mapToObj(i -> pair(list, oracle, metric, i / n, i % n))
                                .toArray(NeighborPair[]::new));
            }
        }
    }

    @Test
    void listedPairsMayBeOfEitherSide() {
        EdgeList list = RandomGraphs.bipartite(11);
        CommonNeighborsOracle left = CommonNeighborsOracle.ofLeftSide(list);
        CommonNeighborsOracle right = CommonNeighborsOracle.ofLeftSide(list.transposed());
        Execution execution = new Execution(memory, workers, new StageTimes());
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                NeighborPairs counted = new PairsAlgorithm()
                        .cpu(
                                graph,
                                new PairsConfig(true, Side.LEFT, PairEnds.ALL, SimilarityMetric.COUNT),
                                execution)) {
            NeighborPair[] pairs =
                    counted.of(new int[] {0, 0}, new int[] {1, 1}, new boolean[] {true, false}, SimilarityMetric.COUNT);
            assertThat(pairs[0].common()).isEqualTo(left.common(0, 1));
            assertThat(pairs[1].common()).isEqualTo(right.common(0, 1));
        }
    }

    /** @param topK the number of pairs wanted of each node, 0 for all */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void lookingForPairsOfWhichThereAreNoneIsCancelled(int topK) {
        try (UnipartiteGraph graph = CommonNeighborsCases.complete(400).toUnipartiteGraph(memory, Workers.of(2));
                CommonNeighborsResult counts = new CommonNeighborsAlgorithm()
                        .cpu(
                                graph,
                                CommonNeighborsConfig.oriented(false).inBothDirections(),
                                new Execution(memory, Workers.of(2), new StageTimes()))) {
            PairFilter filter = new PairFilter(SimilarityMetric.COUNT, 400, topK);
            assertThat(new AdjacentPairs(graph, counts, filter, Cancellation.NEVER, memory.heap()).hasNext())
                    .isFalse();
            assertThatThrownBy(() -> new AdjacentPairs(graph, counts, filter, () -> true, memory.heap()).hasNext())
                    .isInstanceOf(CancellationException.class);
        }
    }
}
