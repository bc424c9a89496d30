package dev.motif.graph.memory;

/** The source of prepared forms: a graph, whose closing ends them. Compared by identity. */
public interface FormSource {
    /** The number of vertices; in a bipartite graph of both sides together. */
    long vertexCount();

    /** The number of undirected edges. */
    long edgeCount();

    /**
     * Makes {@code action} run once when this graph is closed, or at once if it is closed already. Does nothing when an
     * equal action waits for that. Whoever keeps a copy of the graph, for example on a device, frees it with such an
     * action.
     */
    void whenClosed(Runnable action);
}
