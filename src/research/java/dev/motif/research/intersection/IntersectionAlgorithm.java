package dev.motif.research.intersection;

import dev.motif.algorithm.similar.intersection.NeighborBitmap;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * All-edge common neighbor counting by MPS and BMP, which intersect the neighbor lists of the two ends of each edge.
 *
 * <pre>{@code
 * c(u,v) = |N(u) intersected with N(v)|  for every edge (u,v): the triangles that it is in
 * }</pre>
 *
 * <p>MPS merges lists of similar length and searches the elements of others; BMP looks the neighbors of one end up in a
 * bitmap of the neighbors of the other, by default of the end of the larger degree. Work: {@code O(sum over edges of
 * d(u) + d(v))} by MPS where lists are of similar length, {@code O(sum over edges of min(d(u), d(v)))} by BMP. Memory:
 * a ranked copy of the graph where vertices are numbered anew, and for BMP a bit a vertex and worker; 4 bytes an edge
 * for the result.
 *
 * <p>Requires a simple undirected graph with fewer than 2^31 vertices, so that no count passes 31 bits.
 *
 * <p>Source: Che et al., "Accelerating All-Edge Common Neighbor Counting on Three Processors", ICPP 2019,
 * doi:10.1145/3337821.3337917.
 */
public final class IntersectionAlgorithm implements Algorithm.OfUnipartite<IntersectionConfig, CommonNeighborsResult> {
    /** Measured, see docs/benchmarks/auto.md; so is the next cost. */
    private static final RunCost COST_OF_MPS = new RunCost(
            new RunCost.Part(11_000, 0, 10, 0.35), new RunCost.Part(9, 120, 130, 0.4), new RunCost.Part(1, 0, 0, 0));

    private static final RunCost COST_OF_BMP = new RunCost(
            new RunCost.Part(38_000, 1, 61, 0.05), new RunCost.Part(14, 590, 980, 0), new RunCost.Part(1, 0, 0, 0));

    @Override
    public String name() {
        return "research.intersection";
    }

    @Override
    public List<String> stages(GraphSize size, IntersectionConfig config) {
        return List.of(config.stage());
    }

    @Override
    public CommonNeighborsResult cpu(UnipartiteGraph graph, IntersectionConfig config, Execution execution) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OrientedGraph ranked =
                    config.relabels() ? scope.own(ranked(graph, execution)).form() : null;
            OffHeapInts counts = scope.ints(graph.edgeCount());
            execution.time(Stage.COMPUTE, () -> count(graph, ranked, config, counts, execution));
            return new CommonNeighborsResult(scope.keep(counts), null, null);
        }
    }

    private static DerivedGraphCache.Use<OrientedGraph> ranked(UnipartiteGraph graph, Execution execution) {
        return execution.rank(
                () -> OrientedGraph.formByDegree(graph, EdgeNumbers.BY_SLOT, execution.memory(), execution.workers()));
    }

    private static void count(
            UnipartiteGraph graph,
            OrientedGraph ranked,
            IntersectionConfig config,
            OffHeapInts counts,
            Execution execution) {
        Workers workers = execution.workers();
        NativeMemory memory = execution.memory();
        if (config.mps() != null) {
            MpsCpu.count(graph, config.mps(), counts, workers);
        } else if (ranked == null) {
            BmpCpu.count(graph.adjacency(), config.bmp(), counts, workers, memory);
        } else {
            BmpCpu.countRelabelled(ranked, config.bmp(), counts, workers, memory);
        }
    }

    @Override
    public GpuVersion<UnipartiteGraph, CommonNeighborsResult> gpu(IntersectionConfig config) {
        return new IntersectionGpu.Version(config);
    }

    @Override
    public RunCost cost(IntersectionConfig config) {
        return config.mps() != null ? COST_OF_MPS : COST_OF_BMP;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, IntersectionConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        MemoryEstimate ranking = MemoryEstimate.of(
                "ranking the vertices by degree",
                config.relabels() ? OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.BY_SLOT) : 0);
        MemoryEstimate counting = MemoryEstimate.sum(
                "counting",
                MemoryEstimate.of(
                        "ranked graph",
                        config.relabels() ? OrientedGraph.bytes(vertices, edges, EdgeNumbers.BY_SLOT) : 0),
                config.mps() != null
                        ? MemoryEstimate.of("merging", 0)
                        : ofBitmaps(vertices, edges, config.bmp(), concurrency),
                CommonNeighborsResult.edgesEstimate(size));
        return CpuEstimate.of(MemoryEstimate.largest(name(), ranking, counting));
    }

    private static MemoryEstimate ofBitmaps(long vertices, long edges, BmpConfig config, int workers) {
        MemoryEstimate bitmaps = MemoryEstimate.of(
                "bitmaps, one a worker", workers * NeighborBitmap.bytes(vertices, config.filterRange()));
        if (!config.relabel()) {
            return bitmaps;
        }
        long oneDirection = Csr.bytes(vertices, edges);
        long bothDirections = BmpCpu.bothDirectionsBytes(vertices, edges);
        return MemoryEstimate.largest(
                "ranked graph in both directions",
                MemoryEstimate.of("turning the graph around", oneDirection + CsrBuilder.transposingBytes(edges)),
                MemoryEstimate.of("joining both", oneDirection + bothDirections),
                MemoryEstimate.sum("in use", MemoryEstimate.of("both directions", bothDirections), bitmaps));
    }
}
