package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@LeavesNothing
class DisjointSetsTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    /** The smallest vertex that is connected with each one, found by going over all edges until nothing changes. */
    private static int[] smallest(EdgeList list) {
        int[] smallest = new int[list.left()];
        Arrays.setAll(smallest, v -> v);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (EdgeList.Edge edge : list.edges()) {
                int both = Math.min(smallest[edge.left()], smallest[edge.right()]);
                changed |= smallest[edge.left()] != both || smallest[edge.right()] != both;
                smallest[edge.left()] = both;
                smallest[edge.right()] = both;
            }
        }
        return smallest;
    }

    @Test
    void rootsAreTheSmallestConnectedVerticesHoweverManyThreadsJoin() {
        for (int seed = 0; seed < Seeds.atMost(200); seed++) {
            EdgeList list = RandomGraphs.unipartite(seed);
            int[] expected = smallest(list);
            try (OffHeapInts parents = memory.ints(list.left())) {
                DisjointSets sets = new DisjointSets(parents);
                Workers.of(4).forRanges(list.edges().size(), 1, (worker, from, to) -> {
                    EdgeList.Edge edge = list.edges().get((int) from);
                    sets.join(edge.left(), edge.right());
                });
                for (int v = 0; v < expected.length; v++) {
                    assertThat(sets.root(v)).as("seed %d, vertex %d", seed, v).isEqualTo(expected[v]);
                }
            }
        }
    }

    @Test
    void setsAreNumberedByTheirSmallestVertices() {
        try (OffHeapInts parents = memory.ints(7);
                OffHeapInts labels = memory.ints(7)) {
            DisjointSets sets = new DisjointSets(parents);
            sets.join(5, 1);
            sets.join(6, 4);
            assertThat(sets.number(labels, new Steps(Cancellation.NEVER))).isEqualTo(5);
            assertThat(values(labels)).containsExactly(0, 1, 2, 3, 4, 1, 4);
            assertThat(sets.number(labels, v -> v > 0 && v != 3, -9, new Steps(Cancellation.NEVER)))
                    .isEqualTo(3);
            assertThat(values(labels)).containsExactly(-9, 0, 1, -9, 2, 0, 2);
        }
    }

    private static int[] values(OffHeapInts labels) {
        return IntStream.range(0, (int) labels.length()).map(labels::get).toArray();
    }
}
