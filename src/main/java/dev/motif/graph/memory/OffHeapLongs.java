package dev.motif.graph.memory;

import dev.motif.parallel.Workers;
import java.util.function.LongUnaryOperator;

/**
 * An {@link OffHeapArray} of longs. {@link #getAndAdd}, {@link #compareAndSet}, {@link #atomicMax} and {@link #atomicOr} are
 * atomic, all other access is not synchronized.
 */
public final class OffHeapLongs extends OffHeapArray {
    private static final int SHIFT = 3;
    private static final int GRAIN = 1 << 16;

    OffHeapLongs(NativeMemory memory, long address, long length) {
        super(memory, SHIFT, address, length);
    }

    public long get(long index) {
        assert valid(index);
        return RawMemory.getLong(address, index << SHIFT);
    }

    public void set(long index, long value) {
        assert valid(index);
        RawMemory.putLong(address, index << SHIFT, value);
    }

    /** Adds {@code delta} without synchronization and returns the value before. */
    public long add(long index, long delta) {
        assert valid(index);
        long at = index << SHIFT;
        long before = RawMemory.getLong(address, at);
        RawMemory.putLong(address, at, before + delta);
        return before;
    }

    /** Adds {@code delta} atomically and returns the value before. */
    public long getAndAdd(long index, long delta) {
        assert valid(index);
        return RawMemory.getAndAddLong(address, index << SHIFT, delta);
    }

    /** Sets an element to {@code value} if it is {@code expected}, atomically; returns whether it was. */
    public boolean compareAndSet(long index, long expected, long value) {
        assert valid(index);
        return RawMemory.compareAndSetLong(address, index << SHIFT, expected, value);
    }

    /** Atomically raises an element to {@code value} if it is less. */
    public void atomicMax(long index, long value) {
        assert valid(index);
        long at = index << SHIFT;
        long now;
        do {
            now = RawMemory.getLongVolatile(address, at);
        } while (now < value && !RawMemory.compareAndSetLong(address, at, now, value));
    }

    /** Bit {@code index} of all elements taken together, 0 or 1. */
    public long bit(long index) {
        return get(index >>> 6) >>> index & 1;
    }

    /** Sets bit {@code index} of all elements taken together, without synchronization. */
    public void setBit(long index) {
        set(index >>> 6, get(index >>> 6) | 1L << index);
    }

    /** Atomically sets the bits of {@code mask} in an element. */
    public void atomicOr(long index, long mask) {
        assert valid(index);
        long at = index << SHIFT;
        long now;
        do {
            now = RawMemory.getLongVolatile(address, at);
        } while ((now & mask) != mask && !RawMemory.compareAndSetLong(address, at, now, now | mask));
    }

    /**
     * The first index in {@code [from, to)} whose element is {@code value} or above, or {@code to}, by binary search. The
     * elements there must be in ascending order.
     */
    public long lowerBound(long from, long to, long value) {
        long low = from;
        long high = to;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (get(middle) < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The {@link #lowerBound} from {@code from} to the end, found faster when it is near {@code from}. */
    public long lowerBoundNear(long from, long value) {
        long low = from;
        long step = 1;
        while (low + step <= length() && get(low + step - 1) < value) {
            low += step;
            step <<= 1;
        }
        return lowerBound(low, Math.min(length(), low + step), value);
    }

    /** A new array of the elements at these indexes; the caller owns it. */
    public OffHeapLongs at(OffHeapLongs indexes, NativeMemory where, Workers workers) {
        return at(indexes.length(), indexes::get, where, workers);
    }

    /** A new array of the elements at these indexes; the caller owns it. */
    public OffHeapLongs at(OffHeapInts indexes, NativeMemory where, Workers workers) {
        return at(indexes.length(), indexes::get, where, workers);
    }

    private OffHeapLongs at(long count, LongUnaryOperator index, NativeMemory where, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(where)) {
            OffHeapLongs elements = scope.longs(count);
            workers.forRanges(count, GRAIN, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    elements.set(i, get(index.applyAsLong(i)));
                }
            });
            return scope.keep(elements);
        }
    }

    /**
     * Copies {@code count} elements that begin at {@code sourceIndex} of {@code source} to {@code index} and the
     * elements after it. The two ranges may overlap.
     */
    public void copyFrom(OffHeapLongs source, long sourceIndex, long index, long count) {
        copy(source, sourceIndex, index, count);
    }

    /** Copies from an array on the heap; see {@link #copyFrom(OffHeapLongs, long, long, long)}. */
    public void copyFrom(long[] source, int sourceIndex, long index, int count) {
        assert validRange(index, index + count) && sourceIndex >= 0 && sourceIndex + count <= source.length;
        RawMemory.copy(source, sourceIndex, address + (index << SHIFT), count);
    }
}
