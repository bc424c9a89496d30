package dev.motif.algorithm.group.clique;

import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.util.List;

/**
 * Maximal clique enumeration: counts them by size, and by vertex.
 *
 * <p>A clique is a set {@code C} of vertices, not empty, all of which are adjacent to each other. It is maximal when no
 * vertex can be added:
 *
 * <pre>{@code
 * C = intersection over v in C of (N(v) + v)
 * }</pre>
 *
 * <p>A vertex without edges is one. Each is found once, from its vertex of highest rank in a degeneracy order, so that a
 * search works on the at most {@code d} neighbors of lower rank of its root, for the degeneracy {@code d}. Their rows are
 * bitmaps. A search leaves out what a pivot covers ({@link MaximalCliqueSearch}) and ends early where the candidates
 * that are left are a clique, or one but for disjoint pairs, when no excluded vertex is left: {@code p} pairs are
 * {@code 2^p} maximal cliques, which are counted at once.
 *
 * <p>Work: {@code O(n d 3^(d/3) d/64)}, where {@code 3^(d/3)} maximal cliques are possible below a root. Memory: the
 * ordered graph in both directions, and for each worker 4 bytes for each vertex and a row of {@code d} bits for each
 * neighbor of a root.
 *
 * <p>Requires a simple undirected graph. Totals are exact without limit; counts by vertex are 64-bit integers, with an
 * exception on overflow.
 *
 * <p>Sources: Tomita, Tanaka and Takahashi, "The worst-case time complexity for generating all maximal cliques", Theor.
 * Comput. Sci. 363(1), 2006, doi:10.1016/j.tcs.2006.06.015, for the pivot; Eppstein, Löffler and Strash, "Listing all
 * maximal cliques in large sparse real-world graphs", ACM J. Exp. Algorithmics 18, 2013, doi:10.1145/2543629, for the
 * order; Wang, Yu and Long, "Maximal clique enumeration with hybrid branching and early termination", ICDE 2025,
 * doi:10.48550/arXiv.2412.08218, for the early ends; Almasri, Chang, El Hajj, Nagi, Xiong and Hwu, "Parallelizing maximal
 * clique enumeration on GPUs", PACT 2023, doi:10.1109/PACT58117.2023.00022, for the search on a GPU.
 */
public final class MaximalCliqueAlgorithm implements Algorithm.OfUnipartite<MaximalCliqueConfig, MaximalCliqueResult> {
    /** Measured, see docs/benchmarks/auto.md. */
    static final RunCost COST = new RunCost(
            new RunCost.Part(200_000, 0, 100, 0.15),
            new RunCost.Part(20, 0, 100, 0.8),
            new RunCost.Part(35, 0, 250, 0));

    @Override
    public String name() {
        return "clique.maximal";
    }

    @Override
    public List<String> stages(GraphSize size, MaximalCliqueConfig config) {
        return config.window() == null
                ? List.of(KCoreCpu.STAGE, MaximalCliqueCpu.STAGE)
                : List.of(MaximalCliqueCpu.STAGE);
    }

    @Override
    public MaximalCliqueResult cpu(UnipartiteGraph graph, MaximalCliqueConfig config, Execution execution) {
        return execution.inTime(config.timeoutMillis(), timed -> new MaximalCliqueCpu(graph, config, timed).count());
    }

    @Override
    public GpuVersion<UnipartiteGraph, MaximalCliqueResult> gpu(MaximalCliqueConfig config) {
        return config.window() == null ? new MaximalCliqueGpu.Counting(config) : null;
    }

    @Override
    public String withoutGpu(MaximalCliqueConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(MaximalCliqueConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, MaximalCliqueConfig config, int concurrency) {
        if (config.window() != null) {
            CpuEstimate search = WindowParts.estimate(
                    size,
                    config.window(),
                    false,
                    parts -> cpuEstimate(parts, config.within(null), concurrency),
                    concurrency);
            return new CpuEstimate(MemoryEstimate.sum(name(), result(size, config), search.offHeap()), search.heap());
        }
        long vertices = size.vertices();
        long words = RootedGraph.words(size.mostLowerNeighbors(), vertices);
        return cpuEstimate(size, config, vertices, 0, words, concurrency);
    }

    /** Orders the graph, and takes no more memory than a run for that. */
    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, MaximalCliqueConfig config, Execution execution) {
        if (config.window() != null) {
            return cpuEstimate(GraphSize.of(graph), config, execution.workers().concurrency());
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            long words = MaximalCliqueCpu.Ordered.of(graph, execution, scope).words();
            return cpuEstimate(
                    GraphSize.of(graph),
                    config,
                    graph.adjacency().largestDegree(),
                    words,
                    words,
                    execution.workers().concurrency());
        }
    }

    private static MemoryEstimate result(GraphSize size, MaximalCliqueConfig config) {
        return MemoryEstimate.of("result", config.perVertex() ? size.vertices() * Long.BYTES : 0);
    }

    private CpuEstimate cpuEstimate(
            GraphSize size,
            MaximalCliqueConfig config,
            long largestDegree,
            long leastWords,
            long mostWords,
            int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long oriented = OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE);
        MemoryEstimate ordering = DegeneracyOriented.estimate(vertices, edges, EdgeNumbers.NONE);
        MemoryEstimate transposing = MemoryEstimate.range(
                "rows of higher neighbors",
                oriented,
                oriented + Csr.bytes(vertices, edges) + CsrBuilder.transposingBytes(edges));
        MemoryEstimate searching = MemoryEstimate.sum(
                "searching",
                MemoryEstimate.of("ordered graph, in both directions", oriented + Csr.bytes(vertices, edges)),
                MemoryEstimate.of("roots and their weights", vertices * (Integer.BYTES + Long.BYTES)),
                MemoryEstimate.range(
                        "graph around a root, one a worker",
                        concurrency * RootedGraph.bytes(vertices, leastWords),
                        concurrency * RootedGraph.bytes(vertices, mostWords)));
        MemoryEstimate excluded = MemoryEstimate.range(
                "excluded vertices of searches", 0, 4L * Integer.BYTES * concurrency * Math.min(largestDegree, edges));
        return CpuEstimate.of(
                MemoryEstimate.sum(
                        name(), result(size, config), MemoryEstimate.largest("work", ordering, transposing, searching)),
                excluded);
    }
}
