package dev.motif.algorithm.kclique;

import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.backend.Counts;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
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

    /**
     * The numbers of cliques of each size, from the smallest one that was asked for on.
     *
     * @param counts null for those that do not fit 63 bits
     * @param countTexts always exact
     */
    public record Each(List<Long> counts, List<String> countTexts) {
        /** Those of the graph. */
        public static Each of(KCliqueResult result) {
            return of(result, result::count);
        }

        /** Those of a vertex or an edge, whichever has counts. */
        public static Each of(KCliqueResult result, long index) {
            OffHeapSums counts = result.vertices() != null ? result.vertices() : result.edges();
            return of(result, k -> {
                long at = result.at(index, k);
                return at < 0 ? BigInteger.ZERO : counts.get(at);
            });
        }

        private static Each of(KCliqueResult result, IntFunction<BigInteger> count) {
            List<BigInteger> all = IntStream.rangeClosed(result.config().minK(), result.lastOfEach())
                    .mapToObj(count)
                    .toList();
            List<Long> counts = new ArrayList<>(all.size());
            all.forEach(each -> counts.add(Counts.toLongOrNull(each)));
            return new Each(counts, all.stream().map(BigInteger::toString).toList());
        }
    }

    private static KCliqueSummary of(int k, BigInteger count) {
        return count == null
                ? new KCliqueSummary(k, null, null, false)
                : new KCliqueSummary(k, Counts.toLongOrNull(count), count.toString(), true);
    }
}
