package dev.motif.graph.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrRows;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class RankedGraphTest {
    private final NativeMemory memory = new NativeMemory(1L << 40);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void everyGraphIsRankedByDegree(int concurrency) {
        Workers workers = Workers.of(concurrency);
        Stream<EdgeList> random = Stream.iterate(0L, seed -> seed < Seeds.atMost(100), seed -> seed + 1)
                .map(RandomGraphs::bipartite);
        Stream<EdgeList> large = Stream.of(RandomGraphs.bipartite(1, 9000, 40_000, 100_000, 3));
        Stream.of(TestGraphs.all().stream(), random, large)
                .flatMap(lists -> lists)
                .forEach(list -> {
                    try (BipartiteGraph graph = list.toGraph(memory, workers);
                            RankedGraph ranked = RankedGraph.of(graph, memory, workers)) {
                        check(list, ranked);
                        assertThat(memory.liveBytes() - graph.bytes())
                                .isEqualTo(RankedGraph.bytes(graph.vertexCount(), graph.edgeCount()));
                    }
                });
    }

    private static void check(EdgeList list, RankedGraph ranked) {
        List<Integer> ranks = ranksByDefinition(list);
        List<Edge> expected = new ArrayList<>();
        for (Edge edge : list.edges()) {
            int left = ranks.get(edge.left());
            int right = ranks.get(list.left() + edge.right());
            expected.add(new Edge(left, right));
            expected.add(new Edge(right, left));
        }
        assertThat(IntStream.range(0, list.left()).mapToObj(ranked::rankOfLeft))
                .as("ranks of the left side of %s", list)
                .isEqualTo(ranks.subList(0, list.left()));
        assertThat(IntStream.range(0, list.right()).mapToObj(ranked::rankOfRight))
                .as("ranks of the right side of %s", list)
                .isEqualTo(ranks.subList(list.left(), ranks.size()));
        // Equal sorted rows mean that both directions are there, and so the same degrees.
        assertThat(CsrRows.of(ranked.adjacency()))
                .as("adjacency of %s", list)
                .isEqualTo(CsrRows.of(ranks.size(), expected));
        assertThat(IntStream.range(0, ranks.size()).mapToObj(ranked.adjacency()::degree))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    /** The rank of each vertex, first of the left side, then of the right side. */
    private static List<Integer> ranksByDefinition(EdgeList list) {
        int vertices = list.left() + list.right();
        int[] degrees = new int[vertices];
        for (Edge edge : list.edges()) {
            degrees[edge.left()]++;
            degrees[list.left() + edge.right()]++;
        }
        List<Integer> order = IntStream.range(0, vertices)
                .boxed()
                .sorted(Comparator.comparing((Integer v) -> -degrees[v]).thenComparing(v -> v))
                .toList();
        Integer[] ranks = new Integer[vertices];
        for (int rank = 0; rank < vertices; rank++) {
            ranks[order.get(rank)] = rank;
        }
        return List.of(ranks);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20_000, 300_000})
    void peakIsNoMoreThanPredicted(int edges) {
        EdgeList list = RandomGraphs.bipartite(edges, 5000, 3000, edges, 1);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            memory.resetPeak();
            RankedGraph.of(graph, memory, Workers.of(2)).close();
            assertThat(memory.peakBytes() - graph.bytes())
                    .isEqualTo(RankedGraph.peakBytes(graph.vertexCount(), graph.edgeCount()));
        }
    }

    @Test
    void tooManyVerticesAreRejectedBeforeAnythingIsAllocated() {
        try (BipartiteGraph graph = new BipartiteGraph(edgeless(1 << 30), edgeless(1 << 30))) {
            memory.resetPeak();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RankedGraph.of(graph, memory, Workers.of(1)))
                    .withMessage("the two sides together must have fewer than 2^31 nodes, got 2147483648");
            assertThat(memory.peakBytes()).isEqualTo(graph.bytes());
        }
    }

    /** A graph without edges, whose offsets are never touched and so take no memory. */
    private Csr edgeless(int vertices) {
        try {
            return new Csr(memory.longs(vertices + 1L), memory.ints(0));
        } catch (OffHeapMemoryException e) {
            return abort("this machine does not hand out address space for " + vertices + " vertices");
        }
    }
}
