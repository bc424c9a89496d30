package dev.motif.algorithm.butterfly.wing;

import dev.motif.graph.OffHeapLongs;

/** The wing numbers of a graph. Owns its array. */
public final class WingResult implements AutoCloseable {
    private final OffHeapLongs edges;
    private final long levels;

    WingResult(OffHeapLongs edges, long levels) {
        this.edges = edges;
        this.levels = levels;
    }

    /** For each edge, by its index, its wing number. */
    public OffHeapLongs edges() {
        return edges;
    }

    /** How many different wing numbers there are. */
    public long levels() {
        return levels;
    }

    @Override
    public void close() {
        edges.close();
    }
}
