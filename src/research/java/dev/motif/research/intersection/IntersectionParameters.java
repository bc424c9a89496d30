package dev.motif.research.intersection;

import dev.motif.cypher.config.Configuration;
import dev.motif.research.intersection.IntersectionConfig.PassMemory;
import java.util.Arrays;
import java.util.List;

/** Reads from the parameters of a call how to intersect lists. */
public final class IntersectionParameters {
    private static final String ALGORITHM = "algorithm";
    private static final String SKEW_THRESHOLD = "skewThreshold";
    private static final String VECTORIZE = "vectorize";
    private static final String VECTOR_BITS = "vectorBits";
    private static final String RELABEL = "relabel";
    private static final String RANGE_FILTERING = "rangeFiltering";
    private static final String RANGE_SIZE = "rangeSize";
    private static final String TASK_SIZE = "taskSize";
    private static final String WARPS_PER_BLOCK = "warpsPerBlock";
    private static final String CO_PROCESSING = "coProcessing";
    private static final String MEMORY = "memory";

    private static final String OF_MPS = SKEW_THRESHOLD + ", " + VECTORIZE + ", " + VECTOR_BITS;
    private static final String OF_BMP = RELABEL + ", " + RANGE_FILTERING + ", " + RANGE_SIZE;
    private static final String OF_BOTH = TASK_SIZE + ", " + WARPS_PER_BLOCK + ", " + CO_PROCESSING + ", " + MEMORY;

    /** All keys, as descriptions list them. */
    public static final String KEYS = ALGORITHM + ", " + OF_MPS + ", " + OF_BMP + ", " + OF_BOTH;

    private enum Technique {
        MPS,
        BMP
    }

    private IntersectionParameters() {}

    /**
     * Reads the technique and its options.
     *
     * @throws IllegalArgumentException when a value is wrong, or a key is given that has no effect
     */
    public static IntersectionConfig config(Configuration given) {
        Technique technique = given.oneOf(ALGORITHM, Technique.class, Technique.MPS);
        PassMemory memory = given.oneOf(MEMORY, PassMemory.class, PassMemory.PASSES);
        if (technique == Technique.MPS) {
            rejectGiven(given, Technique.BMP, technique, OF_BMP);
            return new IntersectionConfig(mps(given), null, memory);
        }
        rejectGiven(given, Technique.MPS, technique, OF_MPS);
        return new IntersectionConfig(null, bmp(given), memory);
    }

    private static MpsConfig mps(Configuration given) {
        boolean vectorize = given.flag(VECTORIZE, true);
        if (!vectorize && given.has(VECTOR_BITS)) {
            throw withoutEffect(VECTOR_BITS, VECTORIZE);
        }
        return new MpsConfig(
                given.integer(SKEW_THRESHOLD, MpsConfig.SKEW_THRESHOLD, 1, Integer.MAX_VALUE),
                vectorize,
                given.integer(VECTOR_BITS, MpsConfig.WIDE_BITS, MpsConfig.NARROW_BITS, MpsConfig.WIDE_BITS),
                taskSize(given),
                warpsPerBlock(given),
                given.flag(CO_PROCESSING, true));
    }

    private static BmpConfig bmp(Configuration given) {
        boolean relabel = given.flag(RELABEL, true);
        boolean rangeFiltering = given.flag(RANGE_FILTERING, true);
        if (!rangeFiltering && given.has(RANGE_SIZE)) {
            throw withoutEffect(RANGE_SIZE, RANGE_FILTERING);
        }
        int rangeSize =
                given.integer(RANGE_SIZE, BmpConfig.RANGE_SIZE, BmpConfig.MIN_RANGE_SIZE, BmpConfig.MAX_RANGE_SIZE);
        return new BmpConfig(
                relabel,
                rangeFiltering,
                rangeSize,
                taskSize(given),
                warpsPerBlock(given),
                given.flag(CO_PROCESSING, true));
    }

    private static IllegalArgumentException withoutEffect(String key, String flag) {
        return new IllegalArgumentException("`" + key + "` is for `" + flag + ": true`, but `" + flag + "` is false");
    }

    private static int taskSize(Configuration given) {
        return given.integer(TASK_SIZE, MpsConfig.TASK_SIZE, 1, MpsConfig.MAX_TASK_SIZE);
    }

    private static int warpsPerBlock(Configuration given) {
        return given.integer(WARPS_PER_BLOCK, MpsConfig.WARPS_PER_BLOCK, 1, MpsConfig.MAX_WARPS_PER_BLOCK);
    }

    private static void rejectGiven(Configuration given, Technique needed, Technique technique, String keys) {
        // Every key is looked up, so that none of them is reported as unknown.
        List<String> useless =
                Arrays.stream(keys.split(", ")).filter(given::has).toList();
        if (!useless.isEmpty()) {
            throw new IllegalArgumentException("`" + useless.get(0) + "` is for `algorithm: '" + needed
                    + "'`, but `algorithm` is '" + technique + "'");
        }
    }
}
