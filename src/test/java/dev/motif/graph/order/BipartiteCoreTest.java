package dev.motif.graph.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@LeavesNothing
class BipartiteCoreTest {
    private static final int SEEDS = Seeds.atMost(200);

    private final NativeMemory memory = new NativeMemory(1L << 30);
    private final Workers workers = Workers.of(2);

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "1, 3", "2, 2", "3, 5", "50, 1", "4, 9", "12, 2"})
    void whatIsLeftIsTheCoreFromBothSides(int minLeftDegree, int minRightDegree) {
        for (long seed = 0; seed < SEEDS; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            Set<Edge> expected = coreByDefinition(list, minLeftDegree, minRightDegree);
            try (BipartiteGraph graph = list.toGraph(memory, workers);
                    BipartiteCore left = BipartiteCore.of(graph, true, minLeftDegree, minRightDegree, memory, workers);
                    BipartiteCore right =
                            BipartiteCore.of(graph, false, minRightDegree, minLeftDegree, memory, workers);
                    BipartiteCore turned = left.turned(memory, workers);
                    BipartiteCore either =
                            BipartiteCore.ofFewerPaths(graph, minLeftDegree, minRightDegree, memory, workers)) {
                assertThat(edges(left)).isEqualTo(expected);
                assertThat(edges(right)).isEqualTo(expected);
                assertThat(edges(turned)).isEqualTo(expected);
                assertThat(turned.rootsAreLeft()).isFalse();
                assertThat(edges(either)).isEqualTo(expected);
                assertThat(either.mates().pathsThrough())
                        .isEqualTo(Math.min(
                                left.mates().pathsThrough(), right.mates().pathsThrough()));
                assertRootsOrdered(left);
                assertRootsOrdered(turned);
                assertMatesOrdered(left);
            }
        }
    }

    private static Set<Edge> coreByDefinition(EdgeList list, int minLeftDegree, int minRightDegree) {
        Set<Edge> edges = new HashSet<>(list.edges());
        int before;
        do {
            before = edges.size();
            var left = edges.stream().collect(Collectors.groupingBy(Edge::left, Collectors.counting()));
            var right = edges.stream().collect(Collectors.groupingBy(Edge::right, Collectors.counting()));
            edges.removeIf(edge -> left.get(edge.left()) < minLeftDegree || right.get(edge.right()) < minRightDegree);
        } while (edges.size() < before);
        return edges;
    }

    private static Set<Edge> edges(BipartiteCore core) {
        Set<Edge> edges = new HashSet<>();
        for (int root = 0; root < core.rootCount(); root++) {
            for (long slot = core.roots().start(root); slot < core.roots().end(root); slot++) {
                int mate = core.roots().neighbor(slot);
                assertThat(core.mates().slotOf(mate, root)).isNotNegative();
                int rootVertex = core.rootVertex(root);
                int mateVertex = core.mateVertex(mate);
                edges.add(core.rootsAreLeft() ? new Edge(rootVertex, mateVertex) : new Edge(mateVertex, rootVertex));
            }
        }
        assertThat(edges).hasSize((int) core.edgeCount());
        return edges;
    }

    /** Checks that roots are in the order of their degrees, then of their ids, and have edges. */
    private static void assertRootsOrdered(BipartiteCore core) {
        for (int root = 1; root < core.rootCount(); root++) {
            long before = core.roots().degree(root - 1);
            assertThat(before).isPositive().isLessThanOrEqualTo(core.roots().degree(root));
            if (before == core.roots().degree(root)) {
                assertThat(core.rootVertex(root - 1)).isLessThan(core.rootVertex(root));
            }
        }
    }

    private static void assertMatesOrdered(BipartiteCore core) {
        for (int mate = 1; mate < core.mateCount(); mate++) {
            assertThat(core.mateVertex(mate - 1)).isLessThan(core.mateVertex(mate));
        }
    }
}
