package dev.motif.algorithm.level.alphabeta;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import java.io.Serializable;
import java.util.List;

/**
 * For each of some alphas the largest beta of each vertex. Owns its memory.
 *
 * @param alphas the alphas, in the order in which they were given
 * @param left for each alpha the betas of the left vertices
 * @param right for each alpha the betas of the right vertices
 */
public record AlphaBetaCoreResult(List<Integer> alphas, List<OffHeapInts> left, List<OffHeapInts> right)
        implements AutoCloseable, Serializable {
    /**
     * For each vertex of a side the largest beta whose (alpha,beta)-core it is in; 0 when it is in none.
     *
     * @param alpha the index of alpha among {@link #alphas}
     */
    public OffHeapInts betas(int alpha, Side side) {
        return side == Side.LEFT ? left.get(alpha) : right.get(alpha);
    }

    /**
     * The figures of one core.
     *
     * @param alpha the least degree of its left vertices
     * @param leftCount its left vertices
     * @param rightCount its right vertices
     * @param edgeCount its edges
     * @param maxBeta the largest beta of a core of this alpha that is not empty; 0 when all are
     */
    public record Summary(int alpha, long leftCount, long rightCount, long edgeCount, int maxBeta) {}

    /** The figures of the core of an alpha, given by its index, and a beta. */
    public Summary summary(BipartiteGraph graph, int alpha, int beta) {
        OffHeapInts leftBetas = left.get(alpha);
        OffHeapInts rightBetas = right.get(alpha);
        Csr rows = graph.left();
        long leftCount = 0;
        long edges = 0;
        for (int u = 0; u < leftBetas.length(); u++) {
            if (leftBetas.get(u) >= beta) {
                leftCount++;
                for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                    edges += rightBetas.get(rows.neighbor(slot)) >= beta ? 1 : 0;
                }
            }
        }
        long rightCount = 0;
        for (long v = 0; v < rightBetas.length(); v++) {
            rightCount += rightBetas.get(v) >= beta ? 1 : 0;
        }
        return new Summary(alphas.get(alpha), leftCount, rightCount, edges, maxBeta(alpha));
    }

    /** The largest beta whose core has vertices, 0 without any; {@code alpha} is an index into {@link #alphas}. */
    int maxBeta(int alpha) {
        OffHeapInts betas = right.get(alpha);
        int most = 0;
        for (long v = 0; v < betas.length(); v++) {
            most = Math.max(most, betas.get(v));
        }
        return most;
    }

    @Override
    public void close() {
        left.forEach(OffHeapInts::close);
        right.forEach(OffHeapInts::close);
    }
}
