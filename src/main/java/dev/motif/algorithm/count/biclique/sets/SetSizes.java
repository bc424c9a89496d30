package dev.motif.algorithm.count.biclique.sets;

import dev.motif.graph.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * The sets of vertices of one side that are counted by the number of their common neighbors: sets of {@code s} vertices,
 * from 2 to {@code most} of them, that have {@code s + more} common neighbors or more.
 *
 * @param more 0 or 1
 */
public record SetSizes(Side side, int most, int more) {
    /**
     * The sets that have all sizes of bicliques of a table but stars. The smaller side of a biclique is the one whose sets
     * are counted, so that they are small and have many neighbors in common.
     *
     * @param p the most left vertices, 2 or more
     * @param q the most right vertices, 2 or more
     * @param first the side whose sets count the bicliques of equal sides
     */
    static List<SetSizes> of(int p, int q, Side first) {
        int ofFirst = first == Side.LEFT ? p : q;
        int ofOther = first == Side.LEFT ? q : p;
        List<SetSizes> sizes = new ArrayList<>(List.of(new SetSizes(first, Math.min(ofFirst, ofOther), 0)));
        int below = Math.min(ofOther, ofFirst - 1);
        if (below >= 2) {
            sizes.add(new SetSizes(first == Side.LEFT ? Side.RIGHT : Side.LEFT, below, 1));
        }
        return sizes;
    }

    /** The fewest common neighbors of a set of {@code vertices} vertices. */
    int least(int vertices) {
        return vertices + more;
    }
}
