package dev.motif.algorithm.group.biclique.model;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.math.BigInteger;
import java.util.List;

/**
 * How many groups of left and right vertices a graph has. Owns its arrays.
 *
 * @param sizes how many there are of each size, ordered by the left, then the right size
 * @param left for each left vertex a number of its groups; null where that was not asked for
 * @param right for each right vertex a number of its groups; null where that was not asked for
 */
public record SizeCounts(List<SizeHistogram.Entry> sizes, OffHeapLongs left, OffHeapLongs right)
        implements AutoCloseable {
    public SizeCounts(List<SizeHistogram.Entry> sizes) {
        this(sizes, null, null);
    }

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
    public void close() {
        OffHeapScope.closeAll(left, right);
    }
}
