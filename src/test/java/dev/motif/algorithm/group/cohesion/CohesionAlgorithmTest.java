package dev.motif.algorithm.group.cohesion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.group.cohesion.CohesionResult.Reason;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CohesionOracle;
import dev.motif.parallel.VisibleStop;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jgrapht.Graph;
import org.jgrapht.alg.StoerWagnerMinimumCut;
import org.jgrapht.alg.connectivity.BiconnectivityInspector;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.graph.AsSubgraph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CohesionAlgorithmTest {
    private static final int RANDOM_GRAPHS = Seeds.atMost(150);
    private static final int MAX_SIDE = 7;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    /** A row about a component; the oracle gives no {@code reason}. */
    private record Row(
            long left, long right, long edges, Long minCut, Reason reason, long butterflies, long maxButterflies) {
        Row withoutReason() {
            return new Row(left, right, edges, minCut, null, butterflies, maxButterflies);
        }
    }

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private List<Row> rows(EdgeList list, int maxComponentSize, BackendCase backend) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                CohesionResult counts =
                        backend.run(new CohesionAlgorithm(), graph, new CohesionConfig(maxComponentSize), memory)) {
            return LongStream.range(0, counts.componentCount())
                    .mapToObj(c -> new Row(
                            counts.leftCount(c),
                            counts.rightCount(c),
                            counts.edgeCount(c),
                            counts.minCut(c),
                            counts.reason(c),
                            counts.butterflies(c).longValueExact(),
                            counts.maxButterflies(c)))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void closedForms(BackendCase backend) {
        assertThat(rows(TestGraphs.empty(), 9, backend)).isEmpty();
        assertThat(rows(TestGraphs.edgeless(1, 1), 9, backend))
                .containsExactly(
                        new Row(1, 0, 0, null, Reason.SINGLE_NODE, 0, 0),
                        new Row(0, 1, 0, null, Reason.SINGLE_NODE, 0, 0));
        assertThat(rows(TestGraphs.star(5), 2, backend)).containsExactly(new Row(1, 5, 5, 1L, Reason.LEAF, 0, 0));
        assertThat(rows(TestGraphs.cycle(7), 14, backend))
                .containsExactly(new Row(7, 7, 14, 2L, Reason.SEARCHED, 0, 0));
        for (int a = 2; a < 6; a++) {
            for (int b = 2; b < 6; b++) {
                long perLeft = (a - 1L) * b * (b - 1) / 2;
                long perRight = (b - 1L) * a * (a - 1) / 2;
                assertThat(rows(TestGraphs.complete(a, b), a + b, backend))
                        .containsExactly(new Row(
                                a,
                                b,
                                (long) a * b,
                                (long) Math.min(a, b),
                                Reason.SEARCHED,
                                a * perLeft / 2,
                                Math.max(perLeft, perRight)));
            }
        }
        assertThat(rows(TestGraphs.crown(7), 14, backend))
                .containsExactly(new Row(7, 7, 42, 6L, Reason.SEARCHED, 210, 60));
    }

    /** The graph is two dense halves and one edge between them, so every degree is larger than the cut. */
    @ParameterizedTest
    @MethodSource("backends")
    void bridgeIsFoundBetweenDenseHalves(BackendCase backend) {
        EdgeList halves = TestGraphs.complete(4, 4).disjointUnion(TestGraphs.complete(4, 4));
        EdgeList joined = new EdgeList(
                8,
                8,
                Stream.concat(halves.edges().stream(), Stream.of(new Edge(0, 7)))
                        .toList());
        assertThat(rows(joined, 16, backend)).containsExactly(new Row(8, 8, 33, 1L, Reason.BRIDGE, 72, 18));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void componentsAreOrderedBySizeAndLargeOnesAreNotSearched(BackendCase backend) {
        EdgeList list = TestGraphs.edgeless(1, 0)
                .disjointUnion(TestGraphs.complete(2, 3))
                .disjointUnion(TestGraphs.star(9))
                .disjointUnion(TestGraphs.complete(4, 4));
        assertThat(rows(list, 7, backend))
                .containsExactly(
                        new Row(1, 9, 9, 1L, Reason.LEAF, 0, 0),
                        new Row(4, 4, 16, null, Reason.TOO_LARGE, 36, 18),
                        new Row(2, 3, 6, 2L, Reason.SEARCHED, 3, 3),
                        new Row(1, 0, 0, null, Reason.SINGLE_NODE, 0, 0));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void rowsAreThoseOfTheDefinition(BackendCase backend) {
        Comparator<Row> order = Comparator.comparing(Row::toString);
        for (long seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.bipartite(
                    seed, 1 + (int) (seed % MAX_SIDE), 1 + (int) (seed / 3 % MAX_SIDE), (int) (seed % 31), 1);
            List<Row> expected = new CohesionOracle(list)
                    .components().stream()
                            .map(c -> new Row(
                                    c.left(),
                                    c.right(),
                                    c.edges(),
                                    c.minCut(),
                                    null,
                                    c.butterflies(),
                                    c.maxButterflies()))
                            .sorted(order)
                            .toList();
            List<Row> found = rows(list, 100, backend);
            assertThat(found.stream().map(Row::withoutReason).sorted(order))
                    .as("seed %d: %s", seed, list)
                    .containsExactlyElementsOf(expected);
            assertThat(found)
                    .as("seed %d: %s", seed, list)
                    .isSortedAccordingTo(Comparator.comparing((Row row) -> -row.left - row.right));
        }
    }

    /**
     * Graphs that shrink at once, by halves, or hardly at all; and cuts that are smaller than the smallest degree, each
     * beside the algorithm of Stoer and Wagner.
     */
    @Test
    void minimumCutsAreThoseOfStoerAndWagner() {
        List<EdgeList> lists =
                new ArrayList<>(List.of(torus(6), torus(10), TestGraphs.cycle(40), TestGraphs.crown(20)));
        for (int seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeList part = RandomGraphs.bipartite(seed, 12 + seed % 9, 15, 60 + seed, 1);
            EdgeList other =
                    seed % 2 == 0 ? RandomGraphs.bipartite(seed + 1000, 14, 14, 90, 0.3) : torus(4 + seed % 3 * 2);
            List<Edge> edges = new ArrayList<>(part.disjointUnion(other).edges());
            for (int i = 0; i < seed % 5; i++) {
                edges.add(new Edge(i, part.right() + i));
            }
            lists.add(new EdgeList(part.left() + other.left(), part.right() + other.right(), edges).relabelled(seed));
        }
        BackendCase backend = BackendCase.cpu().findFirst().orElseThrow();
        int searched = 0;
        for (EdgeList list : lists) {
            List<Long> expected = new ArrayList<>(stoerWagner(list));
            for (Row row : rows(list, Integer.MAX_VALUE, backend)) {
                assertThat(expected.remove(row.minCut))
                        .as("%s of %s, not in %s", row, list, expected)
                        .isTrue();
                searched += row.reason == Reason.SEARCHED ? 1 : 0;
            }
            assertThat(expected).isEmpty();
        }
        assertThat(searched).isGreaterThan(lists.size() / 4);
    }

    /** Components of unipartite graphs, and of the same edges between two sides, beside other algorithms of all figures. */
    @ParameterizedTest
    @MethodSource("backends")
    void bothKindsOfGraphsAreWhatOtherAlgorithmsSay(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            int vertices = 5 + seed % 30;
            EdgeList list = RandomGraphs.uniform(vertices, (1 + seed % 4) * 1.2 / vertices, seed);
            Graph<Integer, DefaultWeightedEdge> drawn = drawn(vertices, list.edges(), 0);
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
                check(graph, drawn, vertices, backend, "unipartite, seed " + seed);
            }
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
                check(
                        graph,
                        drawn(list.left() + list.right(), list.edges(), list.left()),
                        list.left(),
                        backend,
                        "bipartite, seed " + seed);
            }
        }
    }

    private static Graph<Integer, DefaultWeightedEdge> drawn(int vertices, List<Edge> edges, int firstOfRight) {
        Graph<Integer, DefaultWeightedEdge> graph = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
        IntStream.range(0, vertices).forEach(graph::addVertex);
        edges.forEach(edge -> graph.addEdge(edge.left(), firstOfRight + edge.right()));
        return graph;
    }

    private void check(
            dev.motif.graph.Graph graph,
            Graph<Integer, DefaultWeightedEdge> drawn,
            int left,
            BackendCase backend,
            String name) {
        List<Set<Integer>> expected = new ConnectivityInspector<>(drawn)
                .connectedSets().stream()
                        .sorted(Comparator.<Set<Integer>>comparingInt(Set::size)
                                .reversed()
                                .thenComparing((Set<Integer> set) -> Collections.min(set)))
                        .toList();
        try (CohesionResult counts = backend.run(new CohesionAlgorithm(), graph, CohesionConfig.ALL, memory);
                ComponentResult members = backend.run(new ComponentAlgorithm(), graph, new ComponentConfig(), memory)) {
            assertThat(counts.componentCount()).as(name).isEqualTo(expected.size());
            assertThat(members.componentCount()).as(name).isEqualTo(expected.size());
            for (int c = 0; c < expected.size(); c++) {
                AsSubgraph<Integer, DefaultWeightedEdge> part = new AsSubgraph<>(drawn, expected.get(c));
                int size = expected.get(c).size();
                int bridges = new BiconnectivityInspector<>(part).getBridges().size();
                assertThat(counts.leftCount(c) + counts.rightCount(c)).as(name).isEqualTo(size);
                assertThat(members.size(c)).as(name).isEqualTo(size);
                assertThat(counts.edgeCount(c))
                        .as(name)
                        .isEqualTo(part.edgeSet().size());
                assertThat(counts.bridgeCount(c)).as(name).isEqualTo(bridges);
                assertThat(counts.minCut(c))
                        .as(name)
                        .isEqualTo(size == 1 ? null : Math.round(new StoerWagnerMinimumCut<>(part).minCutWeight()));
                assertThat(counts.reason(c) == Reason.SEARCHED).as(name).isEqualTo(size > 1 && bridges == 0);
                long most = counts.isBipartite()
                        ? counts.leftCount(c) * counts.rightCount(c)
                        : (long) size * (size - 1) / 2;
                assertThat(counts.density(c))
                        .as(name)
                        .isEqualTo(
                                size == 1
                                        ? null
                                        : (Double) ((double) part.edgeSet().size() / most));
                for (int v : expected.get(c)) {
                    assertThat(members.component(v < left ? Side.LEFT : Side.RIGHT, v < left ? v : v - left))
                            .as(name)
                            .isEqualTo(c);
                }
            }
            assertThat(members.has(Side.RIGHT)).isEqualTo(counts.isBipartite());
        }
    }

    @Test
    void unipartiteGraphsKeepToTheEstimateAndLeaveNothing() {
        EdgeList list = RandomGraphs.uniform(300, 0.05, 1).disjointUnion(RandomGraphs.uniform(100, 0.02, 2));
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
            Execution execution = new Execution(memory, Workers.of(2), new StageTimes());
            CohesionAlgorithm algorithm = new CohesionAlgorithm();
            long live = memory.liveBytes();
            MemoryEstimate ofGraph =
                    algorithm.cpuEstimate(graph, CohesionConfig.ALL, execution).offHeap();
            memory.resetPeak();
            algorithm.cpu(graph, CohesionConfig.ALL, execution).close();
            assertThat(memory.peakBytes() - live).isLessThanOrEqualTo(ofGraph.maxBytes());
            assertThat(algorithm
                            .cpuEstimate(GraphSize.of(graph), CohesionConfig.ALL, 2)
                            .offHeap()
                            .maxBytes())
                    .isGreaterThanOrEqualTo(ofGraph.maxBytes());
            AllocationFailures.check(little -> algorithm
                    .cpu(graph, CohesionConfig.ALL, new Execution(little, Workers.of(2), new StageTimes()))
                    .close());
        }
    }

    /** A torus of this many rows and columns, which is even: a graph of degree 4, whose edges are hardly ever contracted. */
    private static EdgeList torus(int side) {
        List<Edge> edges = new ArrayList<>();
        for (int row = 0; row < side; row++) {
            for (int column = row % 2; column < side; column += 2) {
                int left = (row * side + column) / 2;
                for (int[] step : new int[][] {{0, 1}, {0, side - 1}, {1, 0}, {side - 1, 0}}) {
                    edges.add(new Edge(left, ((row + step[0]) % side * side + (column + step[1]) % side) / 2));
                }
            }
        }
        return new EdgeList(side * side / 2, side * side / 2, edges);
    }

    /** The minimum cuts of all components; null for a single vertex. */
    private static List<Long> stoerWagner(EdgeList list) {
        Graph<Integer, DefaultWeightedEdge> graph = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
        IntStream.range(0, list.left() + list.right()).forEach(graph::addVertex);
        list.edges().forEach(edge -> graph.addEdge(edge.left(), list.left() + edge.right()));
        return new ConnectivityInspector<>(graph)
                .connectedSets().stream()
                        .map(members -> members.size() == 1
                                ? null
                                : (Long) Math.round(
                                        new StoerWagnerMinimumCut<>(new AsSubgraph<>(graph, members)).minCutWeight()))
                        .toList();
    }

    /** Flows find the cut of a torus, since no round contracts much of it. */
    @Test
    void canceledSearchLeavesNothing() {
        try (BipartiteGraph graph = torus(1000).toGraph(memory, Workers.of(2))) {
            VisibleStop stop = VisibleStop.in(CohesionCpu.STAGE);
            Workers workers = new Workers(2, stop, stop);
            Execution execution = new Execution(memory, workers, new StageTimes());
            assertThatThrownBy(() -> new CohesionAlgorithm().cpu(graph, CohesionConfig.ALL, execution))
                    .isInstanceOf(CancellationException.class);
            assertThat(stop.advancesAfterwards()).isZero();
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }
}
