package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueResult;
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
     * The number of cliques of one size, or the numbers of each size, from the smallest one that was asked for on.
     *
     * @param count null when it does not fit 63 bits, and with several sizes
     * @param countText always exact; null with several sizes
     * @param counts with several sizes, null for counts that do not fit 63 bits; null with one size
     * @param countTexts with several sizes, always exact; null with one size
     */
    public record Each(Long count, String countText, List<Long> counts, List<String> countTexts) {
        /** The sizes of the graph's cliques. */
        public static Each of(KCliqueResult result) {
            return of(result, result::count);
        }

        /** The sizes of the cliques of a vertex or an edge, whichever has counts. */
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
            List<String> texts = all.stream().map(BigInteger::toString).toList();
            return result.isOneSize()
                    ? new Each(counts.get(0), texts.get(0), null, null)
                    : new Each(null, null, counts, texts);
        }
    }

    private static KCliqueSummary of(int k, BigInteger count) {
        return count == null
                ? new KCliqueSummary(k, null, null, false)
                : new KCliqueSummary(k, Counts.toLongOrNull(count), count.toString(), true);
    }
}
