package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.clique.MaximalCliqueResult;
import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Counts the maximal near-cliques of a graph, known as k-plexes, by size.
 *
 * <p>A set {@code P} of vertices is one for {@code m} missing ones when each vertex is adjacent to all but at most {@code m} of
 * the others:
 *
 * <pre>{@code
 * |P - N(v) - v| <= m for all v in P
 * }</pre>
 *
 * <p>That is a k-plex with {@code k = m + 1}. It is maximal when no vertex can be added. Only near-cliques of at least {@code
 * minSize} vertices are found, {@code 2 m + 1} or more. Then each vertex has {@code minSize - m - 1} neighbors in it, and two of
 * them have in common, if adjacent, {@code minSize - 2 m - 2} neighbors, otherwise {@code minSize - 2 m}, one at least.
 *
 * <p>So all are in a core, and one whose first vertex is {@code v}, in a degeneracy order, has only later neighbors of {@code v},
 * whose number is at most the degeneracy, and later vertices that share enough of these with {@code v}. Among these vertices,
 * reduced by both rules until nothing changes, it is searched with pivots ({@link dev.motif.algorithm.group.near.NearSearch}).
 * Workers take first vertices, and share the searches that take long.
 *
 * <p>Work: for each vertex its paths of two edges, then for each node of its search a row of bits for each vertex around it; the
 * number of nodes is exponential in the worst case, as is the number of near-cliques. Memory: the core, and for each worker rows
 * of bits around one vertex.
 *
 * <p>Requires a simple undirected graph. Counts are exact.
 *
 * <p>Sources: Zhou, Xu, Guo, Xiao and Jin, "Enumerating maximal k-plexes with worst-case time guarantee", AAAI 2020,
 * doi:10.1609/aaai.v34i03.5625, for the pivot; Wang, Zhou, Xiao and Khoussainov, "Listing maximal k-plexes in large real-world
 * graphs", WWW 2022, doi:10.48550/arXiv.2202.08737, for the order, the part around a vertex and its reduction.
 */
public final class NearCliqueAlgorithm implements Algorithm.OfUnipartite<NearCliqueConfig, MaximalCliqueResult> {
    /** Measured on two graphs: 16 threads took 3 and 10 times as long as an H200, whose parts of the graph they prepare. */
    static final RunCost COST =
            new RunCost(new RunCost.Part(200_000, 0, 100, 1), new RunCost.Part(20, 0, 100, 0.1), RunCost.Part.NONE);

    @Override
    public String name() {
        return "clique.near";
    }

    @Override
    public List<String> stages(GraphSize size, NearCliqueConfig config) {
        return config.window() == null ? List.of(KCoreCpu.STAGE, NearCliqueCpu.STAGE) : List.of(NearCliqueCpu.STAGE);
    }

    @Override
    public MaximalCliqueResult cpu(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return count(graph, config, execution, sinks -> new NearCliqueCpu(config, execution)
                .search(graph, Bound.NONE, sinks));
    }

    private static MaximalCliqueResult count(
            UnipartiteGraph graph,
            NearCliqueConfig config,
            Execution execution,
            Consumer<IntFunction<Consumer<NearGroup>>> search) {
        MaximalCliqueResult.Counter[] found =
                MaximalCliqueResult.counters(execution.workers().concurrency());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs vertices = config.perVertex() ? scope.zeroedLongs(graph.vertexCount()) : null;
            search.accept(worker -> near -> {
                found[worker].add(near.size(0), 0);
                if (vertices != null) {
                    for (int vertex : near.members(0)) {
                        vertices.getAndAdd(vertex, 1);
                    }
                }
            });
            scope.keep(vertices);
            return MaximalCliqueResult.of(found, vertices);
        }
    }

    @Override
    public GpuVersion<UnipartiteGraph, MaximalCliqueResult> gpu(NearCliqueConfig config) {
        return config.window() == null
                ? new NearGroupsGpu<>(
                        this,
                        config,
                        false,
                        (graph, execution, devices) ->
                                execution.inTime(config.timeoutMillis(), timed -> count(graph, config, timed, devices)))
                : null;
    }

    private static MaximalCliqueResult count(
            UnipartiteGraph graph, NearCliqueConfig config, Execution execution, List<GpuDevice> devices) {
        try (NearRoots roots = new NearCliqueCpu(config, execution).roots(graph, Bound.NONE)) {
            return NearGroupsGpu.count(
                    roots,
                    config.perVertex(),
                    graph,
                    execution,
                    devices,
                    (own, search) -> count(graph, config, own, search),
                    (first, others) -> first.plus(others, execution.workers()));
        }
    }

    @Override
    public String withoutGpu(NearCliqueConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(NearCliqueConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, NearCliqueConfig config, int concurrency) {
        CpuEstimate search = config.window() == null
                ? NearCliqueCpu.estimate(size, concurrency)
                : WindowParts.estimate(
                        size, config.window(), false, parts -> NearCliqueCpu.estimate(parts, concurrency), concurrency);
        return withResult(search, size, config);
    }

    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return config.window() == null
                ? withResult(new NearCliqueCpu(config, execution).estimate(graph), GraphSize.of(graph), config)
                : cpuEstimate(GraphSize.of(graph), config, execution.workers().concurrency());
    }

    private CpuEstimate withResult(CpuEstimate search, GraphSize size, NearCliqueConfig config) {
        MemoryEstimate result = MemoryEstimate.of("result", config.perVertex() ? size.vertices() * Long.BYTES : 0);
        return new CpuEstimate(MemoryEstimate.sum(name(), search.offHeap(), result), search.heap());
    }
}
