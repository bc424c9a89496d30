package dev.motif.cypher.config;

import dev.motif.backend.EarlierCounts;

/** Reads which counts of an earlier state of the graph are updated to its current counts. */
public final class BaseKeys {
    /** The key that names the column with the counts. */
    public static final String PROPERTY = "baseProperty";

    /** The key that chooses between changing these and counting anew. */
    public static final String ALGORITHM = "algorithm";

    /** The keys that {@link #read(Configuration, String)} reads, for descriptions. */
    public static final String KEYS = ALGORITHM + ", " + PROPERTY;

    /** The value of {@link #ALGORITHM} with which counts are changed. */
    public static final String DELTA = "DELTA";

    private static final String AUTO = "AUTO";

    private enum Technique {
        AUTO,
        DELTA
    }

    private BaseKeys() {}

    /** The counts by relationship of an algorithm that has no other technique; null where none are given. */
    public static EarlierCounts read(Configuration given, String counted) {
        String technique =
                given.oneOf(ALGORITHM, Technique.class, Technique.AUTO).name();
        return read(given, technique, counted, false);
    }

    /**
     * The counts; null where none are given.
     *
     * @param technique the value of {@link #ALGORITHM}
     * @param ofNodes whether nodes must have them, or else relationships
     * @throws IllegalArgumentException when they are missing or not allowed
     */
    public static EarlierCounts read(Configuration given, String technique, String counted, boolean ofNodes) {
        String property = given.string(PROPERTY, null);
        boolean required = technique.equals(DELTA);
        if (property == null) {
            if (required) {
                throw new IllegalArgumentException("`algorithm: 'DELTA'` needs `baseProperty`, the column with "
                        + counted + " that mutate added before the graph was refreshed");
            }
            return null;
        }
        if (!required && !technique.equals(AUTO)) {
            throw new IllegalArgumentException(
                    "`baseProperty` is for `algorithm: 'DELTA'` or 'AUTO', but `algorithm` is '" + technique + "'");
        }
        if (given.has(TimeKeys.PROPERTY)) {
            throw new IllegalArgumentException("`baseProperty` is for counts without `timeProperty`");
        }
        return EarlierCounts.named(property, required, counted, ofNodes);
    }
}
