package dev.motif.algorithm.similar.scan;

import dev.motif.cypher.config.Configuration;
import java.util.List;

/** Reads from the parameters of a call what to cluster by. */
public final class ScanParameters {
    private static final String EPSILON = "epsilon";
    private static final String MU = "mu";

    /** All keys, as descriptions list them. */
    static final String KEYS = EPSILON + ", " + MU;

    /** The values that the paper of SCAN recommends. */
    private static final double DEFAULT_EPSILON = 0.7;

    private static final int DEFAULT_MU = 2;

    /** The most values of a list of epsilons or of mus. */
    private static final int MOST_VALUES = 100;

    private ScanParameters() {}

    static ScanConfig one(Configuration given) {
        return new ScanConfig(
                List.of(given.number(EPSILON, DEFAULT_EPSILON, 0, 1)),
                List.of(given.integer(MU, DEFAULT_MU, 1, Integer.MAX_VALUE)));
    }

    /** A clustering for each pair of the given values. */
    public static ScanConfig several(Configuration given) {
        return new ScanConfig(
                given.numbers(EPSILON, DEFAULT_EPSILON, 0, 1, MOST_VALUES),
                given.integers(MU, DEFAULT_MU, MOST_VALUES));
    }
}
