package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.backend.Counts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The number of bicliques of one size.
 *
 * @param p left vertices
 * @param q right vertices
 * @param count bicliques, null when they do not fit 63 bits or were not counted
 * @param countText bicliques, always exact; null when they were not counted
 * @param complete whether they were counted before the time was up
 */
public record BicliqueSummary(int p, int q, Long count, String countText, boolean complete) {
    /** The counts that were asked for: (p,q) alone, or all sizes up to it, by p, then by q. */
    public static List<BicliqueSummary> of(BicliqueResult counts) {
        BicliqueConfig config = counts.config();
        if (config.result() != BicliqueConfig.Result.TABLE) {
            return List.of(of(config.p(), config.q(), counts.total()));
        }
        List<BicliqueSummary> rows = new ArrayList<>();
        for (int p = 1; p <= config.p(); p++) {
            for (int q = 1; q <= config.q(); q++) {
                rows.add(of(p, q, counts.count(p, q)));
            }
        }
        return rows;
    }

    private static BicliqueSummary of(int p, int q, BigInteger count) {
        return count == null
                ? new BicliqueSummary(p, q, null, null, false)
                : new BicliqueSummary(p, q, Counts.toLongOrNull(count), count.toString(), true);
    }
}
