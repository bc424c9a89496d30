package dev.motif.algorithm.butterfly.tip;

import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.Side;

/** The tip numbers of one side of a graph. Owns its array. */
public final class TipResult implements AutoCloseable {
    private final Side side;
    private final OffHeapLongs vertices;
    private final long levels;

    TipResult(Side side, OffHeapLongs vertices, long levels) {
        this.side = side;
        this.vertices = vertices;
        this.levels = levels;
    }

    public Side side() {
        return side;
    }

    /** For each vertex of the side its tip number. */
    public OffHeapLongs vertices() {
        return vertices;
    }

    /** How many different tip numbers there are. */
    public long levels() {
        return levels;
    }

    @Override
    public void close() {
        vertices.close();
    }
}
