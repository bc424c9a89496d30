package dev.motif.graph.memory;

/**
 * An off-heap array with 64-bit indexes, in native byte order.
 *
 * <p>Its creator owns it and closes it; closing it again does nothing. For speed, access is checked only while assertions
 * are enabled: indexes must be in {@code [0, length)} and the array must be open.
 */
public abstract sealed class OffHeapArray implements AutoCloseable permits OffHeapInts, OffHeapLongs {
    /** Where element 0 is; 0 once the array is closed. */
    long address;

    private final NativeMemory memory;
    private final int shift;
    private long length;

    /** @param shift an element takes 2 to the power of {@code shift} bytes */
    OffHeapArray(NativeMemory memory, int shift, long address, long length) {
        this.memory = memory;
        this.shift = shift;
        this.address = address;
        this.length = length;
    }

    public final long length() {
        return length;
    }

    public final long bytes() {
        return length << shift;
    }

    /** The address of element 0, valid until {@link #close()}; for copies to a device. */
    public final long address() {
        return address;
    }

    /** Sets all elements to 0. */
    public final void clear() {
        clear(0, length);
    }

    /** Sets the elements in {@code [from, to)} to 0. */
    public final void clear(long from, long to) {
        assert validRange(from, to);
        if (to > from) {
            RawMemory.zero(address + (from << shift), (to - from) << shift);
        }
    }

    /**
     * Copies {@code count} elements that begin at {@code sourceIndex} of {@code source}, which has elements of the same
     * size, to {@code index} and the elements after it. The two ranges may overlap.
     */
    final void copy(OffHeapArray source, long sourceIndex, long index, long count) {
        assert source.validRange(sourceIndex, sourceIndex + count) && validRange(index, index + count);
        if (count > 0) {
            RawMemory.copy(source.address + (sourceIndex << shift), address + (index << shift), count << shift);
        }
    }

    /** Keeps the first {@code newLength} elements and frees the memory of the others; {@link #address} may change. */
    public final void truncate(long newLength) {
        assert address != 0 && 0 <= newLength && newLength <= length : newLength + " of " + length;
        if (newLength < length) {
            address = memory.shrink(address, bytes(), newLength << shift);
            length = newLength;
        }
    }

    @Override
    public final void close() {
        if (address != 0) {
            long freed = address;
            address = 0;
            memory.free(freed, bytes());
        }
    }

    final boolean valid(long index) {
        if (index < 0 || index >= length) {
            throw new AssertionError("index " + index + " of " + length);
        }
        return open();
    }

    final boolean validRange(long from, long to) {
        if (from < 0 || to < from || to > length) {
            throw new AssertionError("[" + from + ", " + to + ") of " + length);
        }
        return open();
    }

    private boolean open() {
        if (address == 0) {
            throw new AssertionError("array is closed");
        }
        return true;
    }
}
