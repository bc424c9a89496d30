package dev.motif.algorithm.commonneighbors.ktruss;

import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/** The truss numbers of the edges of a graph. Closing it frees its array. */
public final class KTrussResult implements AutoCloseable, Serializable {
    private final OffHeapLongs edges;
    private final long levels;

    KTrussResult(OffHeapLongs edges, long levels) {
        this.edges = edges;
        this.levels = levels;
    }

    /** The truss number of each edge, 2 or more, by the number of the edge. */
    public OffHeapLongs edges() {
        return edges;
    }

    /** The number of different truss numbers. */
    public long levels() {
        return levels;
    }

    @Override
    public void close() {
        edges.close();
    }
}
