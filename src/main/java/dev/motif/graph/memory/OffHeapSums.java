package dev.motif.graph.memory;

import java.io.Serializable;
import java.math.BigInteger;

/**
 * An off-heap array of counts from 0 to 2^127 - 1, each stored as two longs. Its creator owns it and closes it.
 *
 * <p>Several threads may call {@link #add} at the same time: after all of them have ended, each count is the sum of
 * everything that was added to it.
 *
 * @param low bits 0 to 63 of each count
 * @param high bits 64 to 126 of each count
 */
public record OffHeapSums(OffHeapLongs low, OffHeapLongs high) implements AutoCloseable, Serializable {
    /** The off-heap bytes of one count. */
    public static final long BYTES = 2 * Long.BYTES;

    /** Creates {@code length} counts of 0. */
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

    /**
     * Returns whether all counts are below 2^127. Counts made by {@link #add} always are; counts copied from elsewhere
     * may not be.
     */
    public boolean allFit() {
        for (long i = 0; i < high.length(); i++) {
            if (high.get(i) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Replaces the count at {@code index} by the count at {@code sourceIndex} of {@code source}, without
     * synchronization.
     */
    public void set(long index, OffHeapSums source, long sourceIndex) {
        low.set(index, source.low.get(sourceIndex));
        high.set(index, source.high.get(sourceIndex));
    }

    /**
     * Adds {@code 2^64 * addHigh + addLow} to the count at {@code index}, with {@code addLow} read as unsigned.
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
     * Adds the upper halves of two counts and the carry of their lower halves.
     *
     * @param carry whether the sum of the lower halves exceeded 64 bits
     * @throws ArithmeticException when the sum of the counts is 2^127 or more
     */
    public static long addHigh(long high, long addHigh, boolean carry) {
        long sum = high + addHigh + (carry ? 1 : 0);
        if (sum < high) {
            throw tooLarge();
        }
        return sum;
    }

    /**
     * Checks that {@code count} fits an array of this class.
     *
     * @throws ArithmeticException when {@code count} is 2^127 or more
     */
    public static void checkFits(BigInteger count) {
        if (count.bitLength() >= 2 * Long.SIZE) {
            throw tooLarge();
        }
    }

    private static ArithmeticException tooLarge() {
        return new ArithmeticException("the count of one node or relationship is 2^127 or more, which is too large");
    }

    /** The exact count at {@code index}. */
    public BigInteger get(long index) {
        return toBigInteger(high.get(index), low.get(index));
    }

    /** {@code 2^64 * high + low}, with both read as unsigned. */
    public static BigInteger toBigInteger(long high, long low) {
        return unsigned(high).shiftLeft(Long.SIZE).add(unsigned(low));
    }

    private static BigInteger unsigned(long word) {
        return new BigInteger(Long.toUnsignedString(word));
    }

    /** The number of counts that are {@code most} or less. */
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
