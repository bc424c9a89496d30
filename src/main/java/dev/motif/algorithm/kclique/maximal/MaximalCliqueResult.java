package dev.motif.algorithm.kclique.maximal;

import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;

/** How many maximal cliques a graph has. Owns its array. */
public final class MaximalCliqueResult implements AutoCloseable, Serializable {
    /** No maximal cliques. */
    static final MaximalCliqueResult NONE = new MaximalCliqueResult(new BigInteger[0], null);

    private final BigInteger[] bySize;
    private final OffHeapLongs vertices;

    /**
     * @param bySize the maximal cliques of each size, from 0 on; its last element is that of the largest ones
     * @param vertices in how many each vertex is; null when that was not counted
     */
    MaximalCliqueResult(BigInteger[] bySize, OffHeapLongs vertices) {
        this.bySize = bySize;
        this.vertices = vertices;
    }

    public BigInteger total() {
        return Arrays.stream(bySize).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The number of maximal cliques of this many vertices. */
    public BigInteger count(int size) {
        return size < bySize.length ? bySize[size] : BigInteger.ZERO;
    }

    /** The number of vertices of the largest ones, 0 where there are none. */
    public int largest() {
        return Math.max(0, bySize.length - 1);
    }

    /** In how many maximal cliques each vertex is; null when that was not counted. */
    public OffHeapLongs vertices() {
        return vertices;
    }

    @Override
    public void close() {
        if (vertices != null) {
            vertices.close();
        }
    }
}
