package dev.motif.algorithm.commonneighbors.model;

import java.io.Serializable;

/**
 * The options of MPS, which merges the sorted neighbor lists of the two ends of an edge: block by block, or, where one
 * is far longer than the other, by searching the elements of each in the other.
 *
 * @param skewThreshold lists are searched and not merged when one is more than this many times as long as the other, 1
 *     or more
 * @param vectorize whether blocks are compared in vector registers, where the JVM was started with the Vector API; only
 *     for the CPU
 * @param warpsPerBlock warps of a thread block, in [1, {@value #MAX_WARPS_PER_BLOCK}]; only for a GPU
 * @param coProcessing whether the CPU looks up the slots of edges while the GPU counts, and not afterwards; only for a
 *     GPU
 */
public record MpsConfig(int skewThreshold, boolean vectorize, int warpsPerBlock, boolean coProcessing)
        implements Serializable {
    /** The threshold of the paper, which is the default. */
    public static final int SKEW_THRESHOLD = 50;

    /** The warps of a block in the paper, which are the default. */
    public static final int WARPS_PER_BLOCK = 4;

    public static final int MAX_WARPS_PER_BLOCK = 32;

    /** The default: with all techniques of MPS. */
    public static final MpsConfig ALL = new MpsConfig(SKEW_THRESHOLD, true, WARPS_PER_BLOCK, true);
}
