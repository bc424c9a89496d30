package dev.motif.bench.load;

import dev.motif.graph.Graph;

/**
 * A graph and what was dropped to make it simple. Owns the graph.
 *
 * @param duplicates edges dropped because another one joins the same two vertices
 * @param selfLoops edges dropped because they join a vertex with itself; 0 for a bipartite graph
 */
public record LoadedGraph(Graph graph, long duplicates, long selfLoops) implements AutoCloseable {
    @Override
    public void close() {
        graph.close();
    }
}
