package dev.motif.algorithm.biclique.pivot;

import java.math.BigInteger;

/**
 * What one worker adds up at the leaves of its searches. A leaf stands for the bicliques that {@link LeafHistogram}
 * describes. Roots and mates are numbered as in the current {@link LocalGraph}.
 *
 * <p>While a vertex is fixed, it is in the bicliques of every leaf: in all of them when it is mandatory, in those that
 * choose it when it is optional. A tally that counts by vertex or edge is told which ones are fixed.
 */
abstract class Tally {
    /** Counts nothing. */
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

    /** True when this tally must be told which vertices are fixed. */
    abstract boolean local();

    abstract void leaf(int fixedRoots, int freeRoots, int fixedMates, int freeMates);

    /** The bicliques of all leaves by their sizes: {@code minRoots + i} roots and {@code minMates + j} mates. */
    abstract BigInteger[][] bicliques();

    /** A search begins. */
    void begin(LocalGraph graph) {}

    /** The search has ended. */
    void end() {}

    /** How many vertices are fixed, for {@link #release}. */
    int fixed() {
        return 0;
    }

    /** From now on a root, or a mate, is in the bicliques of every leaf. */
    void fix(boolean isRoot, int vertex, boolean mandatory) {}

    /** Lets the vertices go that were fixed last, until {@code fixed} are left. */
    void release(int fixed) {}
}
