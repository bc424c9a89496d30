package dev.motif.algorithm.group.densest;

import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;

/**
 * The number of some motif, such as cliques, or of weights of edges, in total and by vertex.
 *
 * @param left by left vertex, or by vertex of a unipartite graph
 * @param right by right vertex; null in a unipartite graph
 * @param release frees the arrays
 */
public record VertexCounts(BigInteger total, OffHeapSums left, OffHeapSums right, Runnable release)
        implements AutoCloseable {
    long atMost(BigInteger most) {
        return left.countAtMost(most) + (right == null ? 0 : right.countAtMost(most));
    }

    @Override
    public void close() {
        release.run();
    }
}
