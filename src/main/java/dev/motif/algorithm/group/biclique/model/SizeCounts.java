package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Mergeable;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * How many groups of left and right vertices a graph has. Owns its arrays.
 *
 * @param sizes how many there are of each size, ordered by the left, then the right size
 * @param left for each left vertex a number of its groups; null where that was not asked for
 * @param right for each right vertex a number of its groups; null where that was not asked for
 */
public record SizeCounts(List<SizeHistogram.Entry> sizes, OffHeapLongs left, OffHeapLongs right)
        implements Mergeable<SizeCounts> {
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
    public SizeCounts plus(List<SizeCounts> others, Workers workers) {
        return with(others, (part, sum) -> DeviceGroup.add(part, sum, workers));
    }

    /** Merges like {@link #plus}, but keeps for each vertex the largest of its numbers. */
    public SizeCounts largest(List<SizeCounts> others, Workers workers) {
        return with(others, (part, most) -> DeviceGroup.keepLarger(part, most, workers));
    }

    private SizeCounts with(List<SizeCounts> others, BiConsumer<OffHeapLongs, OffHeapLongs> addVertices) {
        SizeHistogram sums = new SizeHistogram();
        addTo(sums);
        for (SizeCounts other : others) {
            other.addTo(sums);
            if (left != null) {
                addVertices.accept(other.left, left);
                addVertices.accept(other.right, right);
            }
        }
        return new SizeCounts(sums.entries(), left, right);
    }

    private void addTo(SizeHistogram sums) {
        sizes.forEach(entry -> sums.add(entry.left(), entry.right(), entry.count()));
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(left, right);
    }
}
