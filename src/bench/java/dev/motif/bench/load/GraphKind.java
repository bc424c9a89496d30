package dev.motif.bench.load;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import java.util.Locale;

/** Whether the edges of a graph join two sides or any two vertices. */
public enum GraphKind {
    BIPARTITE,
    UNIPARTITE;

    public static GraphKind of(Graph graph) {
        return of(graph.getClass());
    }

    public static GraphKind of(Class<? extends Graph> type) {
        return BipartiteGraph.class.isAssignableFrom(type) ? BIPARTITE : UNIPARTITE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
