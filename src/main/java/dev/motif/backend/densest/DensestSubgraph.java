package dev.motif.backend.densest;

import dev.motif.graph.memory.OffHeapInts;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** A subgraph that is dense in what was counted. Closing it frees its arrays. */
public final class DensestSubgraph implements AutoCloseable, Serializable {
    private final BigInteger total;
    private final long edges;
    private final long rounds;
    private final OffHeapInts left;
    private final OffHeapInts right;

    DensestSubgraph(BigInteger total, long edges, long rounds, OffHeapInts left, OffHeapInts right) {
        this.total = total;
        this.edges = edges;
        this.rounds = rounds;
        this.left = left;
        this.right = right;
    }

    /** What was counted of the subgraph: its bicliques or cliques, or the weight of its edges. */
    public BigInteger total() {
        return total;
    }

    /** The number of edges of the subgraph. */
    public long edges() {
        return edges;
    }

    /** The number of rounds: how often was counted. */
    public long rounds() {
        return rounds;
    }

    /** The left vertices of the subgraph, or those of a unipartite one, ascending; empty when nothing was counted. */
    public OffHeapInts left() {
        return left;
    }

    /** The right vertices of the subgraph, ascending; empty when nothing was counted, and in a unipartite graph. */
    public OffHeapInts right() {
        return right;
    }

    /** The total per vertex of the subgraph, rounded to a double; 0 when there are no vertices. */
    public double density() {
        long vertices = left.length() + right.length();
        return vertices == 0
                ? 0
                : new BigDecimal(total)
                        .divide(BigDecimal.valueOf(vertices), MathContext.DECIMAL128)
                        .doubleValue();
    }

    @Override
    public void close() {
        left.close();
        right.close();
    }
}
