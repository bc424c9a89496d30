package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.backend.work.FoundBuffer;

/**
 * A leaf of a search for (p,q)-bicliques. It stands for the bicliques of its fixed vertices and, on each side, any
 * choice of the missing number of free ones: all its left vertices are adjacent to all its right ones. Each biclique is
 * in one leaf.
 *
 * @param left fixed left vertices, at most p
 * @param freeLeft left vertices to choose from
 * @param right fixed right vertices, at most q
 * @param freeRight right vertices to choose from
 */
public record Leaf(int[] left, int[] freeLeft, int[] right, int[] freeRight) {
    /** How leaves are kept until they are read. */
    public static final FoundBuffer.Form<Leaf> FORM = new FoundBuffer.Form<>() {
        @Override
        public int[][] arrays(Leaf leaf) {
            return new int[][] {leaf.left, leaf.freeLeft, leaf.right, leaf.freeRight};
        }

        @Override
        public Leaf of(int[][] arrays) {
            return new Leaf(arrays[0], arrays[1], arrays[2], arrays[3]);
        }
    };
}
