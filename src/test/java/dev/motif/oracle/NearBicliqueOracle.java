package dev.motif.oracle;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.graphs.EdgeList;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds the maximal near-bicliques of small graphs by looking at all pairs of sets of vertices. */
public final class NearBicliqueOracle {
    private final int left;
    private final int right;
    private final int missing;
    private final boolean[][] adjacent;

    /** @param missing how many vertices of the other side each vertex may miss */
    public NearBicliqueOracle(EdgeList list, int missing) {
        this.left = list.left();
        this.right = list.right();
        this.missing = missing;
        this.adjacent = new boolean[left][right];
        list.edges().forEach(edge -> adjacent[edge.left()][edge.right()] = true);
    }

    /** Those of at least {@code minLeft} by {@code minRight} vertices. */
    public Set<Biclique> all(int minLeft, int minRight) {
        Set<Biclique> all = new HashSet<>();
        for (int lefts = 0; lefts < 1 << left; lefts++) {
            for (int rights = 0; rights < 1 << right; rights++) {
                if (Integer.bitCount(lefts) >= minLeft
                        && Integer.bitCount(rights) >= minRight
                        && isNear(lefts, rights)
                        && isMaximal(lefts, rights)) {
                    all.add(Biclique.of(members(lefts, left), members(rights, right)));
                }
            }
        }
        return all;
    }

    private boolean isMaximal(int lefts, int rights) {
        return IntStream.range(0, left).noneMatch(u -> (lefts >> u & 1) == 0 && isNear(lefts | 1 << u, rights))
                && IntStream.range(0, right).noneMatch(v -> (rights >> v & 1) == 0 && isNear(lefts, rights | 1 << v));
    }

    private boolean isNear(int lefts, int rights) {
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

    private static int[] members(int set, int count) {
        return IntStream.range(0, count).filter(v -> (set >> v & 1) == 1).toArray();
    }
}
