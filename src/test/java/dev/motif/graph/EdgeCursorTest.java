package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@LeavesNothing
class EdgeCursorTest {
    private final NativeMemory memory = new NativeMemory(1 << 26);

    @Test
    void skippingForwardEndsBeforeTheEdgeOfThatNumber() {
        for (long seed = 0; seed < 30; seed++) {
            check(RandomGraphs.unipartite(seed), false, seed);
            check(RandomGraphs.bipartite(seed), true, seed);
        }
        check(TestGraphs.empty(), true, 0);
        check(TestGraphs.edgeless(4, 4), false, 0);
    }

    private void check(EdgeList list, boolean bipartite, long seed) {
        List<Edge> expected = list.sorted().edges();
        SplittableRandom random = new SplittableRandom(seed);
        try (Graph graph =
                bipartite ? list.toGraph(memory, Workers.of(1)) : list.toUnipartiteGraph(memory, Workers.of(1))) {
            EdgeCursor skipping = new EdgeCursor(graph);
            int first = 0;
            while (first < expected.size()) {
                first += random.nextInt(expected.size() - first + 1) / 3;
                skipping.skipTo(first);
                for (int edge = first, end = first + 1 + random.nextInt(3); edge < end; edge++) {
                    EdgeCursor started = new EdgeCursor(graph, edge);
                    boolean there = edge < expected.size();
                    assertThat(skipping.next()).as("%s: edge %d", list, edge).isEqualTo(there);
                    assertThat(started.next()).isEqualTo(there);
                    if (there) {
                        assertThat(List.of(at(skipping), at(started))).containsOnly(expected.get(edge));
                        assertThat(List.of(skipping.edge(), started.edge())).containsOnly((long) edge);
                    }
                }
                first = (int) skipping.edge() + 1;
            }
            skipping.skipTo(expected.size() + 5L);
            assertThat(skipping.next()).isFalse();
        }
    }

    private static Edge at(EdgeCursor cursor) {
        return new Edge(cursor.first(), cursor.second());
    }
}
