package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.work.Mergeable;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;

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

    private SizeCounts counts() {
        return new SizeCounts(sizes, left, right);
    }

    /** The number of maximal bicliques of all sizes. */
    public BigInteger total() {
        return counts().total();
    }

    @Override
    public MaximalBicliqueResult plus(List<MaximalBicliqueResult> others, Workers workers) {
        return with(others, counts().plus(counts(others), workers));
    }

    /** Merges like {@link #plus}, but keeps for each vertex the largest of its values in the results. */
    public MaximalBicliqueResult largest(List<MaximalBicliqueResult> others, Workers workers) {
        return with(others, counts().largest(counts(others), workers));
    }

    private static List<SizeCounts> counts(List<MaximalBicliqueResult> results) {
        return results.stream().map(MaximalBicliqueResult::counts).toList();
    }

    private MaximalBicliqueResult with(List<MaximalBicliqueResult> others, SizeCounts all) {
        SearchReport searches = search;
        for (MaximalBicliqueResult other : others) {
            searches = searches.plus(other.search);
        }
        return new MaximalBicliqueResult(all.sizes(), searches, left, right);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(left, right);
    }
}
