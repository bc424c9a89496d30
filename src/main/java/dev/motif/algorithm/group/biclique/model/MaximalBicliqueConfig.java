package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.TimeWindow;
import dev.motif.graph.Side;
import java.io.Serializable;

/**
 * A request for maximal bicliques, and for counts of them. The bicliques found do not depend on the side.
 *
 * @param side the side whose subsets are searched; null for the one that is estimated to be cheaper
 * @param sizes which maximal bicliques are wanted
 * @param perVertex what to compute for each vertex
 * @param timeoutMillis when the search gives up, 0 for never
 * @param window in which all edges of a biclique lie, one time of each; null for any times
 */
public record MaximalBicliqueConfig(
        Side side, SizeLimits sizes, PerVertex perVertex, long timeoutMillis, TimeWindow window)
        implements Serializable, TimeWindow.Timed<MaximalBicliqueConfig> {
    /** Asks for the number of maximal bicliques of each size. */
    public static final MaximalBicliqueConfig TOTALS =
            new MaximalBicliqueConfig(null, SizeLimits.NONE, PerVertex.NOTHING, 0);

    /** A request for bicliques of any times. */
    public MaximalBicliqueConfig(Side side, SizeLimits sizes, PerVertex perVertex, long timeoutMillis) {
        this(side, sizes, perVertex, timeoutMillis, null);
    }

    /** The value to compute for each vertex of both sides. */
    public enum PerVertex {
        NOTHING,
        /** How many maximal bicliques it is in. */
        COUNT,
        /** The number of edges of the largest maximal biclique that it is in; 0 when it is in none. */
        LARGEST
    }

    public MaximalBicliqueConfig with(Side otherSide) {
        return new MaximalBicliqueConfig(otherSide, sizes, perVertex, timeoutMillis, window);
    }

    public MaximalBicliqueConfig with(SizeLimits otherSizes) {
        return new MaximalBicliqueConfig(side, otherSizes, perVertex, timeoutMillis, window);
    }

    public MaximalBicliqueConfig with(PerVertex otherPerVertex) {
        return new MaximalBicliqueConfig(side, sizes, otherPerVertex, timeoutMillis, window);
    }

    public MaximalBicliqueConfig withTimeoutMillis(long otherTimeoutMillis) {
        return new MaximalBicliqueConfig(side, sizes, perVertex, otherTimeoutMillis, window);
    }

    @Override
    public MaximalBicliqueConfig within(TimeWindow other) {
        return new MaximalBicliqueConfig(side, sizes, perVertex, timeoutMillis, other);
    }
}
