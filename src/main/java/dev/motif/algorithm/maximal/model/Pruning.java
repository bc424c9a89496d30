package dev.motif.algorithm.maximal.model;

import java.util.function.LongSupplier;

/**
 * Which part of a search is worth it, when only the largest bicliques are wanted.
 *
 * @param size what large means
 * @param threshold the least size that is still wanted; may only grow during a search, and is read by many threads
 */
public record Pruning(BicliqueSize size, LongSupplier threshold) {
    /** Nothing is left out. */
    public static final Pruning NONE = new Pruning(BicliqueSize.EDGES, () -> 0);
}
