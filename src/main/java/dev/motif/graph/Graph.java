package dev.motif.graph;

import dev.motif.graph.memory.FormSource;

/**
 * A graph in off-heap memory. It is simple, that is, without self-loops and parallel edges, and immutable. Its creator
 * owns it.
 */
public sealed interface Graph extends FormSource, AutoCloseable permits BipartiteGraph, UnipartiteGraph {
    /**
     * For each vertex of a side its neighbors, ascending.
     *
     * @param side of no meaning for a unipartite graph, whose vertices have all neighbors in the same rows
     */
    Csr rows(Side side);

    /** The off-heap bytes that {@link #close()} frees. */
    long bytes();

    @Override
    void close();
}
