package dev.motif.algorithm.commonneighbors.model;

/**
 * How the sorted neighbor lists of the two ends of an edge are merged: block by block, or, where one is far longer than
 * the other, by searching the elements of each in the other.
 *
 * @param skewThreshold lists are searched rather than merged when one is more than this many times as long as the other,
 *     1 or more
 * @param vectorize blocks are compared in vector registers, where the JVM was started with the Vector API; on a CPU
 * @param warpsPerBlock warps of a thread block, in [1, {@value #MAX_WARPS_PER_BLOCK}]; on a GPU
 * @param coProcessing the CPU looks up the numbers of edges while the GPU counts, rather than afterwards; on a GPU
 */
public record MpsConfig(int skewThreshold, boolean vectorize, int warpsPerBlock, boolean coProcessing) {
    /** The threshold of the paper. */
    public static final int SKEW_THRESHOLD = 50;

    /** That of the paper. */
    public static final int WARPS_PER_BLOCK = 4;

    public static final int MAX_WARPS_PER_BLOCK = 32;

    /** All techniques. */
    public static final MpsConfig ALL = new MpsConfig(SKEW_THRESHOLD, true, WARPS_PER_BLOCK, true);
}
