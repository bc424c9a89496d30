package dev.motif.bench.load;

import dev.motif.graph.Graph;
import java.math.BigInteger;
import java.util.Map;

/**
 * A graph, and how many edges were dropped to make it simple. Owns the graph.
 *
 * @param duplicates the number of edges dropped because another one joins the same two vertices
 * @param selfLoops the number of edges dropped because they join a vertex with itself; 0 for a bipartite graph
 * @param columnsIgnored whether the file had more columns than the two of the vertices, such as weights
 * @param known the counts of the graph that follow from how it was made, by the name of an algorithm and a field of its row
 */
public record LoadedGraph(
        Graph graph, long duplicates, long selfLoops, boolean columnsIgnored, Map<String, BigInteger> known)
        implements AutoCloseable {
    /** A graph of which no count is known. */
    LoadedGraph(Graph graph, long duplicates, long selfLoops, boolean columnsIgnored) {
        this(graph, duplicates, selfLoops, columnsIgnored, Map.of());
    }

    /** A graph that was made as it is. */
    public static LoadedGraph known(Graph graph, Map<String, BigInteger> known) {
        return new LoadedGraph(graph, 0, 0, false, known);
    }

    LoadedGraph withColumnsIgnored(boolean ignored) {
        return new LoadedGraph(graph, duplicates, selfLoops, ignored, known);
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
