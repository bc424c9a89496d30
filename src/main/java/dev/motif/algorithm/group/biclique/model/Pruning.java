package dev.motif.algorithm.group.biclique.model;

import java.util.function.LongSupplier;

/**
 * Skips parts of a search when only the largest bicliques are wanted.
 *
 * @param size how the size of a biclique is measured
 * @param threshold gives the smallest size that is still wanted; may only grow during a search, and is read by many
 *     threads
 * @param one whether a single biclique is wanted, so that one that is found gives the threshold at once
 */
public record Pruning(BicliqueSize size, LongSupplier threshold, boolean one) {
    /** Skips nothing. */
    public static final Pruning NONE = new Pruning(BicliqueSize.EDGES, () -> 0, false);

    /** Whether a biclique with at most {@code left} left and {@code right} right vertices may be wanted. */
    public boolean wants(long left, long right) {
        return size.of(left, right) >= threshold.getAsLong();
    }

    /** The fewest vertices of a side of a biclique that may be wanted, when the other side has {@code other}. */
    public long leastOfSide(long other) {
        return size.leastOfSide(threshold.getAsLong(), other);
    }
}
