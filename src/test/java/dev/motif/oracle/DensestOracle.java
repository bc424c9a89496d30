package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.util.List;
import java.util.stream.IntStream;

/** Finds the largest density in (p,q)-bicliques of any subgraph by trying every set of vertices. */
public final class DensestOracle {
    private DensestOracle() {}

    public static double density(EdgeList graph, int p, int q) {
        int vertices = graph.left() + graph.right();
        double best = 0;
        for (int set = 1; set < 1 << vertices; set++) {
            best = Math.max(best, count(graph, set, p, q) / Integer.bitCount(set));
        }
        return best;
    }

    /**
     * The number of bicliques among the vertices whose bits in {@code set} are 1; left vertices have the first bits.
     */
    private static double count(EdgeList graph, int set, int p, int q) {
        List<Edge> inside = graph.edges().stream()
                .filter(edge -> (set >> edge.left() & set >> graph.left() + edge.right() & 1) == 1)
                .toList();
        return new BicliqueOracle(new EdgeList(graph.left(), graph.right(), inside), p, q)
                .total()
                .doubleValue();
    }

    /** The density in (p,q)-bicliques of the subgraph of these vertices. */
    public static double density(EdgeList graph, List<Integer> left, List<Integer> right, int p, int q) {
        int set = IntStream.concat(
                        left.stream().mapToInt(u -> 1 << u), right.stream().mapToInt(v -> 1 << graph.left() + v))
                .reduce(0, (a, b) -> a | b);
        return set == 0 ? 0 : count(graph, set, p, q) / Integer.bitCount(set);
    }
}
