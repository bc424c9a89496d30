package dev.motif.algorithm.count.clique.search;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;

/**
 * The sums of one worker over the leaves of its searches. {@link CliqueLeafHistogram} says which cliques a leaf stands
 * for.
 *
 * <p>The search has taken the vertices on the path. They are in cliques of every leaf below: a fixed vertex in all
 * cliques of a leaf, a free one in the cliques that choose it. A counter that counts by vertex or edge is told which
 * vertices are on the path.
 */
public abstract class CliqueLeafCounter {
    /** A leaf counter that ignores everything. */
    public static CliqueLeafCounter none(boolean local) {
        return new CliqueLeafCounter() {
            @Override
            public boolean local() {
                return local;
            }
        };
    }

    /** True when this counter must be told which vertices are on the path. */
    public boolean local() {
        return false;
    }

    /** Adds a leaf of {@code h} fixed and {@code p} free vertices. */
    public void leaf(int h, int p) {}

    /** Adds {@code times} leaves of one kind, or takes some away when it is negative. Not for a local counter. */
    public void leaves(int h, int p, long times) {}

    /** Called when a search in {@code graph} begins. */
    void begin(CliqueLocalGraph graph) {}

    /** How many vertices are on the path, for {@link #shorten}. */
    public int pathLength() {
        return 0;
    }

    /** Adds {@code v}, a candidate or a root, to the path, as a fixed vertex or as a free one. */
    public void extend(int v, boolean isFixed) {}

    /** Takes the vertices that were added last off the path, until {@code length} are left. */
    public void shorten(int length) {}
}
