package dev.motif.bench.load;

import dev.motif.graph.Graph;

/**
 * A graph, and how many edges were dropped to make it simple. Owns the graph.
 *
 * @param duplicates the number of edges dropped because another one joins the same two vertices
 * @param selfLoops the number of edges dropped because they join a vertex with itself; 0 for a bipartite graph
 * @param columnsIgnored whether the file had more columns than the two of the vertices, such as weights
 */
public record LoadedGraph(Graph graph, long duplicates, long selfLoops, boolean columnsIgnored)
        implements AutoCloseable {
    LoadedGraph withColumnsIgnored(boolean ignored) {
        return new LoadedGraph(graph, duplicates, selfLoops, ignored);
    }

    /** A note about columns that were left out; empty when there are none. */
    public String columnsNote() {
        return columnsIgnored ? ", columns after the second ignored" : "";
    }

    @Override
    public void close() {
        graph.close();
    }
}
