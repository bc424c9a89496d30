package dev.motif.graph;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLong;
import sun.misc.Unsafe;

/**
 * A budget of off-heap memory and the only place where it is allocated and freed.
 *
 * <p>Blocks are contiguous, page-aligned in practice for large sizes, and do not move unless their array is truncated,
 * so that a CUDA driver can register them or copy from them at full speed. Sizes and indexes are 64-bit. Every block is
 * owned by exactly one {@link OffHeapInts} or {@link OffHeapLongs}, whose {@code close} gives the bytes back to the
 * budget.
 *
 * <p>Thread-safe.
 */
public final class NativeMemory {
    static final Unsafe UNSAFE = unsafe();

    private final long limitBytes;
    private final AtomicLong liveBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();

    /**
     * Makes a budget.
     *
     * @param limitBytes the most bytes that may be live at once, above 0
     * @throws IllegalArgumentException when it is 0 or less
     */
    public NativeMemory(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("`limitBytes` must be above 0, got " + limitBytes);
        }
        this.limitBytes = limitBytes;
    }

    /**
     * A new array of {@code length} ints whose values are undefined. The caller owns it.
     *
     * @throws OffHeapMemoryException when it does not fit into this budget or into the machine's memory
     */
    public OffHeapInts ints(long length) {
        return new OffHeapInts(this, allocate(length, Integer.BYTES), length);
    }

    /**
     * A new array of {@code length} longs whose values are undefined. The caller owns it.
     *
     * @throws OffHeapMemoryException when it does not fit into this budget or into the machine's memory
     */
    public OffHeapLongs longs(long length) {
        return new OffHeapLongs(this, allocate(length, Long.BYTES), length);
    }

    /** A new array of {@code length} ints, all 0; see {@link #ints}. */
    public OffHeapInts zeroedInts(long length) {
        OffHeapInts array = ints(length);
        array.clear();
        return array;
    }

    /** A new array of {@code length} longs, all 0; see {@link #longs}. */
    public OffHeapLongs zeroedLongs(long length) {
        OffHeapLongs array = longs(length);
        array.clear();
        return array;
    }

    /** The bytes that are allocated and not yet freed. */
    public long liveBytes() {
        return liveBytes.get();
    }

    /** The largest {@link #liveBytes()} since this budget was made or {@link #resetPeak()} was called. */
    public long peakBytes() {
        return peakBytes.get();
    }

    /** Makes {@link #peakBytes()} start again from the bytes that are live now. */
    public void resetPeak() {
        peakBytes.set(liveBytes.get());
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** The bytes that may still be allocated. */
    public long freeBytes() {
        return Math.max(0, limitBytes - liveBytes.get());
    }

    private long allocate(long length, int elementBytes) {
        if (length < 0) {
            throw new IllegalArgumentException("`length` must be 0 or more, got " + length);
        }
        long bytes = Math.multiplyExact(length, elementBytes);
        reserve(bytes);
        try {
            return UNSAFE.allocateMemory(Math.max(bytes, Long.BYTES));
        } catch (OutOfMemoryError e) {
            liveBytes.addAndGet(-bytes);
            // Suppressed rather than the cause: Neo4j shows only the last cause of an error.
            OffHeapMemoryException error = new OffHeapMemoryException(bytes, freeBytes(), limitBytes);
            error.addSuppressed(e);
            throw error;
        }
    }

    private void reserve(long bytes) {
        long live;
        do {
            live = liveBytes.get();
            if (bytes > limitBytes - live) {
                throw new OffHeapMemoryException(bytes, Math.max(0, limitBytes - live), limitBytes);
            }
        } while (!liveBytes.compareAndSet(live, live + bytes));
        peakBytes.accumulateAndGet(live + bytes, Math::max);
    }

    /** Copies {@code bytes} between two places of off-heap memory, which the caller knows to be valid. */
    public static void copy(long sourceAddress, long targetAddress, long bytes) {
        UNSAFE.copyMemory(sourceAddress, targetAddress, bytes);
    }

    /** Frees the end of a block. Returns the address of the block, which may have changed. */
    long shrink(long address, long bytes, long newBytes) {
        long moved = UNSAFE.reallocateMemory(address, Math.max(newBytes, Long.BYTES));
        liveBytes.addAndGet(newBytes - bytes);
        return moved;
    }

    void free(long address, long bytes) {
        UNSAFE.freeMemory(address);
        liveBytes.addAndGet(-bytes);
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
