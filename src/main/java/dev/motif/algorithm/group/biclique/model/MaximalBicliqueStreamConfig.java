package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.TimeWindow;

/**
 * Asks for maximal bicliques one by one.
 *
 * @param search how to search, and which sizes are wanted
 * @param limit the most bicliques to return, 1 or more
 * @param maxOverlap the most of a biclique, from 0 to 1, that one returned before may have too; 1 for all bicliques
 */
public record MaximalBicliqueStreamConfig(MaximalBicliqueConfig search, long limit, double maxOverlap)
        implements TimeWindow.Timed<MaximalBicliqueStreamConfig> {
    /** Asks for bicliques that may overlap. */
    public MaximalBicliqueStreamConfig(MaximalBicliqueConfig search, long limit) {
        this(search, limit, 1);
    }

    @Override
    public TimeWindow window() {
        return search.window();
    }

    @Override
    public MaximalBicliqueStreamConfig within(TimeWindow other) {
        return new MaximalBicliqueStreamConfig(search.within(other), limit, maxOverlap);
    }
}
