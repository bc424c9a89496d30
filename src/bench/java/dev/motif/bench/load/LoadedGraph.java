package dev.motif.bench.load;

import dev.motif.graph.Graph;

/**
 * A graph, and how many edges were dropped to make it simple. Owns the graph.
 *
 * @param duplicates the number of edges dropped because another one joins the same two vertices
 * @param selfLoops the number of edges dropped because they join a vertex with itself; 0 for a bipartite graph
 */
public record LoadedGraph(Graph graph, long duplicates, long selfLoops) implements AutoCloseable {
    @Override
    public void close() {
        graph.close();
    }
}
