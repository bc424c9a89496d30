package dev.motif.algorithm.butterfly.wing;

import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/** The wing numbers of the edges of a graph. Closing it frees its array. */
public final class WingResult implements AutoCloseable, Serializable {
    private final OffHeapLongs edges;
    private final long levels;

    WingResult(OffHeapLongs edges, long levels) {
        this.edges = edges;
        this.levels = levels;
    }

    /** The wing number of each edge, by edge index. */
    public OffHeapLongs edges() {
        return edges;
    }

    /** The number of different wing numbers. */
    public long levels() {
        return levels;
    }

    @Override
    public void close() {
        edges.close();
    }
}
