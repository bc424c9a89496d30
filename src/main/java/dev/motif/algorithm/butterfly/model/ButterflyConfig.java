package dev.motif.algorithm.butterfly.model;

/**
 * What to count beside the total, and how.
 *
 * @param perVertex the butterflies of each vertex of both sides
 * @param perEdge the butterflies of each edge
 * @param gbfc the techniques of G-BFC, which counts the total alone; null for the default algorithm, whose wedges end at
 *     vertices of high priority
 */
public record ButterflyConfig(boolean perVertex, boolean perEdge, GbfcConfig gbfc) {
    /** The total alone. */
    public static final ButterflyConfig TOTAL = new ButterflyConfig(false, false);

    /** @throws IllegalArgumentException when G-BFC is to count more than the total */
    public ButterflyConfig {
        if (gbfc != null && (perVertex || perEdge)) {
            throw totalAlone();
        }
    }

    public static IllegalArgumentException totalAlone() {
        return new IllegalArgumentException("`algorithm: 'GBFC'` counts only the butterflies of the whole graph:"
                + " counts by node and by relationship need `algorithm: 'PRIORITY'`");
    }

    public ButterflyConfig(boolean perVertex, boolean perEdge) {
        this(perVertex, perEdge, null);
    }

    /** The total by G-BFC. */
    public static ButterflyConfig of(GbfcConfig gbfc) {
        return new ButterflyConfig(false, false, gbfc);
    }
}
