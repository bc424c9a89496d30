package dev.motif.algorithm.maximal.model;

import java.io.Serializable;

/**
 * Asks for the largest bicliques.
 *
 * @param search how to search, and which sizes are wanted
 * @param count how many bicliques, in [1, {@value #MAX_COUNT}]
 * @param size how their size is measured
 */
public record MaximumBicliqueConfig(MaximalBicliqueConfig search, int count, BicliqueSize size)
        implements Serializable {
    /** The most bicliques that can be asked for: they are kept on the heap, with their members. */
    public static final int MAX_COUNT = 100_000;

    public MaximumBicliqueConfig {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("`topK` must be in [1, " + MAX_COUNT + "], got " + count);
        }
    }
}
