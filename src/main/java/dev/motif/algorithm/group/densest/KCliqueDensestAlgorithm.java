package dev.motif.algorithm.group.densest;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;
import java.util.function.Function;

/**
 * The k-clique-densest subgraph, approximately; with {@code k = 2} the densest subgraph, since 2-cliques are edges.
 *
 * <pre>{@code density(S) = k-cliques whose vertices are all in S / |S|}</pre>
 *
 * <p>{@link DensestSearch} says how it is found; its density is at least {@code 1 / k} of the largest one.
 *
 * <p>Work: one count by vertex for each round, on the remaining graph. Rounds are few as a rule, but one for each
 * vertex in the worst case. Memory: counting by vertex, and a copy of the remaining graph.
 *
 * <p>Sources: Tsourakakis, "The K-clique Densest Subgraph Problem", WWW 2015, doi:10.1145/2736277.2741098, defines the
 * problem and peels. Charikar, "Greedy Approximation Algorithms for Finding Dense Components in a Graph", APPROX 2000,
 * doi:10.1007/3-540-44436-X_10, peels for edges.
 */
public final class KCliqueDensestAlgorithm implements Algorithm.OfUnipartite<KCliqueDensestConfig, DensestSubgraph> {
    private static final KCliqueAlgorithm CLIQUES = new KCliqueAlgorithm();
    private static final long VERTICES_PER_TASK = 1 << 16;

    /** Rounds, and how many counts of the whole graph they are together: fitted to six graphs on a thread of the CPU. */
    private static final int ROUNDS = 40;

    private static final int WHOLE_GRAPHS = 20;

    /** The counts of triangles. */
    private static final int WHOLE_GRAPHS_OF_TRIANGLES = 10;

    @Override
    public String name() {
        return "kclique.densest";
    }

    @Override
    public DensestSubgraph cpu(UnipartiteGraph graph, KCliqueDensestConfig config, Execution execution) {
        return execution.inTime(
                config.timeoutMillis(), timed -> search(graph, config, timed, rest -> counts(rest, config.k(), timed)));
    }

    private static DensestSubgraph search(
            UnipartiteGraph graph,
            KCliqueDensestConfig config,
            Execution execution,
            Function<UnipartiteGraph, VertexCounts> counting) {
        return new DensestSearch<>(
                        UnipartiteGraph.class,
                        graph,
                        config.k(),
                        execution,
                        (rest, vertices, none) -> counting.apply(rest))
                .find();
    }

    private static VertexCounts counts(UnipartiteGraph graph, int k, Execution execution) {
        return k == KCliqueDensestConfig.EDGES
                ? execution.time(Stage.COMPUTE, () -> degrees(graph, execution))
                : counts(CLIQUES.cpu(graph, cliques(k), execution), k);
    }

    private static VertexCounts counts(KCliqueResult counts, int k) {
        return new VertexCounts(counts.count(k), counts.vertices(), null, counts::close);
    }

    private static KCliqueConfig cliques(int k) {
        return KCliqueConfig.of(k, Result.VERTEX);
    }

    private static VertexCounts degrees(UnipartiteGraph graph, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapSums degrees = scope.own(OffHeapSums.zeroed(execution.memory(), graph.vertexCount()));
            execution.workers().forRanges(graph.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (int v = (int) from; v < to; v++) {
                    degrees.low().set(v, graph.adjacency().degree(v));
                }
            });
            return new VertexCounts(BigInteger.valueOf(graph.edgeCount()), scope.keep(degrees), null, degrees::close);
        }
    }

    @Override
    public GpuVersion<UnipartiteGraph, DensestSubgraph> gpu(KCliqueDensestConfig config) {
        return config.k() == KCliqueDensestConfig.EDGES
                ? null
                : new DensestGpu<UnipartiteGraph, KCliqueResult>(
                        name(),
                        CLIQUES.gpu(cliques(config.k())),
                        config.timeoutMillis(),
                        (graph, execution, counting) ->
                                search(graph, config, execution, rest -> counts(counting.apply(rest), config.k())));
    }

    @Override
    public String withoutGpu(KCliqueDensestConfig config) {
        return name() + " of relationships has no GPU version: degrees are there already";
    }

    /** The graph of each round is new to a device. Null for relationships, which are on the CPU alone. */
    @Override
    public RunCost cost(KCliqueDensestConfig config) {
        if (config.k() == KCliqueDensestConfig.EDGES) {
            return null;
        }
        RunCost once = CLIQUES.cost(cliques(config.k()));
        int wholeGraphs = config.k() == 3 ? WHOLE_GRAPHS_OF_TRIANGLES : WHOLE_GRAPHS;
        return new RunCost(
                once.cpu().repeated(ROUNDS, wholeGraphs),
                once.gpu().plus(once.gpuFirst()).repeated(ROUNDS, wholeGraphs),
                RunCost.Part.NONE);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCliqueDensestConfig config, int concurrency) {
        CpuEstimate counting = config.k() == KCliqueDensestConfig.EDGES
                ? CpuEstimate.of(MemoryEstimate.of("degrees", size.vertices() * OffHeapSums.BYTES))
                : CLIQUES.cpuEstimate(size, cliques(config.k()), concurrency);
        return new CpuEstimate(DensestSearch.estimate(name(), size, counting.offHeap()), counting.heap());
    }
}
