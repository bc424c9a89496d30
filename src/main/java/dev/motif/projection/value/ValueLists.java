package dev.motif.projection.value;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * A list of values for each edge: those of its parallel relationships that have one, ascending. Owns its memory.
 *
 * @param starts the index in {@code values} at which the list of each edge begins, and last the number of all values
 * @param values the bits of the values, list by list
 */
public record ValueLists(OffHeapLongs starts, OffHeapLongs values) implements AutoCloseable {
    private static final int GRAIN = 1 << 14;

    /** The number of values of an edge. */
    public long size(long edge) {
        return starts.get(edge + 1) - starts.get(edge);
    }

    /**
     * The lists of some edges, which are numbered anew in the same order. The caller owns them.
     *
     * @param edges the numbers of these edges
     */
    public ValueLists of(OffHeapLongs edges, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs some = scope.longs(edges.length() + 1);
            long next = 0;
            for (long i = 0; i < edges.length(); i++) {
                if (i % GRAIN == 0) {
                    workers.cancellation().check();
                }
                some.set(i, next);
                next += size(edges.get(i));
            }
            some.set(edges.length(), next);
            OffHeapLongs theirs = scope.longs(next);
            workers.forRanges(edges.length(), GRAIN, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    theirs.copyFrom(values, starts.get(edges.get(i)), some.get(i), some.get(i + 1) - some.get(i));
                }
            });
            return new ValueLists(scope.keep(some), scope.keep(theirs));
        }
    }

    /** The off-heap bytes that {@link #close} frees. */
    public long bytes() {
        return starts.bytes() + values.bytes();
    }

    @Override
    public void close() {
        starts.close();
        values.close();
    }
}
