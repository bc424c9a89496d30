package dev.motif.graph;

import dev.motif.parallel.Workers;

/**
 * An undirected graph: vertices {@code 0 .. vertexCount-1}, every edge stored in both directions. Edges are numbered
 * in the order of (u, v) with {@code u < v}.
 */
public final class UnipartiteGraph implements Graph {
    private static final long VERTICES_PER_TASK = 1 << 10;

    private final Csr adjacency;
    private final ClosingActions closing = new ClosingActions();

    /** @param adjacency symmetric, without self-loops */
    public UnipartiteGraph(Csr adjacency) {
        if (adjacency.slotCount() % 2 != 0) {
            throw new IllegalArgumentException(
                    "the adjacency must be symmetric, got an odd number of slots: " + adjacency.slotCount());
        }
        this.adjacency = adjacency;
    }

    public Csr adjacency() {
        return adjacency;
    }

    /** Receives an edge: its number and its ends, {@code u < v}. */
    @FunctionalInterface
    public interface EdgeConsumer {
        void accept(long edge, int u, int v);
    }

    /** Hands every edge to {@code consumer}; edges that different workers hand over come at the same time. */
    public void forEachEdge(Workers workers, EdgeConsumer consumer) {
        int vertices = adjacency.vertexCount();
        long[] firstEdge = new long[(int) (vertices / VERTICES_PER_TASK) + 2];
        workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
            long edges = 0;
            for (int u = (int) from; u < to; u++) {
                edges += adjacency.end(u) - firstForward(u);
            }
            firstEdge[(int) (from / VERTICES_PER_TASK) + 1] = edges;
        });
        for (int task = 1; task < firstEdge.length; task++) {
            firstEdge[task] += firstEdge[task - 1];
        }
        workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
            long edge = firstEdge[(int) (from / VERTICES_PER_TASK)];
            for (int u = (int) from; u < to; u++) {
                for (long slot = firstForward(u); slot < adjacency.end(u); slot++) {
                    consumer.accept(edge++, u, adjacency.neighbor(slot));
                }
            }
        });
    }

    /** The first slot of {@code u} whose neighbor is above {@code u}. */
    private long firstForward(int u) {
        return adjacency.firstSlotFrom(u, u + 1);
    }

    @Override
    public long vertexCount() {
        return adjacency.vertexCount();
    }

    @Override
    public long edgeCount() {
        return adjacency.slotCount() / 2;
    }

    @Override
    public long bytes() {
        return adjacency.bytes();
    }

    @Override
    public void whenClosed(Runnable action) {
        closing.add(action);
    }

    @Override
    public void close() {
        closing.run();
        adjacency.close();
    }
}
