package dev.motif.algorithm.group.near;

import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;

/** Reads which near-cliques to find from the parameters of a call. */
public final class NearCliqueParameters {
    private NearCliqueParameters() {}

    /** @throws IllegalArgumentException when a value is wrong or missing */
    public static NearCliqueConfig config(Configuration given) {
        int missing = given.integer("missing", 1, 1, NearCliqueConfig.MOST_MISSING);
        int minSize = given.requiredInteger("minSize", 1, Integer.MAX_VALUE);
        int least = NearCliqueConfig.leastSize(missing);
        if (minSize < least) {
            throw new IllegalArgumentException("`minSize` must be " + least + " or more with `missing: " + missing
                    + "`, since smaller groups need not be connected, got " + minSize);
        }
        return new NearCliqueConfig(missing, minSize, given.timeoutMillis(), Long.MAX_VALUE)
                .within(TimeKeys.readSpan(given));
    }
}
