package dev.motif.graph.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.Csr;
import dev.motif.graph.CsrRows;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class OrientedGraphTest {
    private final NativeMemory memory = new NativeMemory(1L << 40);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void everyGraphIsOrientedByDegree(int concurrency) {
        Workers workers = Workers.of(concurrency);
        graphs().forEach(list -> {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, workers);
                    OrientedGraph oriented = OrientedGraph.byDegree(graph, EdgeNumbers.BY_SLOT, memory, workers)) {
                check(list, orderByDegree(list), oriented);
                assertThat(memory.liveBytes() - graph.bytes())
                        .isEqualTo(OrientedGraph.bytes(graph.vertexCount(), graph.edgeCount(), EdgeNumbers.BY_SLOT));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void rowsToHubsAreThoseByDegreeWithTheIdsOfTheInput(int concurrency) {
        Workers workers = Workers.of(concurrency);
        graphs().forEach(list -> {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, workers);
                    OrientedGraph oriented = OrientedGraph.byDegree(graph, EdgeNumbers.NONE, memory, workers)) {
                long before = memory.liveBytes();
                memory.resetPeak();
                try (HubRows hubs = HubRows.of(graph.adjacency(), memory, workers)) {
                    for (int u = 0; u < list.left(); u++) {
                        assertThat(neighbors(hubs.rows(), u))
                                .as("%d of %s", u, list)
                                .isEqualTo(neighbors(
                                                oriented.adjacency(),
                                                oriented.ranks().get(u))
                                        .stream()
                                        .map(oriented.vertices()::get)
                                        .sorted()
                                        .toList());
                    }
                    assertThat(memory.peakBytes() - before)
                            .isEqualTo(hubs.bytes())
                            .isEqualTo(HubRows.bytes(graph.vertexCount(), graph.edgeCount()));
                }
            }
        });
    }

    private static List<Integer> neighbors(Csr rows, int vertex) {
        return LongStream.range(rows.start(vertex), rows.end(vertex))
                .mapToObj(rows::neighbor)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void everyGraphIsOrientedByAGivenOrder(int concurrency) {
        Workers workers = Workers.of(concurrency);
        graphs().forEach(list -> {
            List<Integer> order = EdgeList.permutation(list.left(), list.edges().size());
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, workers);
                    OffHeapInts given = memory.ints(list.left())) {
                IntStream.range(0, list.left()).forEach(rank -> given.set(rank, order.get(rank)));
                try (OrientedGraph oriented =
                        OrientedGraph.byOrder(graph, given, EdgeNumbers.BY_SLOT, memory, workers)) {
                    check(list, order, oriented);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 100})
    void rowsAreTheSameInSmallerParts(long edgesOfPart) {
        Workers workers = Workers.of(2);
        graphs().forEach(list -> {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, workers);
                    OrientedGraph whole = OrientedGraph.byDegree(graph, EdgeNumbers.BY_SLOT, memory, workers);
                    OffHeapScope scope = new OffHeapScope(memory)) {
                for (boolean numbered : new boolean[] {true, false}) {
                    OrientedRows.Made rows =
                            OrientedRows.of(graph, whole.ranks(), numbered, edgesOfPart, 1, memory, workers);
                    scope.own(rows.adjacency());
                    assertThat(CsrRows.of(rows.adjacency())).as("%s", list).isEqualTo(CsrRows.of(whole.adjacency()));
                    if (numbered) {
                        scope.own(rows.edges());
                        assertThat(numbers(rows.edges())).as("%s", list).isEqualTo(numbers(whole.edges()));
                    }
                }
            }
        });
    }

    private static List<Long> numbers(OffHeapLongs edges) {
        return LongStream.range(0, edges.length()).mapToObj(edges::get).toList();
    }

    /** Vertices of so large degrees are ordered apart from the others. */
    @Test
    void verticesOfLargeDegreesAreOrdered() {
        int leaves = 70_000;
        List<Edge> edges = new ArrayList<>();
        int[] hubs = {3, 1000, 30_000, 30_001};
        int[] degrees = {66_000, 69_000, 66_000, 65_000};
        for (int i = 0; i < hubs.length; i++) {
            for (int leaf = 0, left = degrees[i]; left > 0; leaf++) {
                int end = leaf;
                if (Arrays.stream(hubs).noneMatch(hub -> hub == end)) {
                    edges.add(new Edge(Math.min(hubs[i], end), Math.max(hubs[i], end)));
                    left--;
                }
            }
        }
        EdgeList list = new EdgeList(leaves, leaves, edges);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2));
                OrientedGraph oriented = OrientedGraph.byDegree(graph, EdgeNumbers.BY_SLOT, memory, Workers.of(2))) {
            assertThat(IntStream.range(0, 4).map(oriented.vertices()::get)).containsExactly(1000, 3, 30_000, 30_001);
            check(list, orderByDegree(list), oriented);
        }
    }

    private static Stream<EdgeList> graphs() {
        Stream<EdgeList> small = Stream.iterate(0L, seed -> seed < Seeds.atMost(100), seed -> seed + 1)
                .map(RandomGraphs::unipartite);
        EdgeList bipartite = RandomGraphs.bipartite(1, 9000, 9000, 100_000, 3);
        EdgeList large = new EdgeList(
                9000,
                9000,
                bipartite.edges().stream().filter(e -> e.left() < e.right()).toList());
        return Stream.concat(Stream.of(new EdgeList(0, 0, List.of()), new EdgeList(5, 5, List.of()), large), small);
    }

    private static void check(EdgeList list, List<Integer> order, OrientedGraph oriented) {
        int vertices = list.left();
        Integer[] ranks = new Integer[vertices];
        IntStream.range(0, vertices).forEach(rank -> ranks[order.get(rank)] = rank);
        assertThat(IntStream.range(0, vertices)
                        .mapToObj(oriented.vertices()::get)
                        .toList())
                .as("order of %s", list)
                .isEqualTo(order);
        assertThat(IntStream.range(0, vertices).mapToObj(oriented.ranks()::get).toList())
                .as("ranks of %s", list)
                .isEqualTo(List.of(ranks));
        List<Edge> expected = new ArrayList<>();
        Map<Edge, Long> numbers = new HashMap<>();
        for (Edge edge : list.sorted().edges()) {
            int u = ranks[edge.left()];
            int v = ranks[edge.right()];
            Edge directed = new Edge(Math.max(u, v), Math.min(u, v));
            numbers.put(directed, (long) expected.size());
            expected.add(directed);
        }
        Csr rows = oriented.adjacency();
        assertThat(CsrRows.of(rows)).as("rows of %s", list).isEqualTo(CsrRows.of(vertices, expected));
        assertThat(LongStream.range(0, rows.slotCount())
                        .mapToObj(oriented.edges()::get)
                        .toList())
                .as("edges of %s", list)
                .isEqualTo(LongStream.range(0, rows.slotCount())
                        .mapToObj(slot -> numbers.get(new Edge(rows.vertexOf(slot), rows.neighbor(slot))))
                        .toList());
        assertThat(oriented.maxDegree())
                .isEqualTo(IntStream.range(0, vertices)
                        .map(rank -> (int) rows.degree(rank))
                        .max()
                        .orElse(0));
    }

    private static List<Integer> orderByDegree(EdgeList list) {
        int[] degrees = new int[list.left()];
        for (Edge edge : list.edges()) {
            degrees[edge.left()]++;
            degrees[edge.right()]++;
        }
        return IntStream.range(0, list.left())
                .boxed()
                .sorted(Comparator.comparing((Integer v) -> -degrees[v]).thenComparing(v -> v))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(EdgeNumbers.class)
    void peakIsNoMoreThanPredicted(EdgeNumbers numbers) {
        EdgeList list = RandomGraphs.unipartite(7);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(2))) {
            memory.resetPeak();
            OrientedGraph.byDegree(graph, numbers, memory, Workers.of(2)).close();
            assertThat(memory.peakBytes() - graph.bytes())
                    .isLessThanOrEqualTo(OrientedGraph.peakBytes(graph.vertexCount(), graph.edgeCount(), numbers));
        }
    }

    @ParameterizedTest
    @EnumSource(EdgeNumbers.class)
    void edgesAreNumberedWhenAskedFor(EdgeNumbers numbers) {
        EdgeList list = RandomGraphs.unipartite(3);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, Workers.of(1));
                OrientedGraph oriented = OrientedGraph.byDegree(graph, numbers, memory, Workers.of(1))) {
            assertThat(oriented.edges() != null).isEqualTo(numbers == EdgeNumbers.BY_SLOT);
        }
    }
}
