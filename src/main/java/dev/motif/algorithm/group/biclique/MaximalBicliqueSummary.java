package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueResult;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.backend.Counts;
import java.util.Comparator;
import java.util.List;

/**
 * The figures of one run, as the procedures and the benchmark report them. Sizes of the largest are 0 where there is no
 * biclique.
 *
 * @param count maximal bicliques, null when they do not fit 63 bits
 * @param countText maximal bicliques, always exact
 * @param maxEdges the most edges of one
 * @param maxEdgesLeft the left vertices of the one with the most edges, of several the one with the fewest
 * @param maxEdgesRight the right vertices of that one
 * @param maxLeft the most left vertices of one
 * @param maxRight the most right vertices of one
 * @param maxBalanced the most vertices that both sides of one have
 * @param nodes nodes of the search trees
 * @param busyRatio see {@link SearchReport#busyRatio()}
 * @param algorithm the way of the search
 * @param side the side on which it was rooted
 */
public record MaximalBicliqueSummary(
        Long count,
        String countText,
        long maxEdges,
        long maxEdgesLeft,
        long maxEdgesRight,
        long maxLeft,
        long maxRight,
        long maxBalanced,
        long nodes,
        double busyRatio,
        String algorithm,
        String side) {
    public static MaximalBicliqueSummary of(MaximalBicliqueResult counts) {
        List<SizeHistogram.Entry> sizes = counts.sizes();
        SizeHistogram.Entry largest = sizes.stream()
                .max(Comparator.comparingLong(SizeHistogram.Entry::edges)
                        .thenComparing(Comparator.comparingInt(SizeHistogram.Entry::left)
                                .reversed()))
                .orElse(new SizeHistogram.Entry(0, 0, 0));
        return new MaximalBicliqueSummary(
                Counts.toLongOrNull(counts.total()),
                counts.total().toString(),
                largest.edges(),
                largest.left(),
                largest.right(),
                sizes.stream().mapToLong(SizeHistogram.Entry::left).max().orElse(0),
                sizes.stream().mapToLong(SizeHistogram.Entry::right).max().orElse(0),
                sizes.stream()
                        .mapToLong(entry -> Math.min(entry.left(), entry.right()))
                        .max()
                        .orElse(0),
                counts.search().nodes(),
                counts.search().busyRatio(),
                counts.search().technique(),
                counts.search().side().name());
    }
}
