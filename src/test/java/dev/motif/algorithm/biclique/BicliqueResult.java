package dev.motif.algorithm.biclique;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueCounts;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapSums;
import dev.motif.graphs.EdgeList;
import dev.motif.oracle.BicliqueOracle;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Bicliques on the heap, for comparison.
 *
 * @param left by left vertex, likewise {@code right}
 * @param edges by edge in the order of (left, right)
 */
record BicliqueResult(BigInteger total, List<BigInteger> left, List<BigInteger> right, List<BigInteger> edges) {
    /** All that there is to know of one size. */
    static BicliqueResult of(EdgeList list, BicliqueConfig config, BackendCase backend, NativeMemory memory) {
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers());
                BicliqueCounts total = count(graph, config, Result.TOTAL, backend, memory);
                BicliqueCounts byVertex = count(graph, config, Result.VERTEX, backend, memory);
                BicliqueCounts byEdge = count(graph, config, Result.EDGE, backend, memory)) {
            if (!byVertex.total().equals(total.total()) || !byEdge.total().equals(total.total())) {
                throw new AssertionError("totals differ: " + total.total() + " alone, " + byVertex.total()
                        + " by vertex, " + byEdge.total() + " by edge: " + list);
            }
            return new BicliqueResult(
                    total.total(), values(byVertex.left()), values(byVertex.right()), values(byEdge.edges()));
        }
    }

    private static BicliqueCounts count(
            BipartiteGraph graph, BicliqueConfig config, Result result, BackendCase backend, NativeMemory memory) {
        BicliqueConfig what = new BicliqueConfig(
                config.p(), config.q(), result, config.technique(), config.side(), config.timeoutMillis());
        return backend.run(new BicliqueCount(), graph, what, memory);
    }

    static BicliqueResult byDefinition(EdgeList list, int p, int q) {
        BicliqueOracle oracle = new BicliqueOracle(list, p, q);
        return new BicliqueResult(oracle.total(), oracle.perLeft(), oracle.perRight(), oracle.perEdge());
    }

    private static List<BigInteger> values(OffHeapSums counts) {
        return LongStream.range(0, counts.length()).mapToObj(counts::get).toList();
    }
}
