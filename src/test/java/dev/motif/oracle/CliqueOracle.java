package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Lists cliques one size after another: every k-clique is a (k-1)-clique and a vertex with a larger id. */
public final class CliqueOracle {
    private final EdgeList list;
    private final BitSet[] neighbors;

    /** The cliques of each size as sets of vertices; the index is the size. */
    private final List<List<BitSet>> bySize = new ArrayList<>();

    public CliqueOracle(EdgeList list) {
        this.list = list;
        this.neighbors = list.neighbors();
        bySize.add(List.of(new BitSet()));
        while (!last().isEmpty()) {
            bySize.add(
                    last().stream().flatMap(clique -> larger(clique).stream()).toList());
        }
    }

    private List<BitSet> last() {
        return bySize.get(bySize.size() - 1);
    }

    private List<BitSet> larger(BitSet clique) {
        return common(clique).stream()
                .filter(v -> v >= clique.length())
                .mapToObj(v -> {
                    BitSet one = (BitSet) clique.clone();
                    one.set(v);
                    return one;
                })
                .toList();
    }

    /** The vertices that are neighbors of all vertices of a clique. */
    private BitSet common(BitSet clique) {
        BitSet common = new BitSet();
        common.set(0, neighbors.length);
        clique.stream().forEach(v -> common.and(neighbors[v]));
        return common;
    }

    /** The size of the largest clique. */
    public int cliqueNumber() {
        return bySize.size() - 2;
    }

    /** The cliques, not empty, to which no vertex can be added. */
    public List<BitSet> maximal() {
        return bySize.stream()
                .skip(1)
                .flatMap(List::stream)
                .filter(clique -> common(clique).isEmpty())
                .toList();
    }

    /** The k-cliques as sets of vertices. */
    public List<BitSet> cliques(int k) {
        return k < bySize.size() ? bySize.get(k) : List.of();
    }

    public BigInteger total(int k) {
        return BigInteger.valueOf(cliques(k).size());
    }

    /** The number of k-cliques of each vertex. */
    public List<BigInteger> perVertex(int k) {
        long[] counts = new long[neighbors.length];
        cliques(k).forEach(clique -> clique.stream().forEach(v -> counts[v]++));
        return Arrays.stream(counts).mapToObj(BigInteger::valueOf).toList();
    }

    /** The number of k-cliques of each edge, in the order of (u, v) with {@code u < v}. */
    public List<BigInteger> perEdge(int k) {
        return list.sorted().edges().stream()
                .map(edge -> BigInteger.valueOf(cliques(k).stream()
                        .filter(clique -> clique.get(edge.left()) && clique.get(edge.right()))
                        .count()))
                .toList();
    }
}
