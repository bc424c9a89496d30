package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * (p,q)-bicliques by definition: every choice of {@code p} left vertices that have {@code q} common neighbors or more
 * is tried, and each choice of {@code q} of those is one biclique. No pivots, no order, no core.
 */
public final class BicliqueOracle {
    private final BitSet[] rows;
    private final int p;
    private final int q;
    private final List<Edge> edges;
    private final BigInteger[] perLeft;
    private final BigInteger[] perRight;
    private final BigInteger[][] perPair;
    private final int[] chosen;
    private BigInteger total = BigInteger.ZERO;

    public BicliqueOracle(EdgeList graph, int p, int q) {
        this.p = p;
        this.q = q;
        this.rows = graph.rows();
        this.edges = graph.sorted().edges();
        this.perLeft = zeros(graph.left());
        this.perRight = zeros(graph.right());
        this.perPair = new BigInteger[graph.left()][];
        Arrays.setAll(perPair, u -> zeros(graph.right()));
        this.chosen = new int[p];
        BitSet all = new BitSet();
        all.set(0, graph.right());
        choose(0, 0, all);
    }

    private static BigInteger[] zeros(int length) {
        BigInteger[] zeros = new BigInteger[length];
        Arrays.fill(zeros, BigInteger.ZERO);
        return zeros;
    }

    private void choose(int count, int first, BitSet common) {
        if (common.cardinality() < q) {
            return;
        }
        if (count == p) {
            add(common);
            return;
        }
        for (int u = first; u < rows.length; u++) {
            BitSet rest = (BitSet) common.clone();
            rest.and(rows[u]);
            chosen[count] = u;
            choose(count + 1, u + 1, rest);
        }
    }

    private void add(BitSet common) {
        BigInteger all = choices(common.cardinality(), q);
        BigInteger withOne = choices(common.cardinality() - 1, q - 1);
        total = total.add(all);
        for (int u : chosen) {
            perLeft[u] = perLeft[u].add(all);
            common.stream().forEach(v -> perPair[u][v] = perPair[u][v].add(withOne));
        }
        common.stream().forEach(v -> perRight[v] = perRight[v].add(withOne));
    }

    /** The number of subsets of {@code k} elements of a set of {@code n} elements. */
    public static BigInteger choices(int n, int k) {
        BigInteger choices = BigInteger.ONE;
        for (int i = 0; i < k; i++) {
            choices = choices.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
        }
        return choices;
    }

    public BigInteger total() {
        return total;
    }

    public List<BigInteger> perLeft() {
        return List.of(perLeft);
    }

    public List<BigInteger> perRight() {
        return List.of(perRight);
    }

    /** The count of each edge, in the order of (left, right). */
    public List<BigInteger> perEdge() {
        List<BigInteger> counts = new ArrayList<>();
        edges.forEach(edge -> counts.add(perPair[edge.left()][edge.right()]));
        return counts;
    }
}
