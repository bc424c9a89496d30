package dev.motif.projection.value;

import dev.motif.graph.change.Splice;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * A list of values for each edge: the values of its parallel relationships ({@link Property.Aggregation#KEEP}). Owns its
 * memory.
 *
 * @param starts the index in {@code values} at which the list of each edge begins, and last the number of all values
 * @param values the bits of the values, list by list
 */
public record ValueLists(OffHeapLongs starts, OffHeapLongs values) implements AutoCloseable {
    private static final int GRAIN = 1 << 14;

    public long size(long edge) {
        return starts.get(edge + 1) - starts.get(edge);
    }

    /** The edge in whose list the value with an index is. Takes O(log edges). */
    public long edgeOf(long index) {
        return starts.lowerBound(0, starts.length(), index + 1) - 1;
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

    /**
     * The lists after a change, which the caller owns.
     *
     * @param change what became of the edges
     * @param inserted the lists of the edges that it inserts
     * @param reader has read these, and copies the others
     */
    public ValueLists after(
            Splice change, ValueLists inserted, PropertyReader reader, NativeMemory memory, Workers workers) {
        // The values of removed lists, before each of them and at last of all.
        long[] fewer = new long[change.removedCount() + 1];
        for (int i = 0; i < change.removedCount(); i++) {
            fewer[i + 1] = fewer[i] + size(change.removed(i));
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            long count = values.length() - fewer[change.removedCount()] + inserted.values.length();
            OffHeapLongs madeStarts = scope.longs(change.length() + 1);
            OffHeapLongs made = scope.longs(count);
            change.forEachRun(workers, (old, edge, length) -> {
                long before = starts.get(old);
                long now = before - fewer[change.removedBelow(old)] + inserted.starts.get(change.insertedBelow(edge));
                for (long i = 0; i < length; i++) {
                    madeStarts.set(edge + i, starts.get(old + i) - before + now);
                }
                reader.copy(values, before, made, now, starts.get(old + length) - before);
            });
            for (int i = 0; i < change.insertedCount(); i++) {
                long old = change.insertedAt(i);
                long now = starts.get(old) - fewer[change.removedBelow(old)] + inserted.starts.get(i);
                madeStarts.set(change.inserted(i), now);
                made.copyFrom(inserted.values, inserted.starts.get(i), now, inserted.size(i));
            }
            madeStarts.set(change.length(), count);
            return new ValueLists(scope.keep(madeStarts), scope.keep(made));
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
