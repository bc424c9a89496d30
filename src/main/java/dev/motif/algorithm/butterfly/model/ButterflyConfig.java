package dev.motif.algorithm.butterfly.model;

import dev.motif.backend.EarlierCounts;
import dev.motif.backend.TimeWindow;
import java.io.Serializable;

/**
 * What to count besides the total, and how.
 *
 * @param perVertex whether to count the butterflies of each vertex, on both sides
 * @param perEdge whether to count the butterflies of each edge
 * @param gbfc the techniques of G-BFC, which counts only the total; null for the default algorithm, counting by vertex
 *     priority
 * @param window in which the relationships of a butterfly must lie, by the default algorithm; null for any time
 * @param earlier counts of an earlier state, which are changed; null where everything is counted
 */
public record ButterflyConfig(
        boolean perVertex, boolean perEdge, GbfcConfig gbfc, TimeWindow window, EarlierCounts earlier)
        implements Serializable, TimeWindow.Timed<ButterflyConfig>, EarlierCounts.Following<ButterflyConfig> {
    /** What earlier counts have to be of. */
    public static final String COUNTED = "butterflies";

    /** Counts only the total, by the default algorithm. */
    public static final ButterflyConfig TOTAL = new ButterflyConfig(false, false);

    /**
     * Checks the combination.
     *
     * @throws IllegalArgumentException when G-BFC is to count by vertex or by edge, or in a window
     */
    public ButterflyConfig {
        if (gbfc != null && (perVertex || perEdge)) {
            throw totalAlone();
        }
        if (gbfc != null && window != null) {
            throw new IllegalArgumentException(
                    "`algorithm: 'GBFC'` has no `timeProperty`: butterflies within a window need `algorithm: 'PRIORITY'`");
        }
    }

    /** Makes the error that is thrown when G-BFC is asked for counts by vertex or by edge. */
    public static IllegalArgumentException totalAlone() {
        return new IllegalArgumentException("`algorithm: 'GBFC'` counts only the butterflies of the whole graph:"
                + " counts by node and by relationship need `algorithm: 'PRIORITY'`");
    }

    /** Makes a configuration of the default algorithm. */
    public ButterflyConfig(boolean perVertex, boolean perEdge) {
        this(perVertex, perEdge, null, null, null);
    }

    /** Makes a configuration that counts only the total, by G-BFC. */
    public static ButterflyConfig of(GbfcConfig gbfc) {
        return new ButterflyConfig(false, false, gbfc, null, null);
    }

    @Override
    public ButterflyConfig within(TimeWindow other) {
        return new ButterflyConfig(perVertex, perEdge, gbfc, other, earlier);
    }

    @Override
    public ButterflyConfig since(EarlierCounts other) {
        return new ButterflyConfig(perVertex, perEdge, gbfc, window, other);
    }
}
