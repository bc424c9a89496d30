package dev.motif.algorithm.maximal.model;

/**
 * The limits of the wanted bicliques by the role of a side in the search: roots, the side whose subsets are searched,
 * and commons, their common neighbors on the other side.
 */
public final class Limits {
    public final int minCommon;
    public final int maxCommon;
    public final int minRoots;
    public final int maxRoots;
    private final Pruning pruning;

    /** @param rootsAreLeft whether the roots are the left vertices */
    public Limits(SizeLimits sizes, boolean rootsAreLeft, Pruning pruning) {
        this.minCommon = rootsAreLeft ? sizes.minRight() : sizes.minLeft();
        this.maxCommon = rootsAreLeft ? sizes.maxRight() : sizes.maxLeft();
        this.minRoots = rootsAreLeft ? sizes.minLeft() : sizes.minRight();
        this.maxRoots = rootsAreLeft ? sizes.maxLeft() : sizes.maxRight();
        this.pruning = pruning;
    }

    /** Whether {@link #mayReach} or {@link #mayStayWithin} can be false at all; otherwise they need not be called. */
    public boolean areBounds() {
        return minCommon > 1
                || minRoots > 1
                || maxCommon < Integer.MAX_VALUE
                || maxRoots < Integer.MAX_VALUE
                || pruning != Pruning.NONE;
    }

    /** Whether bicliques of this size are wanted, by the limits of their sides. */
    public boolean admit(int commons, int roots) {
        return minCommon <= commons && commons <= maxCommon && minRoots <= roots && roots <= maxRoots;
    }

    /** Whether a biclique with at most this many common and root vertices may be wanted. */
    public boolean mayReach(long commons, long roots) {
        return commons >= minCommon && roots >= minRoots && pruning.wants(commons, roots);
    }

    /** Whether a biclique with at least this many common and root vertices may be wanted. */
    public boolean mayStayWithin(int commons, int roots) {
        return commons <= maxCommon && roots <= maxRoots;
    }
}
