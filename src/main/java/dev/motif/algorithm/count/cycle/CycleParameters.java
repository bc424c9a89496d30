package dev.motif.algorithm.count.cycle;

import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.TimeKeys;
import dev.motif.graph.weight.EdgeWeights;

/** Reads which cycles are wanted from the parameters of a call. */
public final class CycleParameters {
    /** The keys that all of the procedures have, for descriptions. */
    static final String KEYS = "minLength, maxLength, " + TimeKeys.KEYS + ", tolerance, " + EdgeWeights.KEY;

    private static final String TOLERANCE = "tolerance";
    private static final int USUAL_MAX_LENGTH = 5;

    private CycleParameters() {}

    /** Reads which cycles to count. */
    public static CycleConfig counting(Configuration given) {
        String property = given.string(EdgeWeights.KEY, null);
        CycleConfig config = search(given, EdgeWeights.named(property));
        if (property != null && !config.hasTolerance()) {
            throw new IllegalArgumentException("`" + EdgeWeights.KEY + "` needs `" + TOLERANCE
                    + "`, which says how much less an amount may be than the amount before");
        }
        return config;
    }

    /**
     * Reads which cycles to search.
     *
     * @param amounts of relationships, whose values are not known yet; null for none
     */
    static CycleConfig search(Configuration given, EdgeWeights amounts) {
        int min = given.integer("minLength", CycleConfig.MIN_LENGTH, CycleConfig.MIN_LENGTH, CycleConfig.MAX_LENGTH);
        int max = given.integer("maxLength", Math.max(min, USUAL_MAX_LENGTH), min, CycleConfig.MAX_LENGTH);
        CycleConfig inTime = new CycleConfig(min, max, null).within(TimeKeys.read(given));
        boolean ofEach = inTime.window() != null && amounts != null;
        CycleConfig config = inTime.weighedBy(ofEach ? amounts.ofEachRelationship() : amounts);
        return given.has(TOLERANCE) ? config.tolerating(tolerance(given, config)) : config;
    }

    private static double tolerance(Configuration given, CycleConfig config) {
        if (config.window() == null) {
            throw new IllegalArgumentException(
                    "`" + TOLERANCE + "` needs `timeProperty`, since amounts are compared in the order of time");
        }
        if (config.amounts() == null) {
            throw new IllegalArgumentException("`" + TOLERANCE + "` needs `" + EdgeWeights.KEY
                    + "`, the column with the weights of relationships");
        }
        return given.requiredNumber(TOLERANCE, 0, 1);
    }
}
