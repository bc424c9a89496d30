package dev.motif.algorithm.butterfly;

/**
 * What to count beside the total.
 *
 * @param perVertex the butterflies of each vertex of both sides
 * @param perEdge the butterflies of each edge
 */
public record ButterflyConfig(boolean perVertex, boolean perEdge) {
    /** The total alone. */
    public static final ButterflyConfig TOTAL = new ButterflyConfig(false, false);
}
