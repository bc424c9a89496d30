package dev.motif.algorithm.group.rules;

import dev.motif.cypher.config.Configuration;
import dev.motif.graph.Side;

/** Reads which association rules to find from the parameters of a call. */
public final class RuleParameters {
    /** The default of the R package arules. */
    private static final double MIN_SUPPORT = 0.1;

    private static final double MIN_CONFIDENCE = 0.8;

    private RuleParameters() {}

    /** @throws IllegalArgumentException when a value is wrong */
    public static RuleConfig config(Configuration given, long limit) {
        // A count alone is not joined by the support that is usual.
        double usual = given.has("minCount") ? 0 : MIN_SUPPORT;
        return new RuleConfig(
                given.oneOf("side", Side.class, Side.RIGHT),
                given.number("minSupport", usual, 0, 1),
                given.integer("minCount", 1, 1, Integer.MAX_VALUE),
                given.number("minConfidence", MIN_CONFIDENCE, 0, 1),
                given.integer("maxItems", RuleConfig.MOST_ITEMS, RuleConfig.MIN_ITEMS, RuleConfig.MOST_ITEMS),
                given.timeoutMillis(),
                limit);
    }
}
