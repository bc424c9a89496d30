package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.algorithm.commonneighbors.model.PairEnds;
import dev.motif.cypher.config.Configuration;

/** Reads which pairs are wanted from the parameters of a call. */
public final class PairParameters {
    static final String METRIC = "metric";
    static final String SIMILARITY_CUTOFF = "similarityCutoff";
    static final String TOP_K = "topK";

    /** All keys, as descriptions list them. */
    public static final String KEYS = METRIC + ", " + SIMILARITY_CUTOFF + ", " + TOP_K;

    /** The keys of the nodes whose pairs are wanted, as descriptions list them. */
    public static final String ENDS_KEYS = PairEnds.SOURCES + ", " + PairEnds.TARGETS;

    private PairParameters() {}

    /**
     * The nodes whose pairs are wanted, by their ids.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static PairEnds ends(Configuration given) {
        return PairEnds.of(
                given.nodeIds(PairEnds.SOURCES, PairEnds.MOST), given.nodeIds(PairEnds.TARGETS, PairEnds.MOST));
    }

    /** @throws IllegalArgumentException when a value is wrong */
    public static PairFilter filter(Configuration given) {
        SimilarityMetric metric = given.oneOf(METRIC, SimilarityMetric.class, SimilarityMetric.COUNT);
        double similarityCutoff = given.number(SIMILARITY_CUTOFF, 0, 0, Integer.MAX_VALUE);
        return new PairFilter(metric, similarityCutoff, given.integer(TOP_K, 0, 1, Integer.MAX_VALUE));
    }
}
