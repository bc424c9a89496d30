package dev.motif.algorithm.count.butterfly;

import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Counts;
import dev.motif.graph.memory.OffHeapLongs;

/**
 * The figures of one run, as the procedures and the benchmark report them.
 *
 * @param count butterflies, null when they do not fit 63 bits
 * @param countText butterflies, always exact
 * @param leftMaxCount the most butterflies of one left vertex; null when they were not counted by vertex
 * @param rightMaxCount the most butterflies of one right vertex; null when they were not counted by vertex
 * @param clusteringCoefficient see {@link ButterflyResult#clusteringCoefficient()}
 */
public record ButterflySummary(
        Long count, String countText, Long leftMaxCount, Long rightMaxCount, Double clusteringCoefficient) {
    public static ButterflySummary of(ButterflyResult counts) {
        return new ButterflySummary(
                Counts.toLongOrNull(counts.total()),
                counts.total().toString(),
                largest(counts.left()),
                largest(counts.right()),
                counts.clusteringCoefficient());
    }

    private static Long largest(OffHeapLongs counts) {
        if (counts == null) {
            return null;
        }
        long largest = 0;
        for (long i = 0; i < counts.length(); i++) {
            largest = Math.max(largest, counts.get(i));
        }
        return largest;
    }
}
