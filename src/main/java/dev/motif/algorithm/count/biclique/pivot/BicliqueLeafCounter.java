package dev.motif.algorithm.count.biclique.pivot;

import java.math.BigInteger;

/**
 * Adds up what one worker finds at the leaves of its searches. {@link BicliqueLeafHistogram} describes the bicliques that a
 * leaf stands for. Roots and mates have the numbers of the current {@link BicliqueLocalGraph}.
 *
 * <p>The vertices on the path are those that the search has taken so far. They are in bicliques of every leaf below: a
 * fixed vertex in all bicliques of a leaf, a free one in those that choose it. A counter that counts by vertex or edge is
 * told which vertices are on the path.
 */
abstract class BicliqueLeafCounter {
    /** A leaf counter that ignores everything. */
    static final BicliqueLeafCounter NONE = new BicliqueLeafCounter() {
        @Override
        boolean local() {
            return false;
        }

        @Override
        void leaf(int fixedRoots, int freeRoots, int fixedMates, int freeMates) {}

        @Override
        BigInteger[][] bicliques() {
            throw new UnsupportedOperationException("nothing was counted");
        }
    };

    /** Whether this counter must be told which vertices are on the path. */
    abstract boolean local();

    abstract void leaf(int fixedRoots, int freeRoots, int fixedMates, int freeMates);

    /**
     * The bicliques of all leaves by size: the number for {@code minRoots + i} roots and {@code minMates + j} mates is
     * in row {@code i}, column {@code j}.
     */
    abstract BigInteger[][] bicliques();

    /** Is called when a search in {@code graph} begins. */
    void begin(BicliqueLocalGraph graph) {}

    /** Is called when the search has ended. */
    void end() {}

    /** The number of vertices on the path, for {@link #shorten}. */
    int pathLength() {
        return 0;
    }

    /** Adds a root or a mate to the path, as a fixed vertex or as a free one. */
    void extend(boolean isRoot, int vertex, boolean isFixed) {}

    /** Takes the vertices that were added last off the path, until {@code length} are left. */
    void shorten(int length) {}
}
