package dev.motif.algorithm.similar.clustering;

import dev.motif.graph.Side;

/**
 * A request for clustering coefficients.
 *
 * @param side the side whose vertices get one; null for both
 */
public record ClusteringConfig(ClusteringMode mode, Side side) {
    boolean includes(Side one) {
        return side == null || side == one;
    }
}
