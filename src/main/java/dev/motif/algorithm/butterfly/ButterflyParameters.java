package dev.motif.algorithm.butterfly;

import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.cypher.config.BaseKeys;
import dev.motif.cypher.config.Configuration;
import dev.motif.cypher.config.Granularity;
import dev.motif.cypher.config.TimeKeys;
import java.util.Arrays;
import java.util.List;

/** Reads how butterflies are to be counted from the parameters of a call. */
public final class ButterflyParameters {
    private static final String ALGORITHM = BaseKeys.ALGORITHM;
    private static final String INTERSECTION = "intersection";
    private static final String EDGE_DIRECTION = "edgeDirection";
    private static final String SHARED_TABLE = "sharedTable";
    private static final String LOAD_BALANCING = "loadBalancing";
    private static final String THREAD_DEGREE = "threadDegree";
    private static final String BLOCK_DEGREE = "blockDegree";
    private static final String WEDGE_THRESHOLD = "wedgeThreshold";

    private static final String GBFC = INTERSECTION + ", " + EDGE_DIRECTION + ", " + SHARED_TABLE + ", "
            + LOAD_BALANCING + ", " + THREAD_DEGREE + ", " + BLOCK_DEGREE + ", " + WEDGE_THRESHOLD;

    /** The parameter keys that this class reads, separated by commas, as procedure descriptions list them. */
    public static final String KEYS = ALGORITHM + ", " + GBFC;

    private static final String[] OF_TABLE = {SHARED_TABLE, LOAD_BALANCING, THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD
    };
    private static final String[] OF_LOAD_BALANCING = {THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD};

    /** The edge direction as it was published, which only the bench runs. */
    private static final String PUBLISHED = "PUBLISHED";

    private enum Technique {
        AUTO,
        PRIORITY,
        GBFC,
        DELTA
    }

    private ButterflyParameters() {}

    /**
     * Reads the techniques of G-BFC; returns null when the call does not ask for G-BFC.
     *
     * @throws IllegalArgumentException when a value is wrong, or when a key is given that has no effect
     */
    public static GbfcConfig gbfc(Configuration given) {
        Technique technique = given.oneOf(ALGORITHM, Technique.class, Technique.AUTO);
        if (technique != Technique.GBFC) {
            rejectGiven(given, "`algorithm: 'GBFC'`, but `algorithm` is '" + technique + "'", GBFC.split(", "));
            return null;
        }
        boolean edgeDirection = edgeDirection(given);
        if (given.flag(INTERSECTION, false)) {
            rejectGiven(given, "`intersection: false`, but `intersection` is true", OF_TABLE);
            return GbfcConfig.byIntersection(edgeDirection);
        }
        boolean sharedTable = given.flag(SHARED_TABLE, true);
        if (!given.flag(LOAD_BALANCING, true)) {
            rejectGiven(given, "`loadBalancing: true`, but `loadBalancing` is false", OF_LOAD_BALANCING);
            return GbfcConfig.withTable(edgeDirection, sharedTable, false);
        }
        int threadDegree = given.integer(THREAD_DEGREE, GbfcConfig.THREAD_DEGREE, 0, Integer.MAX_VALUE);
        int blockDegree = given.integer(
                BLOCK_DEGREE, Math.max(threadDegree, GbfcConfig.BLOCK_DEGREE), threadDegree, Integer.MAX_VALUE);
        int wedgeThreshold = given.integer(WEDGE_THRESHOLD, GbfcConfig.WEDGE_THRESHOLD, 0, Integer.MAX_VALUE);
        return new GbfcConfig(false, edgeDirection, sharedTable, true, threadDegree, blockDegree, wedgeThreshold);
    }

    private static boolean edgeDirection(Configuration given) {
        if (given.value(EDGE_DIRECTION) instanceof String text && text.equalsIgnoreCase(PUBLISHED)) {
            throw new IllegalArgumentException("`edgeDirection` must be true or false, got '" + text
                    + "': the edge direction as it was published loses butterflies, 3 of the 9 of the complete graph of 3"
                    + " and 3 nodes, so it does not count; docs/experiments/gbfc.md shows how wrong it is");
        }
        return given.flag(EDGE_DIRECTION, true);
    }

    /** Reads how to count the whole graph: by vertex too, for the maxima, where the algorithm can. */
    static ButterflyConfig whole(Configuration given) {
        GbfcConfig gbfc = gbfc(given);
        return following(given, new ButterflyConfig(gbfc == null, false, gbfc, TimeKeys.read(given), null));
    }

    /**
     * Reads how to count by node or by relationship, which G-BFC cannot do. The parameters of the techniques of G-BFC are
     * not asked for, so they are reported as unknown later.
     *
     * @throws IllegalArgumentException when the call asks for G-BFC
     */
    static ButterflyConfig each(Configuration given, Granularity per) {
        if (given.oneOf(ALGORITHM, Technique.class, Technique.AUTO) == Technique.GBFC) {
            throw ButterflyConfig.totalAlone();
        }
        return following(
                given,
                new ButterflyConfig(
                        per == Granularity.NODE, per == Granularity.RELATIONSHIP, null, TimeKeys.read(given), null));
    }

    private static ButterflyConfig following(Configuration given, ButterflyConfig config) {
        Technique technique = given.oneOf(ALGORITHM, Technique.class, Technique.AUTO);
        return config.since(BaseKeys.read(given, technique.name(), ButterflyConfig.COUNTED, !config.perEdge()));
    }

    /** Throws when one of {@code keys} is given; {@code needed} says what the key would need to have an effect. */
    private static void rejectGiven(Configuration given, String needed, String... keys) {
        // Asks for every key, since keys that nothing has asked for are reported as unknown.
        List<String> useless = Arrays.stream(keys).filter(given::has).toList();
        if (!useless.isEmpty()) {
            throw new IllegalArgumentException("`" + useless.get(0) + "` is for " + needed);
        }
    }
}
