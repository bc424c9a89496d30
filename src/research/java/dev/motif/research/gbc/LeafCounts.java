package dev.motif.research.gbc;

import dev.motif.graph.memory.OffHeapLongs;
import java.math.BigInteger;

/**
 * Counts, for each {@code c}, the sets of a biclique's number of roots that have {@code c} common mates. Closing it
 * frees its memory.
 *
 * <p>Each such set is in {@code C(c, mates)} bicliques. The products are computed at the end and exactly, so nothing
 * can overflow: a search that meets 2^63 sets does not end within a lifetime.
 *
 * @param counts the number of sets, by the number of common mates
 */
record LeafCounts(OffHeapLongs counts) implements AutoCloseable {
    /** Adds {@code sets} sets with {@code common} common mates. Thread-safe. */
    void add(int common, long sets) {
        counts.getAndAdd(common, sets);
    }

    /** The number of bicliques with {@code mates} mates: the sum of counts[c] * C(c, mates). */
    BigInteger bicliques(int mates) {
        BigInteger sum = BigInteger.ZERO;
        BigInteger ways = BigInteger.ONE; // C(c, mates)
        for (long c = mates; c < counts.length(); c++) {
            if (c > mates) {
                ways = ways.multiply(BigInteger.valueOf(c)).divide(BigInteger.valueOf(c - mates));
            }
            if (counts.get(c) != 0) {
                sum = sum.add(ways.multiply(BigInteger.valueOf(counts.get(c))));
            }
        }
        return sum;
    }

    @Override
    public void close() {
        counts.close();
    }
}
