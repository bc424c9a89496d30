package dev.motif.algorithm.butterfly.tip;

import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/** The tip numbers of the vertices of one side. Closing it frees its array. */
public final class TipResult implements AutoCloseable, Serializable {
    private final Side side;
    private final OffHeapLongs vertices;
    private final long levels;

    TipResult(Side side, OffHeapLongs vertices, long levels) {
        this.side = side;
        this.vertices = vertices;
        this.levels = levels;
    }

    /** The side whose vertices have the tip numbers. */
    public Side side() {
        return side;
    }

    /** The tip number of each vertex of the side. */
    public OffHeapLongs vertices() {
        return vertices;
    }

    /** The number of different tip numbers. */
    public long levels() {
        return levels;
    }

    @Override
    public void close() {
        vertices.close();
    }
}
