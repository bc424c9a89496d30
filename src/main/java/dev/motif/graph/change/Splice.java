package dev.motif.graph.change;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * How an array became another one by removing and inserting some elements. The others keep their order, and are copied in
 * runs. Immutable.
 */
public final class Splice {
    private static final int GRAIN = 1 << 18;

    private final long oldLength;
    /** The old indexes of elements that are removed, ascending. */
    private final long[] removed;
    /** The old index of the element before which each new one is inserted, ascending. */
    private final long[] at;
    /** The index of each new element. */
    private final long[] inserted;

    /**
     * @param removed old indexes, ascending, without repetitions
     * @param at old indexes before which new elements are inserted, ascending
     */
    public Splice(long oldLength, long[] removed, long[] at) {
        this.oldLength = oldLength;
        this.removed = removed;
        this.at = at;
        this.inserted = new long[at.length];
        int before = 0;
        for (int i = 0; i < at.length; i++) {
            while (before < removed.length && removed[before] < at[i]) {
                before++;
            }
            inserted[i] = at[i] - before + i;
        }
    }

    /**
     * This splice, with some of the elements that stay removed and inserted anew; the others are copied.
     *
     * @param renewed their indexes, ascending
     */
    public Splice renewing(long[] renewed) {
        if (renewed.length == 0) {
            return this;
        }
        long[] come = RadixSort.sort(concatenated(inserted, renewed));
        long[] gone =
                concatenated(removed, Arrays.stream(renewed).map(this::before).toArray());
        return new Splice(
                oldLength,
                RadixSort.sort(gone),
                Arrays.stream(come).map(this::before).toArray());
    }

    private static long[] concatenated(long[] first, long[] second) {
        return LongStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }

    /** Whether no element was removed or inserted. */
    public boolean isIdentity() {
        return removed.length == 0 && at.length == 0;
    }

    /** Whether all elements have the index that they had: others came after them, if any. */
    private boolean keepsIndexes() {
        return removed.length == 0 && (at.length == 0 || at[0] == oldLength);
    }

    /** How many elements there are afterwards. */
    public long length() {
        return oldLength - removed.length + at.length;
    }

    /** How many elements were inserted. */
    public int insertedCount() {
        return at.length;
    }

    /** How many elements were removed. */
    public int removedCount() {
        return removed.length;
    }

    /** The old index of a removed element, by its number. */
    public long removed(int number) {
        return removed[number];
    }

    /** The old index before which an inserted element was put, by its number. */
    public long insertedAt(int number) {
        return at[number];
    }

    /** The number of elements removed below an old index. */
    public int removedBelow(long old) {
        return countBelow(removed, old);
    }

    public int insertedBelow(long index) {
        return countBelow(inserted, index);
    }

    public long inserted(int number) {
        return inserted[number];
    }

    /** The new index of an element that stays. */
    public long after(long old) {
        return old - countBelow(removed, old) + countBelow(at, old + 1);
    }

    public boolean isInserted(long index) {
        return Arrays.binarySearch(inserted, index) >= 0;
    }

    /** The old index of an element that stayed; for an inserted one the old index before which it was inserted. */
    public long before(long index) {
        int newer = countBelow(inserted, index);
        if (newer < inserted.length && inserted[newer] == index) {
            return at[newer];
        }
        return oldOf(index - newer);
    }

    /** The old index of the element that has {@code rank} among those that stay. */
    private long oldOf(long rank) {
        int low = 0;
        int high = removed.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (removed[middle] - middle <= rank) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return rank + low;
    }

    /** The number of values below {@code bound} in an ascending array. */
    public static int countBelow(long[] ascending, long bound) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Receives elements that stay: {@code count} from an old index on, which are at a new index now. */
    @FunctionalInterface
    public interface Run {
        void accept(long oldIndex, long index, long count);
    }

    /** Goes over the elements that stay, by several threads at once. */
    public void forEachRun(Workers workers, Run body) {
        workers.forRanges(length(), GRAIN, (worker, from, to) -> {
            int nextInserted = countBelow(inserted, from);
            long old = oldOf(from - nextInserted);
            int nextRemoved = countBelow(removed, old);
            for (long index = from; index < to; ) {
                if (nextInserted < inserted.length && inserted[nextInserted] == index) {
                    nextInserted++;
                    index++;
                    continue;
                }
                while (nextRemoved < removed.length && removed[nextRemoved] == old) {
                    nextRemoved++;
                    old++;
                }
                long end = nextInserted < inserted.length ? Math.min(to, inserted[nextInserted]) : to;
                long stay = nextRemoved < removed.length ? removed[nextRemoved] - old : Long.MAX_VALUE;
                long count = Math.min(end - index, stay);
                body.accept(old, index, count);
                index += count;
                old += count;
            }
        });
    }

    /** The array afterwards, which belongs to {@code scope}; the caller sets the elements that are {@link #inserted}. */
    public OffHeapLongs copy(OffHeapLongs old, OffHeapScope scope, Workers workers) {
        OffHeapLongs made = scope.longs(length());
        forEachRun(workers, (from, to, count) -> made.copyFrom(old, from, to, count));
        return made;
    }

    /**
     * Copies values that are indexes into what {@code values} changes, and changes them accordingly; see {@link
     * #copy(OffHeapLongs, OffHeapScope, Workers)}.
     */
    OffHeapInts copy(OffHeapInts old, Splice values, OffHeapScope scope, Workers workers) {
        OffHeapInts made = scope.ints(length());
        if (values.keepsIndexes()) {
            forEachRun(workers, (from, to, count) -> made.copyFrom(old, from, to, count));
            return made;
        }
        OffHeapInts after = scope.ints(values.oldLength);
        values.forEachRun(workers, (from, to, count) -> {
            for (long i = 0; i < count; i++) {
                after.set(from + i, (int) (to + i));
            }
        });
        forEachRun(workers, (from, to, count) -> {
            for (long i = 0; i < count; i++) {
                made.set(to + i, after.get(old.get(from + i)));
            }
        });
        scope.close(after);
        return made;
    }
}
