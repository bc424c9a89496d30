package dev.motif.graph.memory;

/**
 * An {@link OffHeapArray} of ints. {@link #getAndAdd}, {@link #getAndSet} and {@link #compareAndSet} are atomic, all other
 * access is not synchronized.
 */
public final class OffHeapInts extends OffHeapArray {
    private static final int SHIFT = 2;

    OffHeapInts(NativeMemory memory, long address, long length) {
        super(memory, SHIFT, address, length);
    }

    public int get(long index) {
        assert valid(index);
        return RawMemory.getInt(address, index << SHIFT);
    }

    public void set(long index, int value) {
        assert valid(index);
        RawMemory.putInt(address, index << SHIFT, value);
    }

    /** Adds {@code delta} without synchronization and returns the value before. */
    public int add(long index, int delta) {
        assert valid(index);
        long at = index << SHIFT;
        int before = RawMemory.getInt(address, at);
        RawMemory.putInt(address, at, before + delta);
        return before;
    }

    /** Adds {@code delta} atomically and returns the value before. */
    public int getAndAdd(long index, int delta) {
        assert valid(index);
        return RawMemory.getAndAddInt(address, index << SHIFT, delta);
    }

    /** Sets an element to {@code value} atomically and returns the value before. */
    public int getAndSet(long index, int value) {
        assert valid(index);
        return RawMemory.getAndSetInt(address, index << SHIFT, value);
    }

    /** Sets an element to {@code value} if it is {@code expected}, atomically; returns whether it was. */
    public boolean compareAndSet(long index, int expected, int value) {
        assert valid(index);
        return RawMemory.compareAndSetInt(address, index << SHIFT, expected, value);
    }

    /**
     * The first index in {@code [from, to)} whose element is {@code value} or above, or {@code to}, by binary search. The
     * elements there must be in ascending order.
     */
    public long lowerBound(long from, long to, int value) {
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

    /**
     * Copies {@code count} elements that begin at {@code sourceIndex} of {@code source} to {@code index} and the
     * elements after it. The two ranges may overlap.
     */
    public void copyFrom(OffHeapInts source, long sourceIndex, long index, long count) {
        copy(source, sourceIndex, index, count);
    }

    /** Copies all elements of {@code source} to {@code index} and the elements after it. */
    public void copyFrom(int[] source, long index) {
        copyFrom(source, 0, index, source.length);
    }

    /** Copies from an array on the heap; see {@link #copyFrom(OffHeapInts, long, long, long)}. */
    public void copyFrom(int[] source, int sourceIndex, long index, int count) {
        assert validRange(index, index + count) && sourceIndex >= 0 && sourceIndex + count <= source.length;
        RawMemory.copy(source, sourceIndex, address + (index << SHIFT), count);
    }

    /**
     * Adds {@code count} ints of native memory at {@code source} to the elements from {@code index} on, without
     * synchronization.
     */
    public void addFrom(long source, long index, long count) {
        assert validRange(index, index + count);
        long target = address + (index << SHIFT);
        for (long at = 0; at < count << SHIFT; at += Integer.BYTES) {
            RawMemory.putInt(target, at, RawMemory.getInt(target, at) + RawMemory.getInt(source, at));
        }
    }

    /** Copies {@code count} elements that begin at {@code index} to the beginning of {@code target}. */
    public void copyTo(long index, int[] target, int count) {
        assert validRange(index, index + count) && count <= target.length;
        RawMemory.copy(address + (index << SHIFT), target, count);
    }
}
