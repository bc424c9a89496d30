package dev.motif.projection;

import dev.motif.graph.CsrBuilder.ParallelEdges;
import dev.motif.graph.OffHeapLongs;

/**
 * The ids of the relationships of each edge. Parallel relationships share one edge: the smallest id is in {@link
 * #first()}, the others are in {@link #others()}. Owns its memory.
 *
 * @param first the smallest relationship id of each edge
 * @param others the other relationship ids of edges with several relationships: slots are edges, payloads are ids
 */
public record RelationshipIds(OffHeapLongs first, ParallelEdges others) implements AutoCloseable {
    /** The off-heap bytes that {@link #close} frees. */
    public long bytes() {
        return first.bytes() + others.slots().bytes() + others.payloads().bytes();
    }

    /** The number of all relationships, parallel ones included. */
    public long count() {
        return first.length() + others.slots().length();
    }

    @Override
    public void close() {
        first.close();
        others.close();
    }
}
