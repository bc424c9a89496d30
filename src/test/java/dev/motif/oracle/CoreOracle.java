package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Computes core numbers by definition: for each k, vertices of degree below k are removed until none is left. */
public final class CoreOracle {
    private CoreOracle() {}

    public static List<Integer> cores(EdgeList list) {
        Integer[] cores = new Integer[list.left()];
        Arrays.fill(cores, 0);
        List<Edge> edges = list.edges();
        for (int k = 1; !edges.isEmpty(); k++) {
            edges = core(list.left(), edges, k);
            for (Edge edge : edges) {
                cores[edge.left()] = k;
                cores[edge.right()] = k;
            }
        }
        return List.of(cores);
    }

    /** The edges of the k-core of the graph of these edges. */
    private static List<Edge> core(int vertices, List<Edge> edges, int k) {
        List<Edge> left = new ArrayList<>(edges);
        boolean changed = true;
        while (changed) {
            int[] degrees = new int[vertices];
            for (Edge edge : left) {
                degrees[edge.left()]++;
                degrees[edge.right()]++;
            }
            changed = left.removeIf(edge -> degrees[edge.left()] < k || degrees[edge.right()] < k);
        }
        return left;
    }
}
