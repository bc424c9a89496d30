package dev.motif.algorithm.order;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/** The core numbers of a graph. Owns its arrays. */
public final class KCoreResult implements AutoCloseable, Serializable {
    private final OffHeapInts cores;
    private final OffHeapInts order;
    private final int degeneracy;
    private final Strengths strengths;

    /**
     * Core numbers by weights.
     *
     * @param cores the bits of the core number of each vertex, a double
     * @param largest the largest core number, 0 without vertices
     * @param levels how many different core numbers there are
     * @param nodesAtLargest vertices with the largest one
     */
    public record Strengths(OffHeapLongs cores, double largest, long levels, long nodesAtLargest)
            implements Serializable {
        /** The core number of a vertex. */
        public double core(long vertex) {
            return Double.longBitsToDouble(cores.get(vertex));
        }
    }

    /** A result by weights, without {@link #cores} and {@link #order}. */
    public KCoreResult(Strengths strengths) {
        this.cores = null;
        this.order = null;
        this.degeneracy = 0;
        this.strengths = strengths;
    }

    /**
     * @param cores the core number of each vertex
     * @param order all vertices in an order in which the later neighbors of a vertex are at most its core number; empty
     *     when it was not asked for
     * @param degeneracy the largest core number, 0 without vertices
     */
    public KCoreResult(OffHeapInts cores, OffHeapInts order, int degeneracy) {
        this.cores = cores;
        this.order = order;
        this.degeneracy = degeneracy;
        this.strengths = null;
    }

    /** The core numbers by weights; null where edges have none. */
    public Strengths strengths() {
        return strengths;
    }

    /** The core number of each vertex. */
    public OffHeapInts cores() {
        return cores;
    }

    /**
     * All vertices in a degeneracy order: the later neighbors of a vertex are at most its core number. Empty when it
     * was not asked for.
     */
    public OffHeapInts order() {
        return order;
    }

    /** Reverses {@link #order} in place, so that a vertex of the innermost core comes first. */
    public void reverseOrder() {
        for (long low = 0, up = order.length() - 1; low < up; low++, up--) {
            int vertex = order.get(low);
            order.set(low, order.get(up));
            order.set(up, vertex);
        }
    }

    /** The largest core number; 0 for a graph without edges. */
    public int degeneracy() {
        return degeneracy;
    }

    @Override
    public void close() {
        if (strengths != null) {
            strengths.cores.close();
        } else {
            cores.close();
            order.close();
        }
    }
}
