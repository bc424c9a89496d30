package dev.motif.algorithm.level.tip;

import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/**
 * The tip numbers of the vertices of one side. Closing it frees its array.
 *
 * @param side the side whose vertices have the tip numbers
 * @param vertices the tip number of each vertex of the side
 * @param levels the number of different tip numbers
 */
public record TipResult(Side side, OffHeapLongs vertices, long levels) implements AutoCloseable, Serializable {
    @Override
    public void close() {
        vertices.close();
    }
}
