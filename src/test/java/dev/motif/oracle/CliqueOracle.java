package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Cliques one size after another: every clique of k vertices is one of k-1 with a larger vertex added to it. */
public final class CliqueOracle {
    private final EdgeList list;
    private final BitSet[] neighbors;

    /** {@code bySize.get(k)} are the cliques of k vertices, as sets of them. */
    private final List<List<BitSet>> bySize = new ArrayList<>();

    public CliqueOracle(EdgeList list) {
        this.list = list;
        this.neighbors = new BitSet[list.left()];
        for (int v = 0; v < neighbors.length; v++) {
            neighbors[v] = new BitSet();
        }
        for (Edge edge : list.edges()) {
            neighbors[edge.left()].set(edge.right());
            neighbors[edge.right()].set(edge.left());
        }
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
        return IntStream.range(clique.length(), neighbors.length)
                .filter(v -> clique.stream().allMatch(neighbors[v]::get))
                .mapToObj(v -> {
                    BitSet one = (BitSet) clique.clone();
                    one.set(v);
                    return one;
                })
                .toList();
    }

    /** The size of the largest cliques. */
    public int cliqueNumber() {
        return bySize.size() - 2;
    }

    private List<BitSet> cliques(int k) {
        return k < bySize.size() ? bySize.get(k) : List.of();
    }

    public BigInteger total(int k) {
        return BigInteger.valueOf(cliques(k).size());
    }

    /** The cliques of k vertices that each vertex is in. */
    public List<BigInteger> perVertex(int k) {
        return IntStream.range(0, neighbors.length)
                .mapToObj(v -> BigInteger.valueOf(
                        cliques(k).stream().filter(clique -> clique.get(v)).count()))
                .toList();
    }

    /** The cliques of k vertices that each edge is in, by (u, v) with u below v. */
    public List<BigInteger> perEdge(int k) {
        return list.sorted().edges().stream()
                .map(edge -> BigInteger.valueOf(cliques(k).stream()
                        .filter(clique -> clique.get(edge.left()) && clique.get(edge.right()))
                        .count()))
                .toList();
    }
}
