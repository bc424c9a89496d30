package dev.motif.algorithm.group.lockstep;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.backend.TimeWindow;
import dev.motif.choice.Containing;
import java.io.Serializable;
import java.util.List;

/**
 * A request for lockstep groups.
 *
 * @param window in which all left vertices must have been at a right vertex
 * @param minLeft the fewest left vertices, 2 or more
 * @param minRight the fewest right vertices, 1 or more
 * @param left left vertices that all groups must have; none for any
 * @param right right vertices that all groups must have; none for any
 * @param timeoutMillis when the search gives up, 0 for never
 * @param limit the most to return, 1 or more
 */
public record LockstepConfig(
        TimeWindow window,
        int minLeft,
        int minRight,
        List<Integer> left,
        List<Integer> right,
        long timeoutMillis,
        long limit)
        implements Serializable, TimeWindow.Timed<LockstepConfig>, Containing<LockstepConfig> {
    /** The fewest left vertices that can have met. */
    public static final int LEAST_LEFT = 2;

    /** Groups with any vertices. */
    public LockstepConfig(TimeWindow window, int minLeft, int minRight, long timeoutMillis, long limit) {
        this(window, minLeft, minRight, List.of(), List.of(), timeoutMillis, limit);
    }

    @Override
    public LockstepConfig within(TimeWindow other) {
        return new LockstepConfig(other, minLeft, minRight, left, right, timeoutMillis, limit);
    }

    @Override
    public LockstepConfig containing(List<Integer> ofLeft, List<Integer> ofRight) {
        return new LockstepConfig(window, minLeft, minRight, ofLeft, ofRight, timeoutMillis, limit);
    }

    /** The search for the bicliques of windows. */
    MaximalBicliqueConfig search() {
        return MaximalBicliqueConfig.TOTALS.with(
                new SizeLimits(minLeft, Integer.MAX_VALUE, minRight, Integer.MAX_VALUE));
    }
}
