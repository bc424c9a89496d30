package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Components by search, and their minimum cuts by definition: every set of vertices of a component is tried as one of
 * the two parts. For graphs of up to 14 vertices or so.
 */
public final class CohesionOracle {
    private final EdgeList graph;
    private final ButterflyOracle butterflies;

    /** @param minCut the number of edges of a minimum cut, null for a single vertex */
    public record Component(long left, long right, long edges, Long minCut, long butterflies, long maxButterflies) {}

    public CohesionOracle(EdgeList graph) {
        this.graph = graph;
        this.butterflies = new ButterflyOracle(graph);
    }

    /** The components of the graph, in any order. */
    public List<Component> components() {
        BitSet seen = new BitSet();
        List<Component> components = new ArrayList<>();
        for (int v = 0; v < graph.left() + graph.right(); v++) {
            if (!seen.get(v)) {
                BitSet members = reachable(v);
                seen.or(members);
                components.add(component(members));
            }
        }
        return components;
    }

    private BitSet reachable(int start) {
        BitSet members = new BitSet();
        members.set(start);
        for (int before = 0; before < members.cardinality(); ) {
            before = members.cardinality();
            for (Edge edge : graph.edges()) {
                if (members.get(edge.left()) || members.get(graph.left() + edge.right())) {
                    members.set(edge.left());
                    members.set(graph.left() + edge.right());
                }
            }
        }
        return members;
    }

    private Component component(BitSet members) {
        List<Edge> edges =
                graph.edges().stream().filter(edge -> members.get(edge.left())).toList();
        long left = members.stream().filter(v -> v < graph.left()).count();
        long ofLeft = members.stream()
                .filter(v -> v < graph.left())
                .mapToLong(v -> butterflies.perLeft().get(v))
                .sum();
        long max = members.stream()
                .mapToLong(v -> v < graph.left()
                        ? butterflies.perLeft().get(v)
                        : butterflies.perRight().get(v - graph.left()))
                .max()
                .orElseThrow();
        return new Component(left, members.cardinality() - left, edges.size(), minCut(members, edges), ofLeft / 2, max);
    }

    private Long minCut(BitSet members, List<Edge> edges) {
        int[] vertices = members.stream().toArray();
        Long best = null;
        // The last vertex is always in the other part, so that no cut is tried twice.
        for (int part = 1; part < 1 << (vertices.length - 1); part++) {
            BitSet inPart = new BitSet();
            for (int i = 0; i < vertices.length; i++) {
                inPart.set(vertices[i], (part >> i & 1) == 1);
            }
            long cut = edges.stream()
                    .filter(edge -> inPart.get(edge.left()) != inPart.get(graph.left() + edge.right()))
                    .count();
            best = best == null ? cut : Math.min(best, cut);
        }
        return best;
    }
}
