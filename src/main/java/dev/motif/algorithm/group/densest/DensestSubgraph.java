package dev.motif.algorithm.group.densest;

import dev.motif.graph.memory.OffHeapInts;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * A subgraph that is dense in what was counted. Closing it frees its arrays.
 *
 * @param total what was counted of the subgraph: its bicliques or cliques, or the weight of its edges
 * @param edges the number of edges of the subgraph
 * @param rounds the number of rounds: how often was counted
 * @param left the left vertices of the subgraph, or all vertices of a unipartite one, ascending; empty when nothing was
 *     counted
 * @param right the right vertices of the subgraph, ascending; empty when nothing was counted, and in a unipartite graph
 */
public record DensestSubgraph(BigInteger total, long edges, long rounds, OffHeapInts left, OffHeapInts right)
        implements AutoCloseable, Serializable {
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
