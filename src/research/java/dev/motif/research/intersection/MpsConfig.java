package dev.motif.research.intersection;

import dev.motif.algorithm.similar.intersection.ListMerge;
import java.io.Serializable;

/**
 * The options of MPS, which merges the sorted neighbor lists of the two ends of an edge: block by block, or, where one
 * is far longer than the other, by searching the elements of each in the other.
 *
 * @param skewThreshold lists are searched and not merged when one is more than this many times as long as the other, 1
 *     or more
 * @param vectorize whether blocks are compared in vector registers, where the JVM was started with the Vector API; only
 *     for the CPU
 * @param vectorBits the widest registers to use, {@value #NARROW_BITS} or {@value #WIDE_BITS} bits; only for the CPU
 * @param taskSize neighbors of a task that one thread takes, in [1, {@value #MAX_TASK_SIZE}]; only for the CPU
 * @param warpsPerBlock warps of a thread block, in [1, {@value #MAX_WARPS_PER_BLOCK}]; only for a GPU
 * @param coProcessing whether the CPU looks up the slots of edges while the GPU counts, and not afterwards; only for a
 *     GPU
 */
public record MpsConfig(
        int skewThreshold, boolean vectorize, int vectorBits, int taskSize, int warpsPerBlock, boolean coProcessing)
        implements Serializable {
    /** The threshold of the paper, which is the default. */
    public static final int SKEW_THRESHOLD = 50;

    /** The warps of a block in the paper, which are the default. */
    public static final int WARPS_PER_BLOCK = 4;

    public static final int MAX_WARPS_PER_BLOCK = 32;

    /** The neighbors of a task where nothing else is asked for. */
    public static final int TASK_SIZE = 1024;

    public static final int MAX_TASK_SIZE = 1 << 20;

    public static final int NARROW_BITS = 256;

    /** The default: registers of this width are used where the processor has them. */
    public static final int WIDE_BITS = 512;

    /** The default: with all techniques of MPS. */
    public static final MpsConfig ALL = new MpsConfig(SKEW_THRESHOLD, true, WARPS_PER_BLOCK, true);

    /** @throws IllegalArgumentException when there are no registers of that width */
    public MpsConfig {
        if (vectorBits != NARROW_BITS && vectorBits != WIDE_BITS) {
            throw new IllegalArgumentException(
                    "`vectorBits` must be " + NARROW_BITS + " or " + WIDE_BITS + ", got " + vectorBits);
        }
    }

    /** A new merge of lists, in vector registers only where this JVM has the Vector API. */
    ListMerge merge() {
        return ListMerge.ofBits(vectorize ? vectorBits : 0);
    }

    /** Whether lists are compared in vector registers on the CPU of this JVM. */
    boolean isVectorized() {
        return vectorize && ListMerge.vectorsAvailable();
    }

    /** A configuration with the default width of registers and size of tasks. */
    public MpsConfig(int skewThreshold, boolean vectorize, int warpsPerBlock, boolean coProcessing) {
        this(skewThreshold, vectorize, WIDE_BITS, TASK_SIZE, warpsPerBlock, coProcessing);
    }
}
