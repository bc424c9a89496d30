package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.oracle.CliqueOracle;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts of the cliques of one size on the heap, for comparison.
 *
 * @param total the count of the whole graph
 * @param vertices the count of each vertex
 * @param edges the count of each edge, in the order of (u, v) with {@code u < v}
 */
record KCliqueValues(BigInteger total, List<BigInteger> vertices, List<BigInteger> edges) {
    /**
     * Counts cliques of the size in {@code config} in total, by vertex and by edge, and checks that the totals agree.
     */
    static KCliqueValues of(EdgeList list, KCliqueConfig config, BackendCase backend, NativeMemory memory) {
        int k = config.minK();
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                KCliqueResult total = count(graph, config, Result.TOTAL, backend, memory);
                KCliqueResult byVertex = count(graph, config, Result.VERTEX, backend, memory);
                KCliqueResult byEdge = count(graph, config, Result.EDGE, backend, memory)) {
            if (!byVertex.count(k).equals(total.count(k)) || !byEdge.count(k).equals(total.count(k))) {
                throw new AssertionError("totals differ: " + total.count(k) + " alone, " + byVertex.count(k)
                        + " by vertex, " + byEdge.count(k) + " by edge with " + config + ": " + list);
            }
            return new KCliqueValues(total.count(k), HeapSums.of(byVertex.vertices()), HeapSums.of(byEdge.edges()));
        }
    }

    private static KCliqueResult count(
            UnipartiteGraph graph, KCliqueConfig config, Result result, BackendCase backend, NativeMemory memory) {
        KCliqueConfig what = new KCliqueConfig(
                config.minK(),
                config.maxK(),
                result,
                config.technique(),
                config.orientation(),
                config.parallelization(),
                config.encoding(),
                config.groupSize(),
                config.timeoutMillis());
        return backend.run(new KCliqueAlgorithm(), graph, what, memory);
    }

    static KCliqueValues byDefinition(CliqueOracle oracle, int k) {
        return new KCliqueValues(oracle.total(k), oracle.perVertex(k), oracle.perEdge(k));
    }

    /** The number of cliques of each size, from 3 to the largest. */
    static List<BigInteger> all(EdgeList list, KCliqueConfig config, BackendCase backend, NativeMemory memory) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                KCliqueResult counts = backend.run(new KCliqueAlgorithm(), graph, config, memory)) {
            return IntStream.rangeClosed(config.minK(), counts.largest())
                    .mapToObj(counts::count)
                    .toList();
        }
    }
}
