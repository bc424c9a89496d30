package dev.motif.algorithm.maximal.model;

/**
 * The largest bicliques.
 *
 * @param search how to search, and which sizes are wanted
 * @param count how many, in [1, {@value #MAX_COUNT}]
 * @param size what large means
 */
public record MaximumBicliqueConfig(MaximalBicliqueConfig search, int count, BicliqueSize size) {
    /** They are kept on the heap, with their members. */
    public static final int MAX_COUNT = 100_000;

    public MaximumBicliqueConfig {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("`topK` must be in [1, " + MAX_COUNT + "], got " + count);
        }
    }
}
