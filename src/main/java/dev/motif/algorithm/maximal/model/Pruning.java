package dev.motif.algorithm.maximal.model;

import java.util.function.LongSupplier;

/**
 * Which parts of a search can be skipped when only the largest bicliques are wanted.
 *
 * @param size how the size of a biclique is measured
 * @param threshold gives the smallest size that is still wanted; may only grow during a search, and is read by many
 *     threads
 */
public record Pruning(BicliqueSize size, LongSupplier threshold) {
    /** Skips nothing. */
    public static final Pruning NONE = new Pruning(BicliqueSize.EDGES, () -> 0);
}
