package dev.motif.algorithm.kclique;

import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.backend.Counts;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The number of cliques of one size.
 *
 * @param k vertices of a clique
 * @param count cliques, null when they do not fit 63 bits or were not counted
 * @param countText cliques, always exact; null when they were not counted
 * @param complete whether they were counted before the time was up
 */
public record KCliqueSummary(int k, Long count, String countText, boolean complete) {
    /** A row for each size that was asked for, up to the largest of which there are or may be cliques; one at least. */
    public static List<KCliqueSummary> of(KCliqueResult counts) {
        int minK = counts.config().minK();
        return IntStream.rangeClosed(minK, Math.max(minK, counts.last()))
                .mapToObj(k -> of(k, counts.count(k)))
                .toList();
    }

    private static KCliqueSummary of(int k, BigInteger count) {
        return count == null
                ? new KCliqueSummary(k, null, null, false)
                : new KCliqueSummary(k, Counts.toLongOrNull(count), count.toString(), true);
    }
}
