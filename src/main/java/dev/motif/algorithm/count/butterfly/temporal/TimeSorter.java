package dev.motif.algorithm.count.butterfly.temporal;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/** Sorts times, for one worker: few of them on the heap, more by their digits. Owns its memory. */
final class TimeSorter implements AutoCloseable {
    private static final int FEW = 1 << 11;

    private final long[] few = new long[FEW];
    private final OffHeapLongs[] spare = new OffHeapLongs[2];
    private final NativeMemory memory;
    private final Cancellation cancellation;

    TimeSorter(NativeMemory memory, Cancellation cancellation) {
        this.memory = memory;
        this.cancellation = cancellation;
    }

    /** One for each worker, which {@code scope} owns. */
    static TimeSorter[] forWorkers(OffHeapScope scope, NativeMemory memory, Workers workers) {
        TimeSorter[] sorters = new TimeSorter[workers.concurrency()];
        Arrays.setAll(sorters, worker -> scope.own(new TimeSorter(memory, workers.cancellation())));
        return sorters;
    }

    /** The bytes for sorting up to this many at once. */
    static long bytes(long most) {
        return most <= FEW ? 0 : 2 * most * Long.BYTES;
    }

    /** Sorts {@code times[from, from + count)}, ascending. */
    void sort(OffHeapLongs times, long from, long count) {
        if (count <= 1) {
            return;
        }
        if (count <= FEW) {
            for (int i = 0; i < count; i++) {
                few[i] = times.get(from + i);
            }
            Arrays.sort(few, 0, (int) count);
            times.copyFrom(few, 0, from, (int) count);
            return;
        }
        for (int i = 0; i < spare.length; i++) {
            spare[i] = grown(spare[i], count, memory);
        }
        // Digits are taken as of unsigned numbers.
        for (long i = 0; i < count; i++) {
            spare[0].set(i, times.get(from + i) ^ Long.MIN_VALUE);
        }
        OffHeapLongs sorted = RadixSort.sort(spare[0], null, spare[1], null, count, Long.SIZE, cancellation)
                .keys();
        for (long i = 0; i < count; i++) {
            times.set(from + i, sorted.get(i) ^ Long.MIN_VALUE);
        }
    }

    /** An array with room for {@code needed} longs: {@code array}, which may be null, or a new one in its place. */
    static OffHeapLongs grown(OffHeapLongs array, long needed, NativeMemory memory) {
        if (array != null && array.length() >= needed) {
            return array;
        }
        if (array != null) {
            array.close();
        }
        return memory.longs(needed);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(spare);
    }
}
