package dev.motif.algorithm.butterfly.model;

/**
 * Which techniques of G-BFC count the butterflies. The result is the same with all of them.
 *
 * @param intersection neighbor lists are intersected for every start vertex; there is no table, and nothing else but
 *     {@code edgeDirection} matters
 * @param edgeDirection wedges start at the vertex of the largest degree of each butterfly, otherwise at the vertices of
 *     the side that has fewer
 * @param sharedTable the wedges of a start vertex are counted in shared memory, otherwise in global memory; on a GPU
 * @param loadBalancing a start vertex is taken by a thread, a block or several blocks, and its neighbors by threads or
 *     warps, otherwise every start vertex by a block and every neighbor by a thread; on a GPU
 * @param threadDegree with load balancing, start vertices of a lower degree are taken by a thread
 * @param blockDegree with load balancing, start vertices of a higher degree are taken by several blocks
 * @param wedgeThreshold with load balancing, neighbors are taken by warps when more wedges than that are estimated
 */
public record GbfcConfig(
        boolean intersection,
        boolean edgeDirection,
        boolean sharedTable,
        boolean loadBalancing,
        int threadDegree,
        int blockDegree,
        int wedgeThreshold) {
    /** The thresholds of the paper. */
    public static final int THREAD_DEGREE = 16;

    public static final int BLOCK_DEGREE = 1024;
    public static final int WEDGE_THRESHOLD = 4096;

    /** All techniques, with a table. */
    public static final GbfcConfig ALL = withTable(true, true, true);

    public static GbfcConfig withTable(boolean edgeDirection, boolean sharedTable, boolean loadBalancing) {
        return new GbfcConfig(
                false, edgeDirection, sharedTable, loadBalancing, THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD);
    }

    public static GbfcConfig byIntersection(boolean edgeDirection) {
        return new GbfcConfig(true, edgeDirection, false, false, THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD);
    }
}
