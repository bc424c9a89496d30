package dev.motif.algorithm.group.biclique.model;

import java.math.BigInteger;
import java.util.List;

/**
 * How many groups of left and right vertices a graph has.
 *
 * @param sizes how many there are of each size, ordered by the left, then the right size
 */
public record SizeCounts(List<SizeHistogram.Entry> sizes) implements AutoCloseable {
    /** The number of all of them. */
    public BigInteger total() {
        return sizes.stream().map(entry -> BigInteger.valueOf(entry.count())).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The most left vertices of one, 0 when there is none. */
    public int maxLeft() {
        return sizes.stream().mapToInt(SizeHistogram.Entry::left).max().orElse(0);
    }

    /** The most right vertices of one, 0 when there is none. */
    public int maxRight() {
        return sizes.stream().mapToInt(SizeHistogram.Entry::right).max().orElse(0);
    }

    @Override
    public void close() {}
}
