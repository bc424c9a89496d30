package dev.motif.algorithm.similar.nodes;

import dev.motif.algorithm.similar.nodes.SimilarityConfig.Choice;
import dev.motif.algorithm.similar.pairs.PairParameters;
import dev.motif.algorithm.similar.pairs.SimilarityMetric;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.Side;
import dev.motif.graph.weight.EdgeWeights;

/**
 * Reads which pairs are wanted from the parameters of a call. Keys and defaults are the same as in Graph Data Science.
 */
public final class SimilarityParameters {
    /** All keys, as descriptions list them. */
    public static final String KEYS =
            "side, " + PairParameters.ENDS_KEYS + ", " + PairParameters.METRIC + ", " + EdgeWeights.KEY
                    + ", similarityCutoff, minCommon, degreeCutoff, upperDegreeCutoff, falseDiscoveryRate, topK, bottomK, topN, bottomN";

    /** The keys of a graph that is folded. */
    static final String FOLD_KEYS =
            "side, " + PairParameters.ENDS_KEYS + ", " + PairParameters.METRIC + ", " + EdgeWeights.KEY
                    + ", similarityCutoff, minCommon, degreeCutoff, upperDegreeCutoff, falseDiscoveryRate, topK";

    /** The most pairs that are chosen among all: they are held until all are known. */
    static final int MOST_IN_ALL = 10_000_000;

    private static final int DEFAULT_PER_NODE = 10;
    /** Any similarity but 0. */
    private static final double DEFAULT_CUTOFF = 1e-42;

    /** The largest rate, below 1, so that no pair without a common neighbor is accepted. */
    private static final double LARGEST_RATE = 0.99;

    private SimilarityParameters() {}

    /** @throws IllegalArgumentException when a value is wrong, or two values exclude one another */
    public static SimilarityConfig config(Configuration given) {
        SimilarityMetric metric = given.oneOf(PairParameters.METRIC, SimilarityMetric.OPEN, SimilarityMetric.JACCARD);
        return config(
                given,
                metric,
                given.number("similarityCutoff", DEFAULT_CUTOFF, 0, metric.isRatio() ? 1 : Integer.MAX_VALUE),
                choice(given, "topK", "bottomK", DEFAULT_PER_NODE, Integer.MAX_VALUE),
                choice(given, "topN", "bottomN", 0, MOST_IN_ALL));
    }

    /**
     * The pairs that become relationships of a folded graph: all, unless the caller says otherwise.
     *
     * @throws IllegalArgumentException when a value is wrong
     */
    static SimilarityConfig fold(Configuration given) {
        return config(
                given,
                given.oneOf(PairParameters.METRIC, SimilarityMetric.OPEN, SimilarityMetric.COUNT),
                given.number("similarityCutoff", 0, 0, Integer.MAX_VALUE),
                new Choice(given.integer("topK", 0, 0, Integer.MAX_VALUE), false),
                Choice.ALL);
    }

    private static SimilarityConfig config(
            Configuration given, SimilarityMetric metric, double similarityCutoff, Choice perNode, Choice inAll) {
        int degreeCutoff = given.integer("degreeCutoff", 1, 1, Integer.MAX_VALUE);
        int upperDegreeCutoff = given.integer("upperDegreeCutoff", Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
        if (upperDegreeCutoff < degreeCutoff) {
            throw new IllegalArgumentException("`upperDegreeCutoff` must not be less than `degreeCutoff`, got "
                    + upperDegreeCutoff + " and " + degreeCutoff);
        }
        EdgeWeights weights = EdgeWeights.named(given.string(EdgeWeights.KEY, null));
        if (weights != null && !metric.isWeighable()) {
            throw new IllegalArgumentException("`" + EdgeWeights.KEY
                    + "` is for the metrics JACCARD, OVERLAP, COSINE and" + " COUNT, got " + metric);
        }
        return new SimilarityConfig(
                given.oneOf("side", Side.class, null),
                metric,
                similarityCutoff,
                given.integer("minCommon", 1, 1, Integer.MAX_VALUE),
                degreeCutoff,
                upperDegreeCutoff,
                given.number("falseDiscoveryRate", 0, 0, LARGEST_RATE),
                perNode,
                inAll,
                PairParameters.ends(given),
                weights);
    }

    private static Choice choice(Configuration given, String top, String bottom, int fallback, int most) {
        if (given.has(top) && given.has(bottom)) {
            throw new IllegalArgumentException("`" + top + "` and `" + bottom + "` must not both be given");
        }
        boolean least = given.has(bottom);
        int largest = given.integer(top, fallback, 0, most);
        int smallest = given.integer(bottom, fallback, 0, most);
        return least ? new Choice(smallest, true) : new Choice(largest, false);
    }
}
