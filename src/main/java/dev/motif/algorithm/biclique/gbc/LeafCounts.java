package dev.motif.algorithm.biclique.gbc;

import dev.motif.graph.OffHeapLongs;
import java.math.BigInteger;

/**
 * How many sets of roots, of the size that bicliques have, have {@code c} common mates, for each {@code c}. Owns its
 * memory.
 *
 * <p>Each of them is in {@code C(c, mates)} bicliques. Multiplied out at the end and exactly, so nothing can overflow:
 * a search that meets 2^63 sets does not end within a lifetime.
 */
final class LeafCounts implements AutoCloseable {
    private final OffHeapLongs counts;

    /** @param counts by number of common mates */
    LeafCounts(OffHeapLongs counts) {
        this.counts = counts;
    }

    OffHeapLongs counts() {
        return counts;
    }

    /** Thread-safe. */
    void add(int common, long sets) {
        counts.getAndAdd(common, sets);
    }

    /** The bicliques with so many mates: the sum of counts[c] * C(c, mates). */
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
