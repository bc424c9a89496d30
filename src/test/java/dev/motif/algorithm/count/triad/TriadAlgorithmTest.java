package dev.motif.algorithm.count.triad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.CliqueGraphs;
import dev.motif.algorithm.similar.neighbors.CommonNeighborsAlgorithmTest;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graphs.Directions;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.Python;
import dev.motif.oracle.TriadOracle;
import dev.motif.timing.Seeds;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests {@code TriadAlgorithm} on the CPU; a subclass that is tagged {@code gpu} overrides {@link #backends}. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class TriadAlgorithmTest {
    /** The places: the triad, and the arcs that a vertex sends and gets in it. */
    static final List<String> PLACES = List.of(
            "021D 0 1",
            "021D 2 0",
            "021U 1 0",
            "021U 0 2",
            "021C 1 0",
            "021C 1 1",
            "021C 0 1",
            "111D 1 1",
            "111D 1 2",
            "111D 1 0",
            "111U 1 1",
            "111U 2 1",
            "111U 0 1",
            "030T 2 0",
            "030T 0 2",
            "030T 1 1",
            "030C 1 1",
            "201 1 1",
            "201 2 2",
            "120D 1 2",
            "120D 2 0",
            "120U 2 1",
            "120U 0 2",
            "120C 2 1",
            "120C 1 1",
            "120C 1 2",
            "210 2 1",
            "210 1 2",
            "210 2 2",
            "300 2 2");

    private static final int RANDOM_GRAPHS = Seeds.atMost(200);

    private final NativeMemory memory = new NativeMemory(1L << 32);

    Stream<BackendCase> backends() {
        return BackendCase.cpu();
    }

    private TriadResult count(
            UnipartiteGraph graph, boolean perVertex, EdgeDirections directions, BackendCase backend) {
        return backend.run(new TriadAlgorithm(), graph, new TriadConfig(perVertex, directions), memory);
    }

    private static Map<String, BigInteger> counts(TriadResult result) {
        Map<String, BigInteger> counts = new TreeMap<>();
        result.counts().forEach((triad, count) -> counts.put(triad.label(), count));
        return counts;
    }

    /** The triads of which there are any. */
    private Map<String, BigInteger> found(EdgeList list, List<Long> directions, BackendCase backend) {
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                TriadResult total = count(graph, false, Directions.of(directions, false, scope), backend)) {
            Map<String, BigInteger> counts = counts(total);
            counts.values().removeIf(count -> count.signum() == 0);
            return counts;
        }
    }

    private void check(EdgeList list, List<Long> directions, boolean parallel, BackendCase backend, String name) {
        TriadOracle oracle = new TriadOracle(list, directions);
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
            EdgeDirections given = Directions.of(directions, parallel, scope);
            try (TriadResult total = count(graph, false, given, backend);
                    TriadResult each = count(graph, true, given, backend)) {
                assertThat(counts(each)).as(name).isEqualTo(counts(total));
                counts(total).forEach((triad, count) -> assertThat(count)
                        .as(triad + ", " + name)
                        .isEqualTo(BigInteger.valueOf(oracle.counts.getOrDefault(triad, 0L))));
                for (int v = 0; v < list.left(); v++) {
                    Map<String, Long> places = oracle.places.get(v);
                    assertThat(each.places(v))
                            .as("vertex %d, %s", v, name)
                            .isEqualTo(PLACES.stream()
                                    .map(place -> places.getOrDefault(place, 0L))
                                    .toList());
                    Map<String, Long> triads = new HashMap<>();
                    places.forEach((place, count) -> triads.merge(place.split(" ")[0], count, Long::sum));
                    assertThat(each.triads(v))
                            .isEqualTo(Arrays.stream(Triad.values())
                                    .filter(Triad::isConnected)
                                    .map(triad -> triads.getOrDefault(triad.label(), 0L))
                                    .toList());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void everySetOfThreeVerticesIsOneTriad(BackendCase backend) {
        for (int seed = 0; seed < RANDOM_GRAPHS; seed++) {
            EdgeList list = RandomGraphs.unipartite(seed).sorted();
            List<Long> directions = Directions.random(list.edges().size(), seed);
            check(list, directions, seed % 2 == 0, backend, "seed " + seed + ": " + list + " " + directions);
        }
    }

    @ParameterizedTest
    @MethodSource("backends")
    void allWaysToJoinThreeVerticesAreTriads(BackendCase backend) {
        for (int code = 0; code < 64; code++) {
            long[] dyads = {code >> 4, code >> 2 & 3, code & 3};
            int[][] ends = {{0, 1}, {0, 2}, {1, 2}};
            List<Edge> edges = new ArrayList<>();
            List<Long> directions = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                if (dyads[i] > 0) {
                    edges.add(new Edge(ends[i][0], ends[i][1]));
                    directions.add(dyads[i]);
                }
            }
            check(new EdgeList(3, 3, edges), directions, false, backend, "code " + code);
        }
        check(EdgeList.of(0, 0), List.of(), false, backend, "no vertices");
        check(EdgeList.of(2, 2, 0, 1), List.of(2L), false, backend, "two vertices");
        check(EdgeList.of(5, 5), List.of(), false, backend, "no edges");
    }

    /** More than 127 triads with the same arcs have one edge in common. */
    @ParameterizedTest
    @MethodSource("backends")
    void manyTriadsOfAnEdgeAreCounted(BackendCase backend) {
        int n = 400;
        EdgeList complete = CliqueGraphs.complete(n).sorted();
        int edges = complete.edges().size();
        long sets = (long) n * (n - 1) * (n - 2) / 6;
        assertThat(found(complete, Collections.nCopies(edges, 1L), backend))
                .isEqualTo(Map.of("030T", BigInteger.valueOf(sets)));
        assertThat(found(complete, Collections.nCopies(edges, 3L), backend))
                .isEqualTo(Map.of("300", BigInteger.valueOf(sets)));
    }

    @ParameterizedTest
    @MethodSource("backends")
    void directedCyclesHaveTheirClosedForm(BackendCase backend) {
        int n = 1000;
        List<Edge> edges = new ArrayList<>();
        List<Long> directions = new ArrayList<>();
        for (int v = 0; v < n; v++) {
            edges.add(new Edge(Math.min(v, (v + 1) % n), Math.max(v, (v + 1) % n)));
        }
        EdgeList cycle = new EdgeList(n, n, edges).sorted();
        cycle.edges().forEach(edge -> directions.add(edge.right() - edge.left() == 1 ? 1L : 2L));
        long sets = (long) n * (n - 1) * (n - 2) / 6;
        assertThat(found(cycle, directions, backend))
                .isEqualTo(Map.of(
                        "021C", BigInteger.valueOf(n),
                        "012", BigInteger.valueOf((long) n * (n - 4)),
                        "003", BigInteger.valueOf(sets - n - (long) n * (n - 4))));
    }

    /** A transitive tournament has only transitive triples, and a random one 030T and 030C by the numbers of wins. */
    @ParameterizedTest
    @MethodSource("backends")
    void tournamentsFollowFromTheNumbersOfWins(BackendCase backend) {
        int n = 120;
        EdgeList complete = CliqueGraphs.complete(n).sorted();
        Random random = new Random(5);
        List<Long> directions = Stream.generate(() -> 1L + random.nextInt(2))
                .limit(complete.edges().size())
                .toList();
        long[] wins = new long[n];
        for (int edge = 0; edge < directions.size(); edge++) {
            Edge ends = complete.edges().get(edge);
            wins[directions.get(edge) == 1 ? ends.left() : ends.right()]++;
        }
        long transitive = Arrays.stream(wins).map(won -> won * (won - 1) / 2).sum();
        long sets = (long) n * (n - 1) * (n - 2) / 6;
        assertThat(found(complete, directions, backend))
                .isEqualTo(
                        Map.of("030T", BigInteger.valueOf(transitive), "030C", BigInteger.valueOf(sets - transitive)));
    }

    /** Other numbers of vertices, and turned arcs: 021D becomes 021U and so on, and all others stay. */
    @ParameterizedTest
    @MethodSource("backends")
    void relabelledAndTurnedGraphsHaveTheSameTriads(BackendCase backend) {
        EdgeList list =
                CommonNeighborsAlgorithmTest.skewed(1, 3000, 20_000, 1.5).sorted();
        List<Long> directions = Directions.random(list.edges().size(), 3);
        Map<String, BigInteger> counts = found(list, directions, backend);
        assertThat(counts.keySet()).hasSize(16);
        List<Integer> other =
                new ArrayList<>(IntStream.range(0, list.left()).boxed().toList());
        Collections.shuffle(other, new Random(7));
        Map<Edge, Long> relabelled = new TreeMap<>((a, b) ->
                a.left() != b.left() ? Integer.compare(a.left(), b.left()) : Integer.compare(a.right(), b.right()));
        for (int edge = 0; edge < directions.size(); edge++) {
            int u = other.get(list.edges().get(edge).left());
            int v = other.get(list.edges().get(edge).right());
            long direction = directions.get(edge);
            relabelled.put(
                    new Edge(Math.min(u, v), Math.max(u, v)), u < v || direction == 3 ? direction : 3 - direction);
        }
        EdgeList moved = new EdgeList(list.left(), list.left(), List.copyOf(relabelled.keySet()));
        assertThat(found(moved, List.copyOf(relabelled.values()), backend)).isEqualTo(counts);
        Map<String, String> turned =
                Map.of("021D", "021U", "021U", "021D", "111D", "111U", "111U", "111D", "120D", "120U", "120U", "120D");
        assertThat(found(
                        list,
                        directions.stream()
                                .map(direction -> direction == 3 ? 3 : 3 - direction)
                                .toList(),
                        backend))
                .isEqualTo(counts.entrySet().stream()
                        .collect(Collectors.toMap(
                                entry -> turned.getOrDefault(entry.getKey(), entry.getKey()), Map.Entry::getValue)));
    }

    /** Each place has as many vertices in all triads together as a triad has such vertices. */
    @ParameterizedTest
    @MethodSource("backends")
    void placesAddUpToTheCountsOfLargerGraphs(BackendCase backend) {
        EdgeList list =
                CommonNeighborsAlgorithmTest.skewed(1, 3000, 20_000, 1.5).sorted();
        try (OffHeapScope scope = new OffHeapScope(memory);
                UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                TriadResult each = count(
                        graph,
                        true,
                        Directions.of(Directions.random(list.edges().size(), 3), false, scope),
                        backend)) {
            for (int place = 0; place < TriadResult.PLACES; place++) {
                int at = place;
                long sum = LongStream.range(0, graph.vertexCount())
                        .map(v -> each.place(v, at))
                        .sum();
                assertThat(BigInteger.valueOf(sum))
                        .as("place %d", place)
                        .isEqualTo(each.count(TriadTable.ofPlace(place))
                                .multiply(BigInteger.valueOf(TriadTable.vertices(place))));
            }
        }
    }

    /** A graph of three million vertices has more sets of three than 64 bits count. */
    @ParameterizedTest
    @MethodSource("backends")
    void totalsPass64Bits(BackendCase backend) {
        int n = 5_000_000;
        EdgeList list = new EdgeList(n, n, List.of(new Edge(0, 1), new Edge(0, 2)));
        BigInteger vertices = BigInteger.valueOf(n);
        BigInteger sets = vertices.multiply(BigInteger.valueOf(n - 1L))
                .multiply(BigInteger.valueOf(n - 2L))
                .divide(BigInteger.valueOf(6));
        assertThat(sets.bitLength()).isGreaterThan(63);
        BigInteger single = BigInteger.valueOf(n - 3L);
        assertThat(found(list, List.of(1L, 3L), backend))
                .isEqualTo(Map.of(
                        "111U",
                        BigInteger.ONE,
                        "012",
                        single,
                        "102",
                        single,
                        "003",
                        sets.subtract(BigInteger.ONE).subtract(single).subtract(single)));
    }

    @Test
    void networkxCountsTheSame() throws IOException {
        assumeTrue(Python.has("networkx"));
        for (int seed = 0; seed < Seeds.atMost(10); seed++) {
            EdgeList list = RandomGraphs.uniform(60, 0.1 + 0.05 * seed, seed).sorted();
            List<Long> directions = Directions.random(list.edges().size(), seed);
            StringBuilder arcs = new StringBuilder();
            for (int edge = 0; edge < directions.size(); edge++) {
                Edge ends = list.edges().get(edge);
                arcs.append((directions.get(edge) & 1) != 0 ? ends.left() + " " + ends.right() + "\n" : "");
                arcs.append((directions.get(edge) & 2) != 0 ? ends.right() + " " + ends.left() + "\n" : "");
            }
            String printed = Python.run("""
                    import networkx, sys
                    graph = networkx.DiGraph()
                    graph.add_nodes_from(range(60))
                    graph.add_edges_from(tuple(map(int, line.split())) for line in sys.stdin)
                    for name, count in networkx.triadic_census(graph).items():
                        print(name, count)
                    """, arcs.toString());
            Map<String, BigInteger> counts = printed.lines()
                    .map(line -> line.split(" "))
                    .filter(row -> !row[1].equals("0"))
                    .collect(Collectors.toMap(row -> row[0], row -> new BigInteger(row[1])));
            assertThat(found(list, directions, BackendCase.cpu().findFirst().orElseThrow()))
                    .as("seed %d", seed)
                    .isEqualTo(counts);
        }
    }
}
