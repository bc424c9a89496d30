package dev.motif.graph;

import dev.motif.graph.memory.FormSource;

/**
 * A graph in off-heap memory. It is simple, that is, without self-loops and parallel edges, and immutable. Its creator
 * owns it.
 */
public sealed interface Graph extends FormSource, AutoCloseable permits BipartiteGraph, UnipartiteGraph {
    /** The off-heap bytes that {@link #close()} frees. */
    long bytes();

    @Override
    void close();
}
