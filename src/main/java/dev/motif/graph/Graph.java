package dev.motif.graph;

/** A graph in off-heap memory. Simple: no self-loops, no parallel edges. Immutable; owned by whoever made it. */
public sealed interface Graph extends AutoCloseable permits BipartiteGraph, UnipartiteGraph {
    /** Vertices of both sides together. */
    long vertexCount();

    /** Undirected edges, each counted once. */
    long edgeCount();

    /** Off-heap bytes that {@link #close()} gives back. */
    long bytes();

    /** Runs {@code action} when this graph is closed, at once if it is already: for what was made from the graph. */
    void whenClosed(Runnable action);

    @Override
    void close();
}
