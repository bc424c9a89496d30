package dev.motif.algorithm.count.wedge;

import dev.motif.graph.Csr;

/**
 * Looks the rows of the middles of a start vertex up, some at a time: the processor waits for the memory of one row after the
 * other only where it must know what is in one before it goes on.
 */
public final class MiddleRows {
    private static final int MOST = 64;

    private final Csr starts;
    private final Csr middles;
    private final int[] vertices = new int[MOST];
    private final long[] slots = new long[MOST];
    private final int[] ends = new int[MOST];

    /**
     * @param middles by middle its ends
     */
    public MiddleRows(Csr starts, Csr middles) {
        this.starts = starts;
        this.middles = middles;
    }

    /** Looks the first rows up of the middles at the slots in {@code [from, to)} of a start; returns how many. */
    public int look(long from, long to) {
        int rows = (int) Math.min(MOST, to - from);
        for (int row = 0; row < rows; row++) {
            int v = starts.neighbor(from + row);
            vertices[row] = v;
            slots[row] = middles.start(v);
            ends[row] = middles.neighbor(slots[row]);
        }
        return rows;
    }

    public int vertex(int row) {
        return vertices[row];
    }

    /** The first slot of a row. */
    public long slot(int row) {
        return slots[row];
    }

    /** The end in the first slot of a row. */
    public int firstEnd(int row) {
        return ends[row];
    }
}
