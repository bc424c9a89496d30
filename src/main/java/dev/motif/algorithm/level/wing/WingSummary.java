package dev.motif.algorithm.level.wing;

import dev.motif.graph.order.PeelSummary;
import dev.motif.graph.order.PeeledEdges;

/**
 * The figures of one run, as the procedures and the benchmark report them.
 *
 * @param maxWing the largest wing number, null for a graph without edges
 * @param levels how many different wing numbers there are
 * @param relationshipsAtMax edges with the largest one
 */
public record WingSummary(Long maxWing, long levels, long relationshipsAtMax) {
    public static WingSummary of(PeeledEdges counts) {
        PeelSummary summary = PeelSummary.of(counts.edges());
        return new WingSummary(summary.max(), counts.levels(), summary.atMax());
    }
}
