package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;

/** Reads how to search maximal bicliques from the parameters of a call. */
public final class MaximalBicliqueParameters {
    private MaximalBicliqueParameters() {}

    /**
     * Reads all parameters of a search.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static MaximalBicliqueConfig search(Configuration given, PerVertex perVertex) {
        return atAnyTime(given, perVertex).within(TimeKeys.readSpan(given));
    }

    /**
     * Reads all parameters of a search but the span.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    static MaximalBicliqueConfig atAnyTime(Configuration given, PerVertex perVertex) {
        return config(given, perVertex).withTimeoutMillis(given.timeoutMillis());
    }

    /**
     * Reads what to search, without a time limit.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static MaximalBicliqueConfig config(Configuration given, PerVertex perVertex) {
        return new MaximalBicliqueConfig(given.sideOrAuto(), sizes(given), perVertex, 0);
    }

    private static SizeLimits sizes(Configuration given) {
        return new SizeLimits(
                given.integer("minLeft", 1, 1, Integer.MAX_VALUE),
                given.integer("maxLeft", Integer.MAX_VALUE, 1, Integer.MAX_VALUE),
                given.integer("minRight", 1, 1, Integer.MAX_VALUE),
                given.integer("maxRight", Integer.MAX_VALUE, 1, Integer.MAX_VALUE));
    }
}
