package dev.motif.algorithm.butterfly.tip;

/**
 * What to compute.
 *
 * @param side whose vertices are peeled; the other side is kept
 */
public record TipConfig(Side side) {
    /** A side of a bipartite graph. */
    public enum Side {
        LEFT,
        RIGHT
    }
}
