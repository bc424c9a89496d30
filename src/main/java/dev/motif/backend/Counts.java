package dev.motif.backend;

import java.math.BigInteger;
import java.util.Arrays;

/** Counts as Cypher's integers, counts of 0, and counts of pairs. */
public final class Counts {
    private Counts() {}

    /**
     * {@code count} when it is below 2^63 and so fits an INTEGER of Cypher, otherwise null; it is never wrapped or
     * rounded.
     */
    public static Long toLongOrNull(BigInteger count) {
        return count.bitLength() < Long.SIZE ? count.longValue() : null;
    }

    public static BigInteger[] zeros(int length) {
        BigInteger[] zeros = new BigInteger[length];
        Arrays.fill(zeros, BigInteger.ZERO);
        return zeros;
    }

    public static BigInteger[][] zeros(int rows, int columns) {
        BigInteger[][] zeros = new BigInteger[rows][];
        Arrays.setAll(zeros, row -> zeros(columns));
        return zeros;
    }

    /** {@code n} choose 2 for {@code 0 <= n < 2^31}. */
    public static long pairs(long n) {
        return n * (n - 1) / 2;
    }
}
