package dev.motif.graph;

/**
 * A graph in off-heap memory. It is simple, that is, without self-loops and parallel edges, and immutable. Its creator
 * owns it.
 */
public sealed interface Graph extends AutoCloseable permits BipartiteGraph, UnipartiteGraph {
    /** The number of vertices; in a bipartite graph of both sides together. */
    long vertexCount();

    /** The number of undirected edges. */
    long edgeCount();

    /** The off-heap bytes that {@link #close()} frees. */
    long bytes();

    /**
     * Makes {@code action} run once when this graph is closed, or at once if it is closed already. Does nothing when an
     * equal action waits for that. Whoever keeps a copy of the graph, for example on a device, frees it with such an
     * action.
     */
    void whenClosed(Runnable action);

    @Override
    void close();
}
