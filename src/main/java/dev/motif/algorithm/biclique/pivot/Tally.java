package dev.motif.algorithm.biclique.pivot;

import java.math.BigInteger;

/**
 * Adds up what one worker finds at the leaves of its searches. {@link LeafHistogram} describes the bicliques that a
 * leaf stands for. Roots and mates have the numbers of the current {@link LocalGraph}.
 *
 * <p>A vertex is fixed while it is in the bicliques of every leaf that is reached: in all of them when it is mandatory,
 * in those that choose it when it is optional. A tally that counts by vertex or edge is told which vertices are fixed.
 */
abstract class Tally {
    /** A tally that counts nothing. */
    static final Tally NONE = new Tally() {
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

    /** Whether this tally must be told which vertices are fixed. */
    abstract boolean local();

    /** Adds a leaf of this kind. */
    abstract void leaf(int fixedRoots, int freeRoots, int fixedMates, int freeMates);

    /**
     * The bicliques of all leaves by size: those of {@code minRoots + i} roots and {@code minMates + j} mates are in
     * row {@code i}, column {@code j}.
     */
    abstract BigInteger[][] bicliques();

    /** Is called when a search in {@code graph} begins. */
    void begin(LocalGraph graph) {}

    /** Is called when the search has ended. */
    void end() {}

    /** The number of fixed vertices, for {@link #release}. */
    int fixed() {
        return 0;
    }

    /** Fixes a root or a mate: from now on it is in the bicliques of every leaf. */
    void fix(boolean isRoot, int vertex, boolean mandatory) {}

    /** Releases the vertices that were fixed last, until {@code fixed} remain. */
    void release(int fixed) {}
}
