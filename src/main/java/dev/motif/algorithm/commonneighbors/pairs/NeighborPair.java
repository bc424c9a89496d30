package dev.motif.algorithm.commonneighbors.pairs;

import java.util.Comparator;

/**
 * Two vertices of a unipartite graph, or of one side of a bipartite graph, with what they have in common.
 *
 * @param edge the number of the edge between them; -1 when it is not known or there is none
 * @param common the number of their common neighbors
 * @param value the value of the metric
 */
public record NeighborPair(int source, int target, long edge, int common, double value) {
    /** Orders pairs by descending value, then by ascending target. */
    static final Comparator<NeighborPair> BEST_FIRST =
            Comparator.comparingDouble(NeighborPair::value).reversed().thenComparingInt(NeighborPair::target);
}
