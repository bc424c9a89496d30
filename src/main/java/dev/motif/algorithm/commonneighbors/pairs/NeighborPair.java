package dev.motif.algorithm.commonneighbors.pairs;

import java.util.Comparator;

/**
 * Two vertices of one graph, or of one side of it, with what they have in common.
 *
 * @param edge the number of the edge between them, -1 when it is not known or there is none
 * @param common their common neighbors
 * @param value what the metric makes of these
 */
public record NeighborPair(int source, int target, long edge, int common, double value) {
    /** Larger values first, of equal ones the smaller target. */
    static final Comparator<NeighborPair> BEST_FIRST =
            Comparator.comparingDouble(NeighborPair::value).reversed().thenComparingInt(NeighborPair::target);
}
