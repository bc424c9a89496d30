package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.cypher.config.Configuration;

/** Reads which pairs are wanted from the parameters of a call. */
public final class PairParameters {
    static final String METRIC = "metric";
    static final String MIN_VALUE = "minValue";
    static final String TOP_K = "topK";

    /** All keys, as descriptions list them. */
    public static final String KEYS = METRIC + ", " + MIN_VALUE + ", " + TOP_K;

    private PairParameters() {}

    /** @throws IllegalArgumentException when a value is wrong */
    public static PairFilter filter(Configuration given) {
        SimilarityMetric metric = given.oneOf(METRIC, SimilarityMetric.class, SimilarityMetric.COUNT);
        double minValue = given.number(MIN_VALUE, 0, 0, Integer.MAX_VALUE);
        return new PairFilter(metric, minValue, given.integer(TOP_K, 0, 1, Integer.MAX_VALUE));
    }
}
