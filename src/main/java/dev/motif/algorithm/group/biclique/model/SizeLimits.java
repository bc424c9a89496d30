package dev.motif.algorithm.group.biclique.model;

import java.io.Serializable;

/**
 * Limits on the sizes of the sides of maximal bicliques. They do not change which bicliques are maximal: they only
 * leave some of the graph's out.
 *
 * @param minLeft the fewest left vertices, 1 or more
 * @param maxLeft the most left vertices, {@code minLeft} or more
 * @param minRight the fewest right vertices, 1 or more
 * @param maxRight the most right vertices, {@code minRight} or more
 */
public record SizeLimits(int minLeft, int maxLeft, int minRight, int maxRight) implements Serializable {
    /** Leaves none out. */
    public static final SizeLimits NONE = new SizeLimits(1, Integer.MAX_VALUE, 1, Integer.MAX_VALUE);

    public SizeLimits {
        check("Left", minLeft, maxLeft);
        check("Right", minRight, maxRight);
    }

    private static void check(String side, int min, int max) {
        if (min < 1) {
            throw new IllegalArgumentException("`min" + side + "` must be 1 or more, got " + min);
        }
        if (max < min) {
            throw new IllegalArgumentException(
                    "`max" + side + "` must be `min" + side + "` or more, " + min + ", got " + max);
        }
    }

    public boolean admit(int left, int right) {
        return minLeft <= left && left <= maxLeft && minRight <= right && right <= maxRight;
    }
}
