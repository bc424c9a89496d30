package dev.motif.algorithm.similar.clustering;

import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * A coefficient for each vertex of one side or of both. Owns its memory.
 *
 * @param left the bits of the coefficient of each left vertex; null when they were not asked for
 * @param right the same for the right vertices
 */
public record ClusteringResult(OffHeapLongs left, OffHeapLongs right) implements AutoCloseable {
    public boolean has(Side side) {
        return of(side) != null;
    }

    /** The coefficient of a vertex, in [0, 1]. */
    public double coefficient(Side side, long vertex) {
        return Double.longBitsToDouble(of(side).get(vertex));
    }

    /** The mean over all vertices of a side, 0 without any; null when they were not asked for. */
    public Double average(Side side) {
        if (!has(side)) {
            return null;
        }
        double sum = 0;
        for (long v = 0; v < of(side).length(); v++) {
            sum += coefficient(side, v);
        }
        return sum == 0 ? 0 : sum / of(side).length();
    }

    private OffHeapLongs of(Side side) {
        return side == Side.LEFT ? left : right;
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(left, right);
    }
}
