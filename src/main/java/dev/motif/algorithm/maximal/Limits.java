package dev.motif.algorithm.maximal;

/** What is wanted, seen from the root side. */
final class Limits {
    final int minCommon;
    final int maxCommon;
    final int minRoots;
    final int maxRoots;
    private final Pruning pruning;

    Limits(SizeLimits sizes, boolean rootsAreLeft, Pruning pruning) {
        this.minCommon = rootsAreLeft ? sizes.minRight() : sizes.minLeft();
        this.maxCommon = rootsAreLeft ? sizes.maxRight() : sizes.maxLeft();
        this.minRoots = rootsAreLeft ? sizes.minLeft() : sizes.minRight();
        this.maxRoots = rootsAreLeft ? sizes.maxLeft() : sizes.maxRight();
        this.pruning = pruning;
    }

    boolean admit(int commons, int roots) {
        return minCommon <= commons && commons <= maxCommon && minRoots <= roots && roots <= maxRoots;
    }

    /** Whether bicliques with at most so many vertices on each side may still be wanted. */
    boolean mayReach(long commons, long roots) {
        return commons >= minCommon
                && roots >= minRoots
                && pruning.size().of(commons, roots) >= pruning.threshold().getAsLong();
    }
}
