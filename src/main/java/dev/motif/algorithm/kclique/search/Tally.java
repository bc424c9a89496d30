package dev.motif.algorithm.kclique.search;

import dev.motif.algorithm.kclique.model.LeafHistogram;

/**
 * What one worker adds up at the leaves of its searches. A leaf stands for the cliques that {@link LeafHistogram}
 * describes.
 *
 * <p>While a vertex is fixed, it is in the cliques of every leaf: in all of them when it is mandatory, in those that
 * choose it when it is optional. A tally that counts by vertex or edge is told which ones are fixed.
 */
public abstract class Tally {
    /** Counts nothing. */
    public static Tally none(boolean local) {
        return new Tally() {
            @Override
            public boolean local() {
                return local;
            }
        };
    }

    /** True when this tally must be told which vertices are fixed. */
    public boolean local() {
        return false;
    }

    /** Adds a leaf. */
    public void leaf(int h, int p) {}

    /** Adds {@code times} leaves, or takes some away; not to a tally that is local. */
    public void leaves(int h, int p, long times) {}

    /** A search in {@code graph} begins. */
    void begin(LocalGraph graph) {}

    /** How many vertices are fixed, for {@link #release}. */
    public int fixed() {
        return 0;
    }

    /** From now on {@code v}, a candidate or a root, is in the cliques of every leaf. */
    public void fix(int v, boolean mandatory) {}

    /** Lets the vertices go that were fixed last, until {@code fixed} are left. */
    public void release(int fixed) {}
}
