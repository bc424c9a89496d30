package dev.motif.research.gbfc;

import dev.motif.cypher.config.Configuration;
import dev.motif.research.gbfc.GbfcConfig.Counting;
import dev.motif.text.Ascii;
import java.util.Arrays;
import java.util.List;

/** Reads the techniques of G-BFC from the parameters of a call. */
public final class GbfcParameters {
    private static final String COUNTING = "counting";
    private static final String EDGE_DIRECTION = "edgeDirection";
    private static final String SHARED_TABLE = "sharedTable";
    private static final String LOAD_BALANCING = "loadBalancing";
    private static final String THREAD_DEGREE = "threadDegree";
    private static final String BLOCK_DEGREE = "blockDegree";
    private static final String WEDGE_THRESHOLD = "wedgeThreshold";

    /** The parameter keys that this class reads, separated by commas, as procedure descriptions list them. */
    public static final String KEYS = COUNTING + ", " + EDGE_DIRECTION + ", " + SHARED_TABLE + ", " + LOAD_BALANCING
            + ", " + THREAD_DEGREE + ", " + BLOCK_DEGREE + ", " + WEDGE_THRESHOLD;

    private static final String[] OF_REARRANGED = {
        SHARED_TABLE, LOAD_BALANCING, THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD
    };
    private static final String[] OF_LOAD_BALANCING = {THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD};

    /** The edge direction as it was published, which only the bench runs. */
    private static final String PUBLISHED = "PUBLISHED";

    private GbfcParameters() {}

    /**
     * Reads the techniques.
     *
     * @throws IllegalArgumentException when a value is wrong, or when a key is given that has no effect
     */
    public static GbfcConfig config(Configuration given) {
        Counting counting = given.oneOf(COUNTING, Counting.class, Counting.REARRANGED);
        boolean edgeDirection = edgeDirection(given);
        if (counting != Counting.REARRANGED) {
            rejectGiven(given, "`counting: 'REARRANGED'`, but `counting` is '" + counting + "'", OF_REARRANGED);
            return GbfcConfig.by(counting, edgeDirection);
        }
        boolean sharedTable = given.flag(SHARED_TABLE, true);
        if (!given.flag(LOAD_BALANCING, true)) {
            rejectGiven(given, "`loadBalancing: true`, but `loadBalancing` is false", OF_LOAD_BALANCING);
            return GbfcConfig.rearranged(edgeDirection, sharedTable, false);
        }
        int threadDegree = given.integer(THREAD_DEGREE, GbfcConfig.THREAD_DEGREE, 0, Integer.MAX_VALUE);
        int blockDegree = given.integer(
                BLOCK_DEGREE, Math.max(threadDegree, GbfcConfig.BLOCK_DEGREE), threadDegree, Integer.MAX_VALUE);
        int wedgeThreshold = given.integer(WEDGE_THRESHOLD, GbfcConfig.WEDGE_THRESHOLD, 0, Integer.MAX_VALUE);
        return new GbfcConfig(counting, edgeDirection, sharedTable, true, threadDegree, blockDegree, wedgeThreshold);
    }

    private static boolean edgeDirection(Configuration given) {
        if (given.value(EDGE_DIRECTION) instanceof String text && Ascii.equalsIgnoringCase(text, PUBLISHED)) {
            throw new IllegalArgumentException("`edgeDirection` must be true or false, got '" + text
                    + "': the edge direction as it was published loses butterflies, 3 of the 9 of the complete graph of 3"
                    + " and 3 nodes, so it does not count; docs/experiments/gbfc.md shows how wrong it is");
        }
        return given.flag(EDGE_DIRECTION, true);
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
