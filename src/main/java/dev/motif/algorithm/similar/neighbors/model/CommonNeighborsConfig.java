package dev.motif.algorithm.similar.neighbors.model;

import dev.motif.backend.EarlierCounts;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.Weighed;
import java.io.Serializable;

/**
 * A request for counts beside the common neighbors of each edge.
 *
 * @param perVertex whether the triangles of each vertex are counted too
 * @param bothDirections whether the result has the number of the edge at every slot, so that the counts of a vertex's
 *     edges can be read from either end
 * @param weights the weights of edges, by which clustering coefficients of vertices are computed; null for none
 * @param earlier counts by edge of an earlier state, which are changed; null where everything is counted
 */
public record CommonNeighborsConfig(
        boolean perVertex, boolean bothDirections, EdgeWeights weights, EarlierCounts earlier)
        implements Serializable, Weighed<CommonNeighborsConfig>, EarlierCounts.Following<CommonNeighborsConfig> {
    /** The counts of an earlier state that can be updated. */
    public static final String COUNTED = "common neighbors";

    /** Asks for no numbers of edges. */
    public static CommonNeighborsConfig oriented(boolean perVertex) {
        return new CommonNeighborsConfig(perVertex, false, null, null);
    }

    /** A copy that also asks for the number of the edge at every slot. */
    public CommonNeighborsConfig inBothDirections() {
        return new CommonNeighborsConfig(perVertex, true, weights, earlier);
    }

    @Override
    public CommonNeighborsConfig weighedBy(EdgeWeights these) {
        return new CommonNeighborsConfig(perVertex, bothDirections, these, earlier);
    }

    @Override
    public CommonNeighborsConfig since(EarlierCounts other) {
        return new CommonNeighborsConfig(perVertex, bothDirections, weights, other);
    }
}
