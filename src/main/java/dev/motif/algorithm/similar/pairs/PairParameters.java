package dev.motif.algorithm.similar.pairs;

import dev.motif.algorithm.similar.neighbors.model.PairEnds;
import dev.motif.cypher.config.Configuration;

/** Reads which pairs are wanted from the parameters of a call. */
public final class PairParameters {
    public static final String METRIC = "similarityMetric";
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

    /**
     * Reads the filter of pairs, by any metric.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static PairFilter filter(Configuration given) {
        return filter(given, given.oneOf(METRIC, SimilarityMetric.class, SimilarityMetric.COUNT));
    }

    /**
     * Reads the filter of edges.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    public static PairFilter filterOfEdges(Configuration given) {
        return filter(given, metricOfEdges(given));
    }

    /** The metric of edges: one that follows from the number of common neighbors. */
    public static SimilarityMetric metricOfEdges(Configuration given) {
        return given.oneOf(METRIC, SimilarityMetric.OF_COUNTS, SimilarityMetric.COUNT);
    }

    private static PairFilter filter(Configuration given, SimilarityMetric metric) {
        double similarityCutoff = given.number(SIMILARITY_CUTOFF, 0, 0, Integer.MAX_VALUE);
        return new PairFilter(metric, similarityCutoff, given.integer(TOP_K, 0, 1, Integer.MAX_VALUE));
    }
}
