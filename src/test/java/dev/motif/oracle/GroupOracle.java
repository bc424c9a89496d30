package dev.motif.oracle;

import dev.motif.algorithm.group.biclique.model.Biclique;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds the maximal groups of two sides of small graphs by looking at all pairs of sets of vertices, as bits. */
abstract class GroupOracle {
    final int left;
    final int right;

    GroupOracle(int left, int right) {
        this.left = left;
        this.right = right;
    }

    /** Whether these are a group, maximal or not. */
    abstract boolean isGroup(int lefts, int rights);

    /** The groups of at least {@code minLeft} by {@code minRight} vertices. */
    public final Set<Biclique> all(int minLeft, int minRight) {
        Set<Biclique> all = new HashSet<>();
        for (int lefts = 0; lefts < 1 << left; lefts++) {
            for (int rights = 0; rights < 1 << right; rights++) {
                if (Integer.bitCount(lefts) >= minLeft
                        && Integer.bitCount(rights) >= minRight
                        && isGroup(lefts, rights)
                        && isMaximal(lefts, rights)) {
                    all.add(Biclique.of(members(lefts, left), members(rights, right)));
                }
            }
        }
        return all;
    }

    private boolean isMaximal(int lefts, int rights) {
        return IntStream.range(0, left).noneMatch(u -> (lefts >> u & 1) == 0 && isGroup(lefts | 1 << u, rights))
                && IntStream.range(0, right).noneMatch(v -> (rights >> v & 1) == 0 && isGroup(lefts, rights | 1 << v));
    }

    private static int[] members(int set, int count) {
        return IntStream.range(0, count).filter(v -> (set >> v & 1) == 1).toArray();
    }
}
