package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Butterflies by definition. The total: for each pair of left vertices the pairs of common neighbors. By vertex and by
 * edge: every choice of the other vertices is tried. No ranking, no wedge counters.
 */
public final class ButterflyOracle {
    private final EdgeList graph;
    private final BitSet[] leftRows;
    private final BitSet[] rightRows;

    public ButterflyOracle(EdgeList graph) {
        this.graph = graph;
        this.leftRows = graph.rows();
        this.rightRows = graph.transposed().rows();
    }

    public BigInteger total() {
        BigInteger total = BigInteger.ZERO;
        for (int u = 0; u < leftRows.length; u++) {
            for (int w = u + 1; w < leftRows.length; w++) {
                total = total.add(BigInteger.valueOf(pairsOfCommon(leftRows[u], leftRows[w])));
            }
        }
        return total;
    }

    public List<Long> perLeft() {
        return perVertex(leftRows);
    }

    public List<Long> perRight() {
        return perVertex(rightRows);
    }

    /** The count of each edge, in the order of (left, right). */
    public List<Long> perEdge() {
        return graph.sorted().edges().stream().map(this::ofEdge).toList();
    }

    private static List<Long> perVertex(BitSet[] rows) {
        return IntStream.range(0, rows.length)
                .mapToObj(u -> IntStream.range(0, rows.length)
                        .filter(w -> w != u)
                        .mapToLong(w -> pairsOfCommon(rows[u], rows[w]))
                        .sum())
                .toList();
    }

    /** The number of butterflies of edge u-v: the edges w-x such that u-x and w-v are edges too. */
    private long ofEdge(Edge edge) {
        int u = edge.left();
        int v = edge.right();
        return rightRows[v].stream()
                .filter(w -> w != u)
                .mapToLong(w -> leftRows[u].stream()
                        .filter(x -> x != v && leftRows[w].get(x))
                        .count())
                .sum();
    }

    private static long pairsOfCommon(BitSet row, BitSet other) {
        BitSet common = (BitSet) row.clone();
        common.and(other);
        long count = common.cardinality();
        return count * (count - 1) / 2;
    }
}
