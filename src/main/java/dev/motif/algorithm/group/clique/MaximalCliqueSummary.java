package dev.motif.algorithm.group.clique;

import dev.motif.backend.Counts;

/**
 * The figures of one run, as the procedures and the benchmark report them.
 *
 * @param count maximal cliques, null when they do not fit 63 bits
 * @param countText maximal cliques, always exact
 * @param largest the vertices of the largest one, 0 where there is none
 */
public record MaximalCliqueSummary(Long count, String countText, int largest) {
    public static MaximalCliqueSummary of(MaximalCliqueResult counts) {
        return new MaximalCliqueSummary(
                Counts.toLongOrNull(counts.total()), counts.total().toString(), counts.largest());
    }
}
