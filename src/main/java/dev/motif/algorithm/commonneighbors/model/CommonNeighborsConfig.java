package dev.motif.algorithm.commonneighbors.model;

import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.Weighed;
import java.io.Serializable;

/**
 * What to count beside the common neighbors of each edge.
 *
 * @param perVertex whether the triangles of each vertex are counted too
 * @param bothDirections whether the result has the number of the edge at every slot, so that the counts of a vertex's
 *     edges can be read from either end
 * @param weights those of edges, by which clustering coefficients of vertices are computed; null for none
 */
public record CommonNeighborsConfig(boolean perVertex, boolean bothDirections, EdgeWeights weights)
        implements Serializable, Weighed<CommonNeighborsConfig> {
    /** Asks for no numbers of edges. */
    public static CommonNeighborsConfig oriented(boolean perVertex) {
        return new CommonNeighborsConfig(perVertex, false, null);
    }

    /** A copy that also asks for the number of the edge at every slot. */
    public CommonNeighborsConfig inBothDirections() {
        return new CommonNeighborsConfig(perVertex, true, weights);
    }

    @Override
    public CommonNeighborsConfig weighedBy(EdgeWeights these) {
        return new CommonNeighborsConfig(perVertex, bothDirections, these);
    }
}
