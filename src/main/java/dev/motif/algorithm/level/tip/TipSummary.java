package dev.motif.algorithm.level.tip;

import dev.motif.graph.order.PeelSummary;

/**
 * The figures of one run, as the procedures and the benchmark report them.
 *
 * @param maxTip the largest tip number, null for a side without vertices
 * @param levels how many different tip numbers there are
 * @param nodesAtMax vertices of the side with the largest one
 */
public record TipSummary(Long maxTip, long levels, long nodesAtMax) {
    public static TipSummary of(TipResult counts) {
        PeelSummary summary = PeelSummary.of(counts.vertices());
        return new TipSummary(summary.max(), counts.levels(), summary.atMax());
    }
}
