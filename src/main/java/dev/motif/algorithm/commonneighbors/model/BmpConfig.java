package dev.motif.algorithm.commonneighbors.model;

/**
 * How the neighbors of one end of an edge are looked up in a bitmap of the neighbors of the other.
 *
 * @param relabel vertices are numbered by descending degree first, so that the bitmap is that of the larger degree and
 *     the shorter list is looked up
 * @param rangeFiltering a small bitmap says which ranges of vertices hold neighbors at all, and is asked first
 * @param rangeSize vertices of one range, a power of two in [{@value #MIN_RANGE_SIZE}, {@value #MAX_RANGE_SIZE}]
 * @param warpsPerBlock warps of a thread block, in [1, {@value MpsConfig#MAX_WARPS_PER_BLOCK}]; on a GPU
 * @param coProcessing the CPU looks up the numbers of edges while the GPU counts, rather than afterwards; on a GPU
 */
public record BmpConfig(
        boolean relabel, boolean rangeFiltering, int rangeSize, int warpsPerBlock, boolean coProcessing) {
    /** That of the paper. */
    public static final int RANGE_SIZE = 4096;

    /** The vertices of one word of the bitmap. */
    public static final int MIN_RANGE_SIZE = 64;

    public static final int MAX_RANGE_SIZE = 1 << 20;

    /** All techniques. */
    public static final BmpConfig ALL = with(true, true);

    public static BmpConfig with(boolean relabel, boolean rangeFiltering) {
        return new BmpConfig(relabel, rangeFiltering, RANGE_SIZE, MpsConfig.WARPS_PER_BLOCK, true);
    }

    /** @throws IllegalArgumentException when the range size is no power of two in its range */
    public BmpConfig {
        if (Integer.bitCount(rangeSize) != 1 || rangeSize < MIN_RANGE_SIZE || rangeSize > MAX_RANGE_SIZE) {
            throw new IllegalArgumentException("`rangeSize` must be a power of two in [" + MIN_RANGE_SIZE + ", "
                    + MAX_RANGE_SIZE + "], got " + rangeSize);
        }
    }
}
