package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** Finds the maximal near-cliques of a graph that has few by looking at all near-cliques, each grown by later vertices. */
public final class NearCliqueOracle {
    private final BitSet[] neighbors;
    private final int missing;

    /** @param missing how many other vertices each vertex may miss */
    public NearCliqueOracle(EdgeList list, int missing) {
        this.neighbors =
                IntStream.range(0, list.left()).mapToObj(v -> new BitSet()).toArray(BitSet[]::new);
        this.missing = missing;
        for (EdgeList.Edge edge : list.edges()) {
            neighbors[edge.left()].set(edge.right());
            neighbors[edge.right()].set(edge.left());
        }
    }

    /** The near-cliques of at least {@code minSize} vertices, each ascending. */
    public List<List<Integer>> all(int minSize) {
        List<List<Integer>> found = new ArrayList<>();
        Deque<BitSet> sets = new ArrayDeque<>(List.of(new BitSet()));
        while (!sets.isEmpty()) {
            BitSet set = sets.pop();
            boolean maximal = true;
            for (int v = 0; v < neighbors.length; v++) {
                BitSet larger = (BitSet) set.clone();
                larger.set(v);
                if (!set.get(v) && isNear(larger)) {
                    maximal = false;
                    if (v >= set.length()) {
                        sets.push(larger);
                    }
                }
            }
            if (maximal && set.cardinality() >= minSize) {
                found.add(set.stream().boxed().toList());
            }
        }
        return found;
    }

    private boolean isNear(BitSet set) {
        return set.stream().allMatch(v -> {
            BitSet missed = (BitSet) set.clone();
            missed.andNot(neighbors[v]);
            return missed.cardinality() - 1 <= missing;
        });
    }
}
