package dev.motif.algorithm.maximal.model;

import dev.motif.backend.DistinctGroups;
import java.io.Serializable;

/**
 * Asks for the largest bicliques.
 *
 * @param search how to search, and which sizes are wanted
 * @param count how many bicliques, in [1, {@value #MAX_COUNT}]
 * @param size how their size is measured
 * @param maxOverlap the most of a biclique, from 0 to 1, that a larger one of the result may have too; 1 for all bicliques
 */
public record MaximumBicliqueConfig(MaximalBicliqueConfig search, int count, BicliqueSize size, double maxOverlap)
        implements Serializable {
    /** The most bicliques that can be asked for: they are kept on the heap, with their members. */
    public static final int MAX_COUNT = 100_000;

    public MaximumBicliqueConfig {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException("`topK` must be in [1, " + MAX_COUNT + "], got " + count);
        }
    }

    /** Asks for bicliques that may overlap. */
    public MaximumBicliqueConfig(MaximalBicliqueConfig search, int count, BicliqueSize size) {
        this(search, count, size, 1);
    }

    /** How many bicliques a search keeps. */
    public int kept() {
        return DistinctGroups.kept(count, maxOverlap);
    }
}
