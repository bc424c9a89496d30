package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.oracle.BicliqueOracle;
import java.math.BigInteger;
import java.util.List;

/**
 * Counts of bicliques on the heap, for comparison.
 *
 * @param total the count of the whole graph
 * @param left the count of each left vertex
 * @param right the count of each right vertex
 * @param edges the count of each edge, in the order of (left, right)
 */
record BicliqueValues(BigInteger total, List<BigInteger> left, List<BigInteger> right, List<BigInteger> edges) {
    /** Counts bicliques of one size in total, by vertex and by edge, and checks that the totals agree. */
    static BicliqueValues of(EdgeList list, BicliqueConfig config, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                BicliqueResult total = count(graph, config, Result.TOTAL, backend, memory);
                BicliqueResult byVertex = count(graph, config, Result.VERTEX, backend, memory);
                BicliqueResult byEdge = count(graph, config, Result.EDGE, backend, memory)) {
            if (!byVertex.total().equals(total.total()) || !byEdge.total().equals(total.total())) {
                throw new AssertionError("totals differ: " + total.total() + " alone, " + byVertex.total()
                        + " by vertex, " + byEdge.total() + " by edge: " + list);
            }
            return new BicliqueValues(
                    total.total(),
                    HeapSums.of(byVertex.left()),
                    HeapSums.of(byVertex.right()),
                    HeapSums.of(byEdge.edges()));
        }
    }

    private static BicliqueResult count(
            BipartiteGraph graph, BicliqueConfig config, Result result, BackendCase backend, NativeMemory memory) {
        BicliqueConfig what = new BicliqueConfig(
                config.p(), config.q(), result, config.technique(), config.side(), config.timeoutMillis());
        return backend.run(new BicliqueAlgorithm(), graph, what, memory);
    }

    static BicliqueValues byDefinition(EdgeList list, int p, int q) {
        BicliqueOracle oracle = new BicliqueOracle(list, p, q);
        return new BicliqueValues(oracle.total(), oracle.perLeft(), oracle.perRight(), oracle.perEdge());
    }
}
