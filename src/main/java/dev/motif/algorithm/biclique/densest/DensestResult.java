package dev.motif.algorithm.biclique.densest;

import dev.motif.graph.OffHeapInts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** A subgraph that is dense in bicliques. Owns its arrays. */
public final class DensestResult implements AutoCloseable {
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

    /** The bicliques of the subgraph. */
    public BigInteger bicliques() {
        return bicliques;
    }

    /** How often the bicliques were counted. */
    public long rounds() {
        return rounds;
    }

    /** The left vertices of the subgraph, ascending; none when the graph has no biclique. */
    public OffHeapInts left() {
        return left;
    }

    /** The right vertices of the subgraph, ascending. */
    public OffHeapInts right() {
        return right;
    }

    /** Bicliques by vertex of the subgraph, rounded to a double; 0 without vertices. */
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
