package dev.motif.algorithm.butterfly.model;

import dev.motif.graph.OffHeapLongs;
import java.math.BigInteger;

/** The butterflies of a graph. Owns its arrays. */
public final class ButterflyResult implements AutoCloseable {
    private final BigInteger total;
    private final BigInteger threePaths;
    private final OffHeapLongs left;
    private final OffHeapLongs right;
    private final OffHeapLongs edges;

    public ButterflyResult(
            BigInteger total, BigInteger threePaths, OffHeapLongs left, OffHeapLongs right, OffHeapLongs edges) {
        this.total = total;
        this.threePaths = threePaths;
        this.left = left;
        this.right = right;
        this.edges = edges;
    }

    public BigInteger total() {
        return total;
    }

    /** For each left vertex the butterflies it is in; null when they were not asked for. */
    public OffHeapLongs left() {
        return left;
    }

    /** For each right vertex the butterflies it is in; null when they were not asked for. */
    public OffHeapLongs right() {
        return right;
    }

    /** For each edge, by its index, the butterflies it is in; null when they were not asked for. */
    public OffHeapLongs edges() {
        return edges;
    }

    /**
     * The bipartite clustering coefficient 4B / (paths of three edges), in [0, 1]: how many of those paths are closed
     * by a fourth edge; 0 for a graph without such paths. Robins and Alexander, 2004,
     * doi:10.1023/B:CMOT.0000032580.12184.c0.
     */
    public double clusteringCoefficient() {
        return threePaths.signum() == 0 ? 0 : total.shiftLeft(2).doubleValue() / threePaths.doubleValue();
    }

    @Override
    public void close() {
        for (OffHeapLongs counts : new OffHeapLongs[] {left, right, edges}) {
            if (counts != null) {
                counts.close();
            }
        }
    }
}
