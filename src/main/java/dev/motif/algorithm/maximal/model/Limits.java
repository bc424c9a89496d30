package dev.motif.algorithm.maximal.model;

/** What is wanted, seen from the root side. */
public final class Limits {
    public final int minCommon;
    public final int maxCommon;
    public final int minRoots;
    public final int maxRoots;
    private final Pruning pruning;

    public Limits(SizeLimits sizes, boolean rootsAreLeft, Pruning pruning) {
        this.minCommon = rootsAreLeft ? sizes.minRight() : sizes.minLeft();
        this.maxCommon = rootsAreLeft ? sizes.maxRight() : sizes.maxLeft();
        this.minRoots = rootsAreLeft ? sizes.minLeft() : sizes.minRight();
        this.maxRoots = rootsAreLeft ? sizes.maxLeft() : sizes.maxRight();
        this.pruning = pruning;
    }

    /** Whether {@link #mayReach} is ever false: it need not be asked otherwise. */
    public boolean areBounds() {
        return minCommon > 1 || minRoots > 1 || pruning != Pruning.NONE;
    }

    public boolean admit(int commons, int roots) {
        return minCommon <= commons && commons <= maxCommon && minRoots <= roots && roots <= maxRoots;
    }

    /** Whether bicliques with at most so many vertices on each side may still be wanted. */
    public boolean mayReach(long commons, long roots) {
        return commons >= minCommon
                && roots >= minRoots
                && pruning.size().of(commons, roots) >= pruning.threshold().getAsLong();
    }
}
