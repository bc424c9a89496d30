package dev.motif.oracle;

import dev.motif.graphs.EdgeList;

/** Finds the maximal near-bicliques of small graphs by looking at all pairs of sets of vertices. */
public final class NearBicliqueOracle extends GroupOracle {
    private final int missing;
    private final boolean[][] adjacent;

    /** @param missing how many vertices of the other side each vertex may miss */
    public NearBicliqueOracle(EdgeList list, int missing) {
        super(list.left(), list.right());
        this.missing = missing;
        this.adjacent = new boolean[left][right];
        list.edges().forEach(edge -> adjacent[edge.left()][edge.right()] = true);
    }

    @Override
    boolean isGroup(int lefts, int rights) {
        int[] missedByRight = new int[right];
        for (int u = 0; u < left; u++) {
            int missed = 0;
            for (int v = 0; v < right && (lefts >> u & 1) == 1; v++) {
                if ((rights >> v & 1) == 1 && !adjacent[u][v] && (++missed > missing || ++missedByRight[v] > missing)) {
                    return false;
                }
            }
        }
        return true;
    }
}
