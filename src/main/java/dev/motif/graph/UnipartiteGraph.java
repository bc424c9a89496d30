package dev.motif.graph;

/**
 * An undirected graph: vertices {@code 0 .. vertexCount-1}, every edge stored in both directions. Edges are numbered
 * in the order of (u, v) with {@code u < v}.
 */
public final class UnipartiteGraph implements Graph {
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
