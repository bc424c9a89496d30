package dev.motif.algorithm.kclique.search;

import dev.motif.algorithm.kclique.model.LeafHistogram;

/**
 * What one worker adds up at the leaves of its searches. A leaf stands for the cliques that {@link LeafHistogram}
 * describes.
 *
 * <p>The vertices on the path are those that the search has taken so far. They are in cliques of every leaf below: a fixed
 * vertex in all cliques of a leaf, a free one in those that choose it. A tally that counts by vertex or edge is told which
 * vertices are on the path.
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

    /** True when this tally must be told which vertices are on the path. */
    public boolean local() {
        return false;
    }

    /** Adds a leaf. */
    public void leaf(int h, int p) {}

    /** Adds {@code times} leaves, or takes some away; not to a tally that is local. */
    public void leaves(int h, int p, long times) {}

    /** A search in {@code graph} begins. */
    void begin(LocalGraph graph) {}

    /** How many vertices are on the path, for {@link #shorten}. */
    public int pathLength() {
        return 0;
    }

    /** Adds {@code v}, a candidate or a root, to the path, as a fixed vertex or as a free one. */
    public void extend(int v, boolean isFixed) {}

    /** Takes the vertices off the path that were added last, until {@code length} are left. */
    public void shorten(int length) {}
}
