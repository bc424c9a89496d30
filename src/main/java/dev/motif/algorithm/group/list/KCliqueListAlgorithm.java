package dev.motif.algorithm.group.list;

import dev.motif.algorithm.group.clique.MaximalCliqueGpu;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.util.List;

/**
 * Lists the k-cliques of a graph, each once, while they are found.
 *
 * <p>Vertices are put in a degeneracy order, and every edge leads to its end of lower rank ({@link OrientedGraph}). A
 * clique is found from its vertex of highest rank, by adding vertices of ever lower rank: the candidates for the next
 * one are the common lower neighbors of the chosen vertices. Branches end where there are fewer candidates than missing
 * vertices. On a GPU candidates are bitmaps, and warps share the branches of a root (maximal_clique.cu).
 *
 * <p>Work {@code O(k m (d/2)^(k-2))} with the degeneracy {@code d}, on all threads, while the cliques are read. Memory:
 * the oriented graph, {@code 4 k d} bytes of candidates for each thread, and 8 MiB of cliques that were found and are
 * not read yet. Requires a simple undirected graph.
 *
 * <p>Sources: Chiba and Nishizeki, "Arboricity and subgraph listing algorithms", SIAM J. Comput. 14(1), 1985,
 * doi:10.1137/0214017; Danisch, Balalau and Sozio, "Listing k-cliques in sparse real-world graphs", WWW 2018,
 * doi:10.1145/3178876.3186125, for the degeneracy order.
 */
public final class KCliqueListAlgorithm implements Algorithm.OfUnipartite<KCliqueListConfig, SearchStream<int[]>> {
    @Override
    public String name() {
        return "kclique.list";
    }

    @Override
    public List<String> stages(GraphSize size, KCliqueListConfig config) {
        return List.of(KCoreCpu.STAGE, KCliques.STAGE);
    }

    /** Orders the graph; cliques are searched when they are asked for. The graph must stay open until then. */
    @Override
    public SearchStream<int[]> cpu(UnipartiteGraph graph, KCliqueListConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            DerivedGraphCache.Use<DegeneracyOriented> use = scope.own(execution.time(
                    Stage.PREPARE,
                    () -> DegeneracyOriented.formOf(graph, EdgeNumbers.NONE, execution.memory(), execution.workers())));
            KCliques cliques = new KCliques(use, config.k(), execution);
            scope.keep(use);
            return cliques;
        }
    }

    /** A GPU orders the graph when the search begins, and holds it until the result has been closed. */
    @Override
    public GpuVersion<UnipartiteGraph, SearchStream<int[]>> gpu(KCliqueListConfig config) {
        return config.k() < 2
                ? GpuVersion.onCpu(this, config)
                : new MaximalCliqueGpu.OfSize(config.k(), KCliques.STAGE);
    }

    @Override
    public String cpuSuffices(KCliqueListConfig config) {
        return "either backend finds cliques faster than they are read";
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCliqueListConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long oriented = OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE);
        return CpuEstimate.of(MemoryEstimate.largest(
                name(),
                DegeneracyOriented.estimate(vertices, edges, EdgeNumbers.NONE),
                MemoryEstimate.sum(
                        "listing",
                        MemoryEstimate.of("oriented graph", oriented),
                        MemoryEstimate.range(
                                "candidates, one set a worker",
                                0,
                                concurrency * KCliqueSearch.bytes(config.k(), size.mostLowerNeighbors())),
                        StreamingAlgorithm.unread("cliques"))));
    }
}
