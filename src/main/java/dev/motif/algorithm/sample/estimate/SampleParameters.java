package dev.motif.algorithm.sample.estimate;

import dev.motif.cypher.config.Configuration;

/** Reads how precise an estimate shall be. */
public final class SampleParameters {
    /** The keys that {@link #read} reads, for descriptions. */
    public static final String KEYS = "confidence, relativeError, seed, timeoutMillis";

    private SampleParameters() {}

    /**
     * Reads the keys; values of keys that are not given are as in {@link SampleConfig#DEFAULT}.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static SampleConfig read(Configuration given) {
        SampleConfig usual = SampleConfig.DEFAULT;
        return new SampleConfig(
                given.number(
                        "confidence", usual.confidence(), SampleConfig.MIN_CONFIDENCE, SampleConfig.MAX_CONFIDENCE),
                given.number("relativeError", usual.relativeError(), SampleConfig.MIN_ERROR, 1),
                given.integer("timeoutMillis", usual.timeoutMillis(), 0, Long.MAX_VALUE),
                given.integer("seed", usual.seed(), 0, Long.MAX_VALUE));
    }
}
