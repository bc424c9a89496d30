package dev.motif.graph;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Copies adjacency to lists on the heap, for comparison. */
public final class CsrRows {
    private CsrRows() {}

    public static List<List<Integer>> of(Csr csr) {
        List<List<Integer>> rows = new ArrayList<>();
        for (int v = 0; v < csr.vertexCount(); v++) {
            List<Integer> row = new ArrayList<>();
            for (long slot = csr.start(v); slot < csr.end(v); slot++) {
                row.add(csr.neighbor(slot));
            }
            rows.add(row);
        }
        return rows;
    }

    /** The rows that the adjacency of the left vertices must have. */
    public static List<List<Integer>> of(EdgeList graph) {
        return of(graph.left(), graph.edges());
    }

    public static List<List<Integer>> of(int sources, Iterable<Edge> edges) {
        List<TreeSet<Integer>> rows = new ArrayList<>();
        for (int v = 0; v < sources; v++) {
            rows.add(new TreeSet<>());
        }
        edges.forEach(edge -> rows.get(edge.left()).add(edge.right()));
        return rows.stream().map(List::copyOf).toList();
    }
}
