package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Truss numbers by definition: for each k, edges in fewer than k - 2 triangles are removed until none is left, and all
 * triangles are counted again every time.
 */
public final class TrussOracle {
    private TrussOracle() {}

    /** The truss number of each edge, in the order of its ends. */
    public static List<Long> trusses(EdgeList list) {
        Map<Edge, Long> trusses = new TreeMap<>();
        List<Edge> rest = list.edges();
        for (long k = 2; !rest.isEmpty(); k++) {
            rest = truss(list.left(), rest, k);
            for (Edge edge : rest) {
                trusses.put(edge, k);
            }
        }
        return List.copyOf(trusses.values());
    }

    private static List<Edge> truss(int vertices, List<Edge> edges, long k) {
        List<Edge> left = new ArrayList<>(edges);
        boolean changed = true;
        while (changed) {
            Set<Edge> present = new HashSet<>(left);
            changed = left.removeIf(edge -> triangles(vertices, present, edge) < k - 2);
        }
        return left;
    }

    private static long triangles(int vertices, Set<Edge> edges, Edge edge) {
        long triangles = 0;
        for (int w = 0; w < vertices; w++) {
            triangles += adjacent(edges, edge.left(), w) && adjacent(edges, edge.right(), w) ? 1 : 0;
        }
        return triangles;
    }

    private static boolean adjacent(Set<Edge> edges, int u, int v) {
        return edges.contains(new Edge(Math.min(u, v), Math.max(u, v)));
    }
}
