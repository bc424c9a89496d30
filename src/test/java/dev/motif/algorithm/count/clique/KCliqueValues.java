package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapSums;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.oracle.CliqueOracle;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
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
        return of(list, new KCliqueAlgorithm(), config.minK(), result -> of(config, result), backend, memory);
    }

    private static KCliqueConfig of(KCliqueConfig config, Result result) {
        return KCliqueConfig.of(config.minK(), config.maxK(), result)
                .with(config.technique())
                .with(config.orientation())
                .withTimeoutMillis(config.timeoutMillis());
    }

    /** Counts cliques of {@code k} vertices by an algorithm that gets a configuration for each result. */
    static <C> KCliqueValues of(
            EdgeList list,
            Algorithm<UnipartiteGraph, C, KCliqueResult> algorithm,
            int k,
            Function<Result, C> configs,
            BackendCase backend,
            NativeMemory memory) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                KCliqueResult total = backend.run(algorithm, graph, configs.apply(Result.TOTAL), memory);
                KCliqueResult byVertex = backend.run(algorithm, graph, configs.apply(Result.VERTEX), memory);
                KCliqueResult byEdge = backend.run(algorithm, graph, configs.apply(Result.EDGE), memory)) {
            if (!byVertex.count(k).equals(total.count(k)) || !byEdge.count(k).equals(total.count(k))) {
                throw new AssertionError("totals differ: " + total.count(k) + " alone, " + byVertex.count(k)
                        + " by vertex, " + byEdge.count(k) + " by edge with " + configs.apply(Result.TOTAL) + ": "
                        + list);
            }
            return new KCliqueValues(total.count(k), HeapSums.of(byVertex.vertices()), HeapSums.of(byEdge.edges()));
        }
    }

    static KCliqueValues byDefinition(CliqueOracle oracle, int k) {
        return new KCliqueValues(oracle.total(k), oracle.perVertex(k), oracle.perEdge(k));
    }

    /** The number of cliques of each size, from 3 to the largest. */
    static List<BigInteger> all(EdgeList list, KCliqueConfig config, BackendCase backend, NativeMemory memory) {
        return all(list, new KCliqueAlgorithm(), config, backend, memory);
    }

    /** The number of cliques of each size that an algorithm counts. */
    static <C> List<BigInteger> all(
            EdgeList list,
            Algorithm<UnipartiteGraph, C, KCliqueResult> algorithm,
            C config,
            BackendCase backend,
            NativeMemory memory) {
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers());
                KCliqueResult counts = backend.run(algorithm, graph, config, memory)) {
            return IntStream.rangeClosed(counts.config().minK(), counts.largest())
                    .mapToObj(counts::count)
                    .toList();
        }
    }
}
