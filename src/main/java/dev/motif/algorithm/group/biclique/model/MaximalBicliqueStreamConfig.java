package dev.motif.algorithm.group.biclique.model;

/**
 * Asks for maximal bicliques one by one.
 *
 * @param search how to search, and which sizes are wanted
 * @param limit the most bicliques to return, 1 or more
 * @param maxOverlap the most of a biclique, from 0 to 1, that one returned before may have too; 1 for all bicliques
 */
public record MaximalBicliqueStreamConfig(MaximalBicliqueConfig search, long limit, double maxOverlap) {
    /** Asks for bicliques that may overlap. */
    public MaximalBicliqueStreamConfig(MaximalBicliqueConfig search, long limit) {
        this(search, limit, 1);
    }
}
