package dev.motif.algorithm.maximal.near;

import dev.motif.cypher.config.Configuration;

/** Reads which near-bicliques to find from the parameters of a call. */
public final class NearParameters {
    private NearParameters() {}

    /** @throws IllegalArgumentException when a value is wrong or missing */
    public static NearConfig config(Configuration given, long limit) {
        int missing = given.integer("missing", 1, 1, NearConfig.MOST_MISSING);
        int least = NearConfig.leastSize(missing);
        return new NearConfig(
                missing,
                given.requiredInteger("minLeft", least, Integer.MAX_VALUE),
                given.requiredInteger("minRight", least, Integer.MAX_VALUE),
                given.timeoutMillis(),
                limit);
    }
}
