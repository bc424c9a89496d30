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
 * The numbers of maximal bicliques of a graph, by size and by vertex. Owns its arrays.
 *
 * @param sizes the number of maximal bicliques of each size, ordered by the left, then the right size
 * @param left for each left vertex what {@link MaximalBicliqueConfig#perVertex()} asked for; null for nothing
 * @param right for each right vertex what {@link MaximalBicliqueConfig#perVertex()} asked for; null for nothing
 */
public record MaximalBicliqueResult(
        List<SizeHistogram.Entry> sizes, SearchReport search, OffHeapLongs left, OffHeapLongs right)
        implements Mergeable<MaximalBicliqueResult> {
    public MaximalBicliqueResult(SizeHistogram sizes, SearchReport search, OffHeapLongs left, OffHeapLongs right) {
        this(List.copyOf(sizes.entries()), search, left, right);
    }

    /** The number of maximal bicliques of all sizes. */
    public BigInteger total() {
        return new SizeCounts(sizes).total();
    }

    @Override
    public MaximalBicliqueResult plus(List<MaximalBicliqueResult> others, Workers workers) {
        return with(others, (part, sum) -> DeviceGroup.add(part, sum, workers));
    }

    /** Merges like {@link #plus}, but keeps for each vertex the largest of its values in the results. */
    public MaximalBicliqueResult largest(List<MaximalBicliqueResult> others, Workers workers) {
        return with(others, (part, most) -> DeviceGroup.keepLarger(part, most, workers));
    }

    private MaximalBicliqueResult with(
            List<MaximalBicliqueResult> others, BiConsumer<OffHeapLongs, OffHeapLongs> addVertices) {
        SizeHistogram sums = new SizeHistogram();
        SearchReport all = search;
        addTo(sums);
        for (MaximalBicliqueResult other : others) {
            other.addTo(sums);
            all = all.plus(other.search);
            if (left != null) {
                addVertices.accept(other.left, left);
                addVertices.accept(other.right, right);
            }
        }
        return new MaximalBicliqueResult(sums, all, left, right);
    }

    private void addTo(SizeHistogram sums) {
        sizes.forEach(entry -> sums.add(entry.left(), entry.right(), entry.count()));
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(left, right);
    }
}
