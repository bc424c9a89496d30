package dev.motif.algorithm.butterfly.model;

import java.io.Serializable;

/**
 * Selects the techniques by which G-BFC counts the butterflies. The result is the same with all of them.
 *
 * @param intersection whether the neighbor lists of each start vertex are intersected instead of counting wedges in a
 *     table; only {@code edgeDirection} has an effect then
 * @param edgeDirection whether the wedges of a butterfly start at its vertex of the largest degree; otherwise they
 *     start at the vertices of the side that has fewer
 * @param sharedTable whether the wedges of a start vertex are counted in shared memory, otherwise in global memory; it
 *     has an effect only on a GPU
 * @param loadBalancing whether a thread, a block or several blocks take a start vertex, depending on its degree, and
 *     threads or warps take its neighbors; otherwise a block takes every start vertex and a thread every neighbor; it
 *     has an effect only on a GPU
 * @param threadDegree with load balancing, a thread takes a start vertex of a degree below this
 * @param blockDegree with load balancing, several blocks take a start vertex of a degree above this
 * @param wedgeThreshold with load balancing, warps take the neighbors of a start vertex when more wedges than this are
 *     estimated
 */
public record GbfcConfig(
        boolean intersection,
        boolean edgeDirection,
        boolean sharedTable,
        boolean loadBalancing,
        int threadDegree,
        int blockDegree,
        int wedgeThreshold)
        implements Serializable {
    /** The threshold of the paper for {@link #threadDegree}. */
    public static final int THREAD_DEGREE = 16;

    /** The threshold of the paper for {@link #blockDegree}. */
    public static final int BLOCK_DEGREE = 1024;
    /** The threshold of the paper for {@link #wedgeThreshold}. */
    public static final int WEDGE_THRESHOLD = 4096;

    /** All techniques that go with a table, that is, all but intersection. */
    public static final GbfcConfig ALL = withTable(true, true, true);

    /** Makes a configuration that counts wedges in tables, with the thresholds of the paper. */
    public static GbfcConfig withTable(boolean edgeDirection, boolean sharedTable, boolean loadBalancing) {
        return new GbfcConfig(
                false, edgeDirection, sharedTable, loadBalancing, THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD);
    }

    /** Makes a configuration that intersects neighbor lists. */
    public static GbfcConfig byIntersection(boolean edgeDirection) {
        return new GbfcConfig(true, edgeDirection, false, false, THREAD_DEGREE, BLOCK_DEGREE, WEDGE_THRESHOLD);
    }
}
