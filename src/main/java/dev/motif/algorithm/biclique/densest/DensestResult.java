package dev.motif.algorithm.biclique.densest;

import dev.motif.graph.memory.OffHeapInts;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** A subgraph that is dense in (p,q)-bicliques. Closing it frees its arrays. */
public final class DensestResult implements AutoCloseable, Serializable {
    private final BigInteger bicliques;
    private final long rounds;
    private final OffHeapInts left;
    private final OffHeapInts right;

    DensestResult(BigInteger bicliques, long rounds, OffHeapInts left, OffHeapInts right) {
        this.bicliques = bicliques;
        this.rounds = rounds;
        this.left = left;
        this.right = right;
    }

    /** The number of bicliques of the subgraph. */
    public BigInteger bicliques() {
        return bicliques;
    }

    /** The number of rounds: how often bicliques were counted. */
    public long rounds() {
        return rounds;
    }

    /** The left vertices of the subgraph, ascending; empty when the graph has no biclique. */
    public OffHeapInts left() {
        return left;
    }

    /** The right vertices of the subgraph, ascending; empty when the graph has no biclique. */
    public OffHeapInts right() {
        return right;
    }

    /** The number of bicliques per vertex of the subgraph, rounded to a double; 0 when there are no vertices. */
    public double density() {
        long vertices = left.length() + right.length();
        return vertices == 0
                ? 0
                : new BigDecimal(bicliques)
                        .divide(BigDecimal.valueOf(vertices), MathContext.DECIMAL128)
                        .doubleValue();
    }

    @Override
    public void close() {
        left.close();
        right.close();
    }
}
