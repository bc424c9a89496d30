package dev.motif.algorithm.group.near;

import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;

/** Reads which near-bicliques to find from the parameters of a call. */
public final class NearBicliqueParameters {
    private NearBicliqueParameters() {}

    /** @throws IllegalArgumentException when a value is wrong or missing */
    public static NearBicliqueConfig config(Configuration given) {
        int missing = given.integer("missing", 1, 1, NearBicliqueConfig.MOST_MISSING);
        int least = NearBicliqueConfig.leastSize(missing);
        return new NearBicliqueConfig(
                        missing,
                        given.requiredInteger("minLeft", least, Integer.MAX_VALUE),
                        given.requiredInteger("minRight", least, Integer.MAX_VALUE),
                        given.timeoutMillis(),
                        Long.MAX_VALUE)
                .within(TimeKeys.readSpan(given));
    }
}
