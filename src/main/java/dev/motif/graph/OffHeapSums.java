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

    /** Whether all counts are below 2^127, as those that {@link #add} makes are: what was copied from elsewhere may not be. */
    public boolean allFit() {
        for (long i = 0; i < high.length(); i++) {
            if (high.get(i) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Replaces a count by one of {@code source}; without synchronization. */
    public void set(long index, OffHeapSums source, long sourceIndex) {
        low.set(index, source.low.get(sourceIndex));
        high.set(index, source.high.get(sourceIndex));
    }

    /**
     * Adds {@code 2^64 * addHigh + addLow}, with {@code addLow} read as unsigned.
     *
     * @param addHigh 0 or more
     * @throws ArithmeticException when the count would be 2^127 or more
     */
    public void add(long index, long addHigh, long addLow) {
        long before = low.getAndAdd(index, addLow);
        boolean carry = Long.compareUnsigned(before + addLow, before) < 0;
        if (carry || addHigh != 0) {
            addHigh(high.getAndAdd(index, addHigh + (carry ? 1 : 0)), addHigh, carry);
        }
    }

    /**
     * The upper half of a sum.
     *
     * @param carry whether the lower half wrapped
     * @throws ArithmeticException when the sum is 2^127 or more
     */
    public static long addHigh(long high, long addHigh, boolean carry) {
        long sum = high + addHigh + (carry ? 1 : 0);
        if (sum < high) {
            throw tooLarge();
        }
        return sum;
    }

    /** @throws ArithmeticException when {@code count} is 2^127 or more */
    public static void checkFits(BigInteger count) {
        if (count.bitLength() >= 2 * Long.SIZE) {
            throw tooLarge();
        }
    }

    private static ArithmeticException tooLarge() {
        return new ArithmeticException("the count of one node or relationship is 2^127 or more, which is too large");
    }

    /** The count, exact. */
    public BigInteger get(long index) {
        return toBigInteger(high.get(index), low.get(index));
    }

    /** {@code 2^64 * high + low}, with {@code low} read as unsigned. */
    public static BigInteger toBigInteger(long high, long low) {
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(new BigInteger(Long.toUnsignedString(low)));
    }

    /** How many counts are {@code most} or less. */
    public long countAtMost(BigInteger most) {
        long found = 0;
        for (long i = 0; i < length(); i++) {
            found += isAtMost(i, most) ? 1 : 0;
        }
        return found;
    }

    /** True when the count is {@code most} or less. */
    public boolean isAtMost(long index, BigInteger most) {
        return most.bitLength() < Long.SIZE
                ? fitsLong(index) && low.get(index) <= most.longValue()
                : get(index).compareTo(most) <= 0;
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
