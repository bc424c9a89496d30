package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Wing and tip numbers by definition: for each k in turn, what is in fewer than k butterflies is removed and all
 * butterflies of the rest are counted again from scratch, until nothing is to be removed.
 */
public final class PeelingOracle {
    private PeelingOracle() {}

    /** The wing number of each edge, in the order of (left, right). */
    public static List<Long> wings(EdgeList graph) {
        Map<Edge, Long> wings = new TreeMap<>();
        EdgeList rest = graph.sorted();
        for (long k = 0; !rest.edges().isEmpty(); k++) {
            rest = wingOf(rest, k);
            for (Edge edge : rest.edges()) {
                wings.put(edge, k);
            }
        }
        return List.copyOf(wings.values());
    }

    /** The k-wing: the largest subgraph in which every edge is in at least {@code k} butterflies. */
    public static EdgeList wingOf(EdgeList graph, long k) {
        EdgeList rest = graph.sorted();
        while (true) {
            List<Long> butterflies = new ButterflyOracle(rest).perEdge();
            List<Edge> edges = rest.edges();
            List<Edge> kept = IntStream.range(0, edges.size())
                    .filter(i -> butterflies.get(i) >= k)
                    .mapToObj(edges::get)
                    .toList();
            if (kept.size() == edges.size()) {
                return rest;
            }
            rest = new EdgeList(graph.left(), graph.right(), kept);
        }
    }

    /** The tip number of each left vertex. */
    public static List<Long> leftTips(EdgeList graph) {
        List<Long> tips = new ArrayList<>(Collections.nCopies(graph.left(), 0L));
        Set<Integer> rest =
                new HashSet<>(IntStream.range(0, graph.left()).boxed().toList());
        for (long k = 1; !rest.isEmpty(); k++) {
            rest = tipOf(graph, rest, k);
            for (int u : rest) {
                tips.set(u, k);
            }
        }
        return tips;
    }

    /** The left vertices of the k-tip of the subgraph of {@code vertices} and all right vertices. */
    public static Set<Integer> tipOf(EdgeList graph, Set<Integer> vertices, long k) {
        Set<Integer> rest = new HashSet<>(vertices);
        while (true) {
            Set<Integer> present = rest;
            List<Edge> edges = graph.edges().stream()
                    .filter(edge -> present.contains(edge.left()))
                    .toList();
            List<Long> butterflies = new ButterflyOracle(new EdgeList(graph.left(), graph.right(), edges)).perLeft();
            Set<Integer> kept = new HashSet<>(rest);
            kept.removeIf(u -> butterflies.get(u) < k);
            if (kept.size() == rest.size()) {
                return rest;
            }
            rest = kept;
        }
    }
}
