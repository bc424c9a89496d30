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
 * @param count cliques, null when they do not fit 63 bits
 * @param countText cliques, always exact
 */
public record KCliqueSummary(int k, Long count, String countText) {
    /** A row for each size that was asked for, up to the largest of which there are cliques; one at least. */
    public static List<KCliqueSummary> of(KCliqueResult counts) {
        int minK = counts.config().minK();
        return IntStream.rangeClosed(minK, Math.max(minK, counts.largest()))
                .mapToObj(k -> of(k, counts.count(k)))
                .toList();
    }

    private static KCliqueSummary of(int k, BigInteger count) {
        return new KCliqueSummary(k, Counts.toLongOrNull(count), count.toString());
    }
}
