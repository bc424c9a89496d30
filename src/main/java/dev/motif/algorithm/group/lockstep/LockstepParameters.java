package dev.motif.algorithm.group.lockstep;

import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;

/** Reads which lockstep groups to find from the parameters of a call. */
public final class LockstepParameters {
    private LockstepParameters() {}

    /** @throws IllegalArgumentException when a value is wrong or missing */
    public static LockstepConfig config(Configuration given, long limit) {
        return new LockstepConfig(
                TimeKeys.required(given),
                given.requiredInteger("minLeft", LockstepConfig.LEAST_LEFT, Integer.MAX_VALUE),
                given.requiredInteger("minRight", 1, Integer.MAX_VALUE),
                given.timeoutMillis(),
                limit);
    }
}
