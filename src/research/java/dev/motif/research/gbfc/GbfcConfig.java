package dev.motif.research.gbfc;

import java.io.Serializable;

/**
 * Selects the techniques by which G-BFC counts the butterflies. The result is the same with all of them.
 *
 * @param counting how the wedges of a start vertex become butterflies; {@code sharedTable} and what follows have an
 *     effect only with {@link Counting#REARRANGED}
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
        Counting counting,
        boolean edgeDirection,
        boolean sharedTable,
        boolean loadBalancing,
        int threadDegree,
        int blockDegree,
        int wedgeThreshold)
        implements Serializable {
    /** The ways to count the wedges of a start vertex: the two ways of the paper's Section 4.1, and BFC-WE's. */
    public enum Counting {
        /** The threads of a block raise the counts of a table, and add up at the end what they have become. */
        REARRANGED,
        /** Workers add a count up whenever they raise it, while they hold its lock. */
        LOCK_VECTOR,
        /** A thread takes a start vertex, with a table of its own. */
        THREAD_MAP,
        /** No table: neighbor lists are intersected. */
        INTERSECTION
    }

    /** The threshold of the paper for {@link #threadDegree}. */
    public static final int THREAD_DEGREE = 16;

    /** The threshold of the paper for {@link #blockDegree}. */
    public static final int BLOCK_DEGREE = 1024;

    /** The threshold of the paper for {@link #wedgeThreshold}. */
    public static final int WEDGE_THRESHOLD = 4096;

    /** All techniques of the paper together. */
    public static final GbfcConfig ALL = rearranged(true, true, true);

    /** Makes a configuration that counts in tables without locks, with the thresholds of the paper. */
    public static GbfcConfig rearranged(boolean edgeDirection, boolean sharedTable, boolean loadBalancing) {
        return new GbfcConfig(
                Counting.REARRANGED,
                edgeDirection,
                sharedTable,
                loadBalancing,
                THREAD_DEGREE,
                BLOCK_DEGREE,
                WEDGE_THRESHOLD);
    }

    /** Makes a configuration of another way to count, which has no techniques but edge direction. */
    public static GbfcConfig by(Counting counting, boolean edgeDirection) {
        return new GbfcConfig(
                counting,
                edgeDirection,
                counting == Counting.LOCK_VECTOR,
                false,
                THREAD_DEGREE,
                BLOCK_DEGREE,
                WEDGE_THRESHOLD);
    }
}
