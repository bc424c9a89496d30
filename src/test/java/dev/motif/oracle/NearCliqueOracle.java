package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.util.List;
import java.util.stream.IntStream;

/** Finds the maximal near-cliques of small graphs by looking at all sets of vertices. */
public final class NearCliqueOracle {
    private final int[] neighbors;
    private final int missing;

    /** @param missing how many other vertices each vertex may miss */
    public NearCliqueOracle(EdgeList list, int missing) {
        this.neighbors = new int[list.left()];
        this.missing = missing;
        for (EdgeList.Edge edge : list.edges()) {
            neighbors[edge.left()] |= 1 << edge.right();
            neighbors[edge.right()] |= 1 << edge.left();
        }
    }

    /** The near-cliques of at least {@code minSize} vertices, each ascending. */
    public List<List<Integer>> all(int minSize) {
        return IntStream.range(0, 1 << neighbors.length)
                .filter(set -> Integer.bitCount(set) >= minSize && isNear(set) && isMaximal(set))
                .mapToObj(set -> members(set).boxed().toList())
                .toList();
    }

    private boolean isMaximal(int set) {
        return IntStream.range(0, neighbors.length).noneMatch(v -> (set >> v & 1) == 0 && isNear(set | 1 << v));
    }

    private boolean isNear(int set) {
        return members(set).allMatch(v -> Integer.bitCount(set & ~neighbors[v] & ~(1 << v)) <= missing);
    }

    private IntStream members(int set) {
        return IntStream.range(0, neighbors.length).filter(v -> (set >> v & 1) == 1);
    }
}
