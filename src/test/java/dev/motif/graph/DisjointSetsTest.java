package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

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
        assertThat(memory.liveBytes()).isZero();
    }
}
