package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.TimeWindow;
import dev.motif.choice.GroupChoice;

/**
 * Asks for maximal bicliques one by one.
 *
 * @param search how to search, and which sizes are wanted
 * @param choice which of the bicliques found are returned, as they are found
 */
public record MaximalBicliqueStreamConfig(MaximalBicliqueConfig search, GroupChoice choice)
        implements TimeWindow.Timed<MaximalBicliqueStreamConfig> {
    /** Asks for bicliques that may overlap. */
    public MaximalBicliqueStreamConfig(MaximalBicliqueConfig search, long limit) {
        this(search, GroupChoice.all(limit));
    }

    @Override
    public TimeWindow window() {
        return search.window();
    }

    @Override
    public MaximalBicliqueStreamConfig within(TimeWindow other) {
        return new MaximalBicliqueStreamConfig(search.within(other), choice);
    }
}
