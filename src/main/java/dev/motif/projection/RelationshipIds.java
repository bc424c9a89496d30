package dev.motif.projection;

import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.OffHeapLongs;

/**
 * The relationships behind the edges. Parallel relationships share one edge: the smallest id is in {@link #first()},
 * the others are in {@link #others()}. Owns its memory.
 *
 * @param first for each edge, by its index, the smallest relationship id
 * @param others the other relationships of edges that have several
 */
public record RelationshipIds(OffHeapLongs first, ParallelEdges others) implements AutoCloseable {
    public long bytes() {
        return first.bytes() + others.slots().bytes() + others.payloads().bytes();
    }

    /** All relationships, parallel ones included. */
    public long count() {
        return first.length() + others.slots().length();
    }

    @Override
    public void close() {
        first.close();
        others.close();
    }
}
