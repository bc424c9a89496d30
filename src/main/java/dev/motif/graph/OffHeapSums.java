package dev.motif.graph;

import java.math.BigInteger;

/**
 * An off-heap array of counts below 2^127, each as two longs. Whoever made it owns it.
 *
 * <p>{@link #add} is atomic in effect: once all threads have ended, a count is the sum of what was added.
 */
public final class OffHeapSums implements AutoCloseable {
    /** The off-heap bytes of one count. */
    public static final long BYTES = 2 * Long.BYTES;

    private final OffHeapLongs low;
    private final OffHeapLongs high;

    private OffHeapSums(OffHeapLongs low, OffHeapLongs high) {
        this.low = low;
        this.high = high;
    }

    /** All 0. */
    public static OffHeapSums zeroed(NativeMemory memory, long length) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs low = scope.zeroedLongs(length);
            OffHeapLongs high = scope.zeroedLongs(length);
            return new OffHeapSums(scope.keep(low), scope.keep(high));
        }
    }

    public long length() {
        return low.length();
    }

    /** Bits 0 to 63 of each count. */
    public OffHeapLongs low() {
        return low;
    }

    /** Bits 64 to 126 of each count. */
    public OffHeapLongs high() {
        return high;
    }

    /**
     * Adds {@code 2^64 * addHigh + addLow}, with {@code addLow} read as unsigned.
     *
     * @param addHigh 0 or more
     * @throws ArithmeticException when the count would be 2^127 or more
     */
    public void add(long index, long addHigh, long addLow) {
        long before = low.getAndAdd(index, addLow);
        long carry = Long.compareUnsigned(before + addLow, before) < 0 ? 1 : 0;
        if (addHigh + carry != 0) {
            Math.addExact(high.getAndAdd(index, addHigh + carry), Math.addExact(addHigh, carry));
        }
    }

    /** The count, exact. */
    public BigInteger get(long index) {
        BigInteger highPart = BigInteger.valueOf(high.get(index)).shiftLeft(Long.SIZE);
        return highPart.add(new BigInteger(Long.toUnsignedString(low.get(index))));
    }

    /** True when the count is below 2^63, so that {@link #low()} holds all of it. */
    public boolean fitsLong(long index) {
        return high.get(index) == 0 && low.get(index) >= 0;
    }

    @Override
    public void close() {
        low.close();
        high.close();
    }
}
