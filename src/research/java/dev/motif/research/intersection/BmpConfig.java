package dev.motif.research.intersection;

import java.io.Serializable;

/**
 * The options of BMP, which looks the neighbors of one end of an edge up in a bitmap of the neighbors of the other.
 *
 * @param relabel whether vertices are first numbered by descending degree, so that the bitmap is the one of the end of
 *     the larger degree and the shorter list is looked up
 * @param rangeFiltering whether a small bitmap, which says in which ranges of vertices there are neighbors, is asked
 *     first
 * @param rangeSize vertices of one range, a power of two in [{@value #MIN_RANGE_SIZE}, {@value #MAX_RANGE_SIZE}]
 * @param taskSize neighbors of a task that one thread takes, in [1, {@value MpsConfig#MAX_TASK_SIZE}]; only for the CPU
 * @param warpsPerBlock warps of a thread block, in [1, {@value MpsConfig#MAX_WARPS_PER_BLOCK}]; only for a GPU
 * @param coProcessing whether the CPU looks up the slots of edges while the GPU counts, and not afterwards; only for a
 *     GPU
 */
public record BmpConfig(
        boolean relabel, boolean rangeFiltering, int rangeSize, int taskSize, int warpsPerBlock, boolean coProcessing)
        implements Serializable {
    /** The range size of the paper, which is the default. */
    public static final int RANGE_SIZE = 4096;

    /** The smallest range size: the vertices of one word of the bitmap. */
    public static final int MIN_RANGE_SIZE = 64;

    public static final int MAX_RANGE_SIZE = 1 << 20;

    /** The default: with all techniques of BMP. */
    public static final BmpConfig ALL = with(true, true);

    public static BmpConfig with(boolean relabel, boolean rangeFiltering) {
        return new BmpConfig(relabel, rangeFiltering, RANGE_SIZE, MpsConfig.WARPS_PER_BLOCK, true);
    }

    /** @throws IllegalArgumentException when the range size is not a power of two, or out of its limits */
    public BmpConfig {
        if (Integer.bitCount(rangeSize) != 1 || rangeSize < MIN_RANGE_SIZE || rangeSize > MAX_RANGE_SIZE) {
            throw new IllegalArgumentException("`rangeSize` must be a power of two in [" + MIN_RANGE_SIZE + ", "
                    + MAX_RANGE_SIZE + "], got " + rangeSize);
        }
    }

    /** The vertices of a range of the filter; 0 without it. */
    public int filterRange() {
        return rangeFiltering ? rangeSize : 0;
    }

    /** A configuration with the default size of tasks. */
    public BmpConfig(boolean relabel, boolean rangeFiltering, int rangeSize, int warpsPerBlock, boolean coProcessing) {
        this(relabel, rangeFiltering, rangeSize, MpsConfig.TASK_SIZE, warpsPerBlock, coProcessing);
    }
}
