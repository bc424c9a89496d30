package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.group.biclique.model.SizeCounts;
import dev.motif.algorithm.group.biclique.model.SizeHistogram;
import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Counts the maximal near-bicliques of a graph, known as k-biplexes, by size.
 *
 * <p>Sets {@code L} of left and {@code R} of right vertices are one for {@code k} when each vertex misses at most {@code k} of
 * the other side:
 *
 * <pre>{@code
 * |R - N(u)| <= k for all u in L,   |L - N(v)| <= k for all v in R
 * }</pre>
 *
 * <p>It is maximal when no vertex can be added. Only near-bicliques of at least {@code minLeft} by {@code minRight} vertices
 * are found, each side {@code 2 k + 1} or more. Then each vertex of {@code L} has {@code minRight - k} neighbors in {@code R},
 * and two of them have {@code minRight - 2 k} in common, one at least; likewise from the other side.
 *
 * <p>So all are in a core, and one whose first root is {@code u}, in the order of degrees, has only later roots that share
 * enough mates with {@code u}, and mates that enough of these are adjacent to. Among these vertices it is searched with pivots
 * ({@link NearSearch}). Workers take roots, and share the searches that take long.
 *
 * <p>Work: for each root its paths of two edges, then for each node of its search a row of bits for each vertex around it; the
 * number of nodes is exponential in the worst case, as is the number of near-bicliques. Memory: the core, and for each worker
 * rows of bits around one root, in both directions.
 *
 * <p>For each vertex it can count its near-bicliques, or find the most edges among the vertices of one.
 *
 * <p>Requires a simple graph. Counts of a size are exact 64-bit integers, with an exception on overflow.
 *
 * <p>Sources: Yu, Long, Liu and Yan, "Efficient algorithms for maximal k-biplex enumeration", SIGMOD 2022,
 * doi:10.1145/3514221.3517847, for the sizes; Dai, Li, Cui, Liao, Qiao and Wang, "Hereditary cohesive subgraphs enumeration on
 * bipartite graphs: the power of pivot-based approaches", SIGMOD 2023, doi:10.1145/3589283, for pivots and the order.
 */
public final class NearBicliqueAlgorithm implements Algorithm.OfBipartite<NearBicliqueConfig, SizeCounts> {
    @Override
    public String name() {
        return "biclique.near";
    }

    @Override
    public List<String> stages(GraphSize size, NearBicliqueConfig config) {
        return List.of(NearBicliqueCpu.STAGE);
    }

    @Override
    public SizeCounts cpu(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return count(graph, config, execution, sinks -> new NearBicliqueCpu(config, execution)
                .search(graph, Bound.NONE, sinks));
    }

    private static SizeCounts count(
            BipartiteGraph graph,
            NearBicliqueConfig config,
            Execution execution,
            Consumer<IntFunction<Consumer<NearGroup>>> search) {
        SizeHistogram[] found = SizeHistogram.ofWorkers(execution.workers().concurrency());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            boolean perVertex = config.perVertex() != PerVertex.NOTHING;
            OffHeapLongs left = perVertex ? scope.zeroedLongs(graph.leftCount()) : null;
            OffHeapLongs right = perVertex ? scope.zeroedLongs(graph.rightCount()) : null;
            search.accept(worker -> near -> {
                found[worker].add(near.size(0), near.size(1), 1);
                if (perVertex) {
                    credit(near, graph, left, right, config.perVertex());
                }
            });
            scope.keep(left);
            scope.keep(right);
            return new SizeCounts(SizeHistogram.sum(found).entries(), left, right);
        }
    }

    @Override
    public GpuVersion<BipartiteGraph, SizeCounts> gpu(NearBicliqueConfig config) {
        return config.window() == null
                ? new NearGroupsGpu<>(
                        this,
                        config,
                        false,
                        (graph, execution, devices) ->
                                execution.inTime(config.timeoutMillis(), timed -> count(graph, config, timed, devices)))
                : null;
    }

    private static SizeCounts count(
            BipartiteGraph graph, NearBicliqueConfig config, Execution execution, List<GpuDevice> devices) {
        try (NearRoots roots = new NearBicliqueCpu(config, execution).roots(graph, Bound.NONE)) {
            return NearGroupsGpu.count(
                    roots,
                    config.perVertex() != PerVertex.NOTHING,
                    graph,
                    execution,
                    devices,
                    (own, search) -> count(graph, config, own, search),
                    (first, others) -> config.perVertex() == PerVertex.LARGEST
                            ? first.largest(others, execution.workers())
                            : first.plus(others, execution.workers()));
        }
    }

    @Override
    public String withoutGpu(NearBicliqueConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(NearBicliqueConfig config) {
        return NearCliqueAlgorithm.COST;
    }

    private static void credit(
            NearGroup near, BipartiteGraph graph, OffHeapLongs left, OffHeapLongs right, PerVertex value) {
        int[] ofLeft = near.members(0);
        int[] ofRight = near.members(1);
        long edges = value == PerVertex.LARGEST ? graph.edgesAmong(ofLeft, ofRight) : 0;
        credit(ofLeft, left, value, edges);
        credit(ofRight, right, value, edges);
    }

    private static void credit(int[] members, OffHeapLongs vertices, PerVertex value, long edges) {
        for (int vertex : members) {
            if (value == PerVertex.LARGEST) {
                vertices.atomicMax(vertex, edges);
            } else {
                vertices.getAndAdd(vertex, 1);
            }
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, NearBicliqueConfig config, int concurrency) {
        CpuEstimate search = config.window() == null
                ? NearBicliqueCpu.estimate(size, concurrency)
                : WindowParts.estimate(
                        size,
                        config.window(),
                        true,
                        parts -> NearBicliqueCpu.estimate(parts, concurrency),
                        concurrency);
        return withResult(search, size, config);
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return config.window() == null
                ? withResult(new NearBicliqueCpu(config, execution).estimate(graph), GraphSize.of(graph), config)
                : cpuEstimate(GraphSize.of(graph), config, execution.workers().concurrency());
    }

    private CpuEstimate withResult(CpuEstimate search, GraphSize size, NearBicliqueConfig config) {
        long perVertex = config.perVertex() == PerVertex.NOTHING ? 0 : size.vertices();
        MemoryEstimate result = MemoryEstimate.of("result", perVertex * Long.BYTES);
        return new CpuEstimate(MemoryEstimate.sum(name(), search.offHeap(), result), search.heap());
    }
}
