package dev.motif.algorithm.count.butterfly.model;

import dev.motif.backend.EarlierCounts;
import dev.motif.backend.TimeWindow;
import java.io.Serializable;

/**
 * A request for counts besides the total.
 *
 * @param perVertex whether to count the butterflies of each vertex, on both sides
 * @param perEdge whether to count the butterflies of each edge
 * @param window in which the relationships of a butterfly must lie; null for any time
 * @param earlier counts of an earlier state, which are changed; null where everything is counted
 */
public record ButterflyConfig(boolean perVertex, boolean perEdge, TimeWindow window, EarlierCounts earlier)
        implements Serializable, TimeWindow.Timed<ButterflyConfig>, EarlierCounts.Following<ButterflyConfig> {
    /** The motif whose earlier counts can be updated. */
    public static final String COUNTED = "butterflies";

    /** Counts only the total. */
    public static final ButterflyConfig TOTAL = new ButterflyConfig(false, false);

    /** Makes a configuration that counts everything anew, at any time. */
    public ButterflyConfig(boolean perVertex, boolean perEdge) {
        this(perVertex, perEdge, null, null);
    }

    @Override
    public ButterflyConfig within(TimeWindow other) {
        return new ButterflyConfig(perVertex, perEdge, other, earlier);
    }

    @Override
    public ButterflyConfig since(EarlierCounts other) {
        return new ButterflyConfig(perVertex, perEdge, window, other);
    }
}
