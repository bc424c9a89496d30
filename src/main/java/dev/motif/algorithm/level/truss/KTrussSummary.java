package dev.motif.algorithm.level.truss;

import dev.motif.graph.order.PeelSummary;
import dev.motif.graph.order.PeeledEdges;

/**
 * The figures of one run, as the procedures and the benchmark report them.
 *
 * @param maxTruss the largest truss number, null for a graph without edges
 * @param levels how many different truss numbers there are
 * @param relationshipsAtMax edges with the largest one
 */
public record KTrussSummary(Long maxTruss, long levels, long relationshipsAtMax) {
    public static KTrussSummary of(PeeledEdges trusses) {
        PeelSummary summary = PeelSummary.of(trusses.edges());
        return new KTrussSummary(summary.max(), trusses.levels(), summary.atMax());
    }
}
