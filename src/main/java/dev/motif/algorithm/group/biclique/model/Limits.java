package dev.motif.algorithm.group.biclique.model;

import dev.motif.graph.memory.OffHeapLongs;
import java.util.function.IntUnaryOperator;

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
    /** Null where each common vertex is of a kind of its own. */
    private final IntUnaryOperator kinds;

    /** @param rootsAreLeft whether the roots are the left vertices */
    public Limits(SizeLimits sizes, boolean rootsAreLeft, Pruning pruning) {
        this(sizes, rootsAreLeft, pruning, null);
    }

    /**
     * Limits for searches in which a wanted biclique has common vertices of {@link #minCommon} different kinds, and one
     * common vertex of a kind is as good as another.
     *
     * @param kinds the number of the kind of a common vertex; vertices of a kind follow each other. Null when each has
     *     a kind of its own
     */
    public Limits(SizeLimits sizes, boolean rootsAreLeft, Pruning pruning, IntUnaryOperator kinds) {
        this.kinds = kinds;
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

    /** Whether common vertices may be of the same kind. */
    public boolean haveKinds() {
        return kinds != null;
    }

    /** The number of the kind of a common vertex, where they have kinds. */
    public int kindOf(int common) {
        return kinds.applyAsInt(common);
    }

    /** Whether common vertices {@code ids[start, start + size)}, ascending, are of enough kinds. */
    public boolean areOfEnoughKinds(OffHeapLongs ids, long start, int size) {
        if (!haveKinds()) {
            return true;
        }
        int found = 0;
        int last = -1;
        for (long i = start; i < start + size && found < minCommon; i++) {
            int kind = kinds.applyAsInt((int) ids.get(i));
            found += kind != last ? 1 : 0;
            last = kind;
        }
        return found >= minCommon;
    }

    /**
     * The last bit of each kind, for {@link #kindsOf}; all bits where each has a kind of its own.
     *
     * @param ids the common vertices, from {@code start} on, one for each bit
     * @param bits the bits that may be set
     */
    public long lastOfKinds(OffHeapLongs ids, long start, long bits) {
        if (!haveKinds()) {
            return -1L;
        }
        long lasts = 0;
        int next = -1;
        for (long left = bits; left != 0; ) {
            long bit = Long.highestOneBit(left);
            left ^= bit;
            int kind = kinds.applyAsInt((int) ids.get(start + Long.numberOfTrailingZeros(bit)));
            lasts |= kind != next ? bit : 0;
            next = kind;
        }
        return lasts;
    }

    /** How many kinds have bits in {@code row}: any bit of a kind but the last is carried to that one. */
    public static int kindsOf(long row, long lasts) {
        return Long.bitCount(((row & ~lasts) + ~lasts | row) & lasts);
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
