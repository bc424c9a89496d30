package dev.motif.backend;

import java.math.BigInteger;

/** Counts as Cypher sees them. */
public final class Counts {
    private Counts() {}

    /** {@code count} when it fits an INTEGER of Cypher (63 bits), otherwise null; never wrapped or rounded. */
    public static Long toLongOrNull(BigInteger count) {
        return count.bitLength() < Long.SIZE ? count.longValue() : null;
    }

    /** {@code n} choose 2 for {@code 0 <= n < 2^31}. */
    public static long pairs(long n) {
        return n * (n - 1) / 2;
    }
}
