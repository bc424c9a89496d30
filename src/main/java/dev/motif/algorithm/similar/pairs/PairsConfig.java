package dev.motif.algorithm.similar.pairs;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.graph.Side;

/**
 * A request for the common neighbors of pairs of vertices.
 *
 * @param listed true for the pairs of a list, which the caller hands over once the graph has been read; false for all
 *     pairs that have a common neighbor
 * @param side the side whose vertices are paired, in a bipartite graph
 * @param ends which vertices of the side are paired, unless there is a list
 * @param metric of what is made of them, which decides where they can be counted
 */
public record PairsConfig(boolean listed, Side side, PairEnds ends, SimilarityMetric metric) {
    PairsConfig between(PairEnds these) {
        return new PairsConfig(listed, side, these, metric);
    }
}
