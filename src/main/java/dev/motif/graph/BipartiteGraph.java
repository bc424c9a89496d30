package dev.motif.graph;

import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * A bipartite graph: vertices {@code 0 .. leftCount-1} on the left, {@code 0 .. rightCount-1} on the right, and every
 * edge joins the two sides. Both directions are stored. The slot of an edge in {@link #left()} is its edge index:
 * edges are numbered in the order of (left, right).
 */
public final class BipartiteGraph implements Graph {
    private static final long EDGES_PER_TASK = 1 << 14;

    private final Csr left;
    private final Csr right;
    private final ClosingActions closing = new ClosingActions();

    /**
     * Takes ownership of both directions.
     *
     * @param left for each left vertex its right neighbors
     * @param right for each right vertex its left neighbors: the transpose of {@code left}
     * @throws IllegalArgumentException when the two differ in their number of edges
     */
    public BipartiteGraph(Csr left, Csr right) {
        if (left.slotCount() != right.slotCount()) {
            throw new IllegalArgumentException("the two directions must hold the same edges, got " + left.slotCount()
                    + " and " + right.slotCount());
        }
        this.left = left;
        this.right = right;
    }

    /** For each left vertex its right neighbors, ascending. */
    public Csr left() {
        return left;
    }

    /** For each right vertex its left neighbors, ascending. */
    public Csr right() {
        return right;
    }

    @Override
    public Csr rows(Side side) {
        return side == Side.LEFT ? left : right;
    }

    public int leftCount() {
        return left.vertexCount();
    }

    public int rightCount() {
        return right.vertexCount();
    }

    /** Receives an edge: its number and its ends. */
    @FunctionalInterface
    public interface EdgeConsumer {
        void accept(int worker, long edge, int left, int right);
    }

    /** Hands every edge to {@code consumer}, which several workers call at the same time. */
    public void forEachEdge(Workers workers, EdgeConsumer consumer) {
        workers.forRanges(edgeCount(), EDGES_PER_TASK, (worker, from, to) -> {
            int l = left.vertexOf(from);
            for (long edge = from; edge < to; edge++) {
                while (edge >= left.end(l)) {
                    l++;
                }
                consumer.accept(worker, edge, l, left.neighbor(edge));
            }
        });
    }

    /** Whether each of {@code leftVertices} is adjacent to each of {@code rightVertices}. */
    public boolean isBiclique(int[] leftVertices, int[] rightVertices) {
        return Arrays.stream(leftVertices)
                .allMatch(u -> Arrays.stream(rightVertices).allMatch(v -> left.slotOf(u, v) >= 0));
    }

    @Override
    public long vertexCount() {
        return (long) leftCount() + rightCount();
    }

    @Override
    public long edgeCount() {
        return left.slotCount();
    }

    @Override
    public long bytes() {
        return left.bytes() + right.bytes();
    }

    @Override
    public void whenClosed(Runnable action) {
        closing.add(action);
    }

    @Override
    public void close() {
        closing.run();
        left.close();
        right.close();
    }

    /** The number of edges between left and right vertices, which differ. */
    public long edgesAmong(int[] leftVertices, int[] rightVertices) {
        long edges = 0;
        for (int u : leftVertices) {
            for (int v : rightVertices) {
                edges += left().slotOf(u, v) >= 0 ? 1 : 0;
            }
        }
        return edges;
    }
}
