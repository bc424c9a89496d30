package dev.motif.algorithm.count.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.BackendCase;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.Directions;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.CycleOracle;
import dev.motif.oracle.Python;
import dev.motif.timing.Seeds;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code CycleAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class CycleAlgorithmTest {
    private static final long BOTH = EdgeDirections.FORWARD + EdgeDirections.BACKWARD;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    /** The length of the longest cycles that these backends count. */
    int longest() {
        return CycleConfig.MAX_LENGTH;
    }

    /** The cycles of each length from 0 to the longest. */
    private List<BigInteger> totals(EdgeList list, List<Long> directions, BackendCase backend) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                CycleResult result = backend.run(
                        new CycleAlgorithm(),
                        graph,
                        new CycleConfig(2, longest(), Directions.of(directions, false, scope)),
                        memory)) {
            return List.of(result.byLength());
        }
    }

    private List<BigInteger> exact(long... counts) {
        return IntStream.rangeClosed(0, longest())
                .mapToObj(length -> BigInteger.valueOf(length < counts.length ? counts[length] : 0))
                .toList();
    }

    private static EdgeList complete(int vertices) {
        return RandomGraphs.uniform(vertices, 1, 0);
    }

    private void check(
            EdgeList list,
            List<Long> directions,
            int min,
            int max,
            boolean parallel,
            BackendCase backend,
            String name) {
        List<Edge> arcs = Directions.arcs(list, directions);
        CycleOracle oracle = new CycleOracle(list.left(), arcs, min, max);
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
            CycleConfig config = new CycleConfig(min, max, Directions.of(directions, parallel, scope));
            for (boolean perVertex : new boolean[] {false, true}) {
                for (boolean perArc : new boolean[] {false, true}) {
                    try (CycleResult result =
                            backend.run(new CycleAlgorithm(), graph, config.each(perVertex, perArc), memory)) {
                        for (int length = 0; length <= max; length++) {
                            assertThat(result.count(length))
                                    .as("length %d, %s", length, name)
                                    .isEqualTo(BigInteger.valueOf(length < min ? 0 : oracle.byLength[length]));
                        }
                        assertThat(result.vertices() != null).isEqualTo(perVertex);
                        assertThat(result.forward() != null).isEqualTo(perArc);
                        if (perVertex) {
                            assertThat(longs(result.vertices())).as(name).containsExactly(oracle.ofVertex);
                        }
                        if (perArc) {
                            checkArcs(list, arcs, min, max, result, name);
                        }
                    }
                }
            }
        }
    }

    private static void checkArcs(EdgeList list, List<Edge> arcs, int min, int max, CycleResult result, String name) {
        for (int edge = 0; edge < list.edges().size(); edge++) {
            Edge ends = list.edges().get(edge);
            Edge back = new Edge(ends.right(), ends.left());
            assertThat(List.of(result.forward().get(edge), result.backward().get(edge)))
                    .as("%s, %s", ends, name)
                    .containsExactly(
                            CycleOracle.through(ends, list.left(), arcs, min, max),
                            CycleOracle.through(back, list.left(), arcs, min, max));
        }
    }

    private static long[] longs(OffHeapLongs array) {
        return IntStream.range(0, (int) array.length()).mapToLong(array::get).toArray();
    }

    @ParameterizedTest
    @MethodSource("backends")
    void countsAreThoseOfAllSetsOfVertices(BackendCase backend) {
        for (int seed = 0; seed < Seeds.atMost(200); seed++) {
            Random random = new Random(seed);
            EdgeList list = RandomGraphs.uniform(2 + random.nextInt(7), 0.2 + 0.8 * random.nextDouble(), seed);
            List<Long> directions = Directions.random(list.edges().size(), seed);
            int min = 2 + random.nextInt(longest() - 1);
            int max = min + random.nextInt(longest() - min + 1);
            check(list, directions, min, max, random.nextBoolean(), backend, "seed " + seed + ": " + list);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void completeGraphHasACycleForEachOrderOfEachSet(BackendCase backend) {
        EdgeList list = complete(12);
        List<BigInteger> expected = new ArrayList<>(List.of(BigInteger.ZERO, BigInteger.ZERO));
        BigInteger orders = BigInteger.ONE;
        BigInteger sets = BigInteger.valueOf(12);
        for (int length = 2; length <= longest(); length++) {
            sets = sets.multiply(BigInteger.valueOf(13 - length)).divide(BigInteger.valueOf(length));
            orders = orders.multiply(BigInteger.valueOf(length - 1));
            expected.add(sets.multiply(orders));
        }
        assertThat(totals(list, Collections.nCopies(list.edges().size(), BOTH), backend))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void ringIsOneCycle(BackendCase backend) {
        for (int vertices = 3; vertices <= longest() + 1; vertices++) {
            int[] ends = new int[2 * vertices];
            List<Long> directions = new ArrayList<>(Collections.nCopies(vertices, EdgeDirections.FORWARD));
            for (int v = 0; v < vertices; v++) {
                ends[2 * v] = Math.min(v, (v + 1) % vertices);
                ends[2 * v + 1] = Math.max(v, (v + 1) % vertices);
            }
            EdgeList list = EdgeList.of(vertices, vertices, ends);
            EdgeList sorted = list.sorted();
            directions.set(sorted.edges().indexOf(list.edges().get(vertices - 1)), EdgeDirections.BACKWARD);
            long[] expected = new long[vertices + 1];
            expected[vertices] = 1;
            assertThat(totals(sorted, directions, backend)).isEqualTo(vertices > longest() ? exact() : exact(expected));
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void tournamentOfAnOrderHasNoCycle(BackendCase backend) {
        EdgeList list = complete(20);
        assertThat(totals(list, Collections.nCopies(list.edges().size(), EdgeDirections.FORWARD), backend))
                .isEqualTo(exact());
    }

    /** In a tournament, sets of three vertices are triangles unless one of them beats both others. */
    @ParameterizedTest
    @MethodSource("backends")
    void trianglesOfATournamentFollowFromItsScores(BackendCase backend) {
        int vertices = 30;
        EdgeList list = complete(vertices);
        Random random = new Random(7);
        List<Long> directions = Stream.generate(() -> 1L + random.nextInt(2))
                .limit(list.edges().size())
                .toList();
        long[] scores = new long[vertices];
        Directions.arcs(list, directions).forEach(arc -> scores[arc.left()]++);
        long expected = vertices * (vertices - 1L) * (vertices - 2) / 6;
        for (long score : scores) {
            expected -= score * (score - 1) / 2;
        }
        assertThat(count(list, directions, 3, 3, backend)).isEqualTo(BigInteger.valueOf(expected));
    }

    private BigInteger count(EdgeList list, List<Long> directions, int min, int max, BackendCase backend) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                CycleResult result = backend.run(
                        new CycleAlgorithm(),
                        graph,
                        new CycleConfig(min, max, Directions.of(directions, false, scope)),
                        memory)) {
            return result.total();
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void graphWithoutEdgesHasNoCycle(BackendCase backend) {
        assertThat(totals(EdgeList.of(3, 3), List.of(), backend)).isEqualTo(exact());
        assertThat(totals(EdgeList.of(0, 0), List.of(), backend)).isEqualTo(exact());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void otherNumbersOfVerticesChangeNoTotal(BackendCase backend) {
        EdgeList list = RandomGraphs.uniform(60, 0.08, 4);
        List<Long> directions = Directions.random(list.edges().size(), 4);
        List<BigInteger> totals = totals(list, directions, backend);
        for (long seed = 0; seed < 5; seed++) {
            List<Integer> numbers = EdgeList.permutation(list.left(), seed);
            List<Edge> arcs = Directions.arcs(list, directions).stream()
                    .map(arc -> new Edge(numbers.get(arc.left()), numbers.get(arc.right())))
                    .toList();
            List<Edge> edges = arcs.stream()
                    .map(arc -> new Edge(Math.min(arc.left(), arc.right()), Math.max(arc.left(), arc.right())))
                    .distinct()
                    .sorted()
                    .toList();
            List<Long> others = edges.stream()
                    .map(edge -> (arcs.contains(edge) ? EdgeDirections.FORWARD : 0)
                            + (arcs.contains(new Edge(edge.right(), edge.left())) ? EdgeDirections.BACKWARD : 0))
                    .toList();
            assertThat(totals(new EdgeList(list.left(), list.left(), edges), others, backend))
                    .as("seed %d", seed)
                    .isEqualTo(totals);
        }
    }

    /** Networkx lists the cycles of a larger graph one by one. */
    @ParameterizedTest
    @MethodSource("backends")
    void countsAreThoseOfNetworkx(BackendCase backend) throws IOException {
        assumeTrue(Python.has("networkx"));
        EdgeList list = RandomGraphs.uniform(60, 0.08, 3);
        List<Long> directions = Directions.random(list.edges().size(), 3);
        String arcs = Directions.arcs(list, directions).stream()
                .map(arc -> arc.left() + " " + arc.right())
                .collect(Collectors.joining("\n"));
        String counts = Python.run("""
                import collections, sys
                import networkx as nx
                graph = nx.DiGraph([tuple(map(int, line.split())) for line in sys.stdin])
                counts = collections.Counter(map(len, nx.simple_cycles(graph, length_bound=8)))
                print(*[counts[length] for length in range(9)])
                """, arcs);
        assertThat(totals(list, directions, backend))
                .isEqualTo(Stream.of(counts.strip().split(" "))
                        .limit(longest() + 1L)
                        .map(BigInteger::new)
                        .toList());
    }
}
