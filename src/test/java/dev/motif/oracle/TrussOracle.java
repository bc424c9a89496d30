package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
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
            rest = truss(new EdgeList(list.left(), list.left(), rest), k);
            for (Edge edge : rest) {
                trusses.put(edge, k);
            }
        }
        return List.copyOf(trusses.values());
    }

    private static List<Edge> truss(EdgeList list, long k) {
        BitSet[] neighbors = list.neighbors();
        List<Edge> left = list.edges().stream()
                .filter(edge -> triangles(neighbors, edge) >= k - 2)
                .toList();
        return left.size() < list.edges().size() ? truss(new EdgeList(list.left(), list.left(), left), k) : left;
    }

    private static int triangles(BitSet[] neighbors, Edge edge) {
        BitSet common = (BitSet) neighbors[edge.left()].clone();
        common.and(neighbors[edge.right()]);
        return common.cardinality();
    }
}
