package dev.motif.algorithm.level.wing;

import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.algorithm.level.wing.BloomIndex.Totals;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.VertexMaxima;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.graph.order.RankedGraph;
import java.util.List;

/**
 * Wing decomposition, also called bitruss decomposition.
 *
 * <p>The k-wing of a graph is its largest subgraph in which every edge is in {@code k} or more butterflies of the
 * subgraph. With {@code B_H(e)} the butterflies of edge {@code e} in a subgraph {@code H},
 *
 * <pre>{@code
 * wing(e) = max over subgraphs H with e of (min over edges f of H of B_H(f))
 * }</pre>
 *
 * <p>so the k-wing consists of the edges with {@code wing(e) >= k}, and {@code wing(e) <= B(e)}.
 *
 * <p>How: the edges in the fewest butterflies are peeled off until none is left. The wing number of an edge is the
 * largest of these minima up to the moment when it is peeled. Butterflies are not searched again but kept as blooms,
 * which are (2,k)-bicliques and far fewer: see {@link BloomIndex}.
 *
 * <p>Work: {@code O(sum over edges of min(d(u), d(v)))} for the index, then no more than one step for each butterfly.
 * Memory: up to 34 bytes per wedge of the index, and 36 bytes per edge. Each edge has at most {@code min(sqrt(E), n/2)}
 * wedges for each side of {@code n} vertices; real graphs have far fewer, so the estimate is a wide range.
 *
 * <p>Requires a simple bipartite graph with fewer than 2^31 edges, fewer than 2^31 vertices on both sides together, and
 * fewer than 2^31 - 1 blooms.
 *
 * <p>Sources: Sarıyüce and Pinar, "Peeling Bipartite Networks for Dense Subgraph Discovery", WSDM 2018,
 * doi:10.1145/3159652.3159678. Wang, Lin, Qin, Zhang and Zhang, "Efficient Bitruss Decomposition for Large-scale
 * Bipartite Graphs", ICDE 2020, doi:10.48550/arXiv.2001.06111.
 */
public final class WingAlgorithm implements Algorithm.OfBipartite<WingConfig, PeeledEdges> {
    /** Measured, see docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(88_000, 0, 40, 40), new RunCost.Part(100, 0, 410, 29), new RunCost.Part(29, 140, 6, 0.3));

    @Override
    public String name() {
        return "wing";
    }

    @Override
    public List<String> stages(GraphSize size, WingConfig config) {
        return List.of(BloomIndex.COUNTING, BloomIndex.LISTING, WingCpu.STAGE);
    }

    @Override
    public PeeledEdges cpu(BipartiteGraph graph, WingConfig config, Execution execution) {
        return new WingCpu(graph, execution)
                .count()
                .withVertices(
                        config.perVertex(),
                        graph,
                        execution.memory(),
                        execution.workers().cancellation());
    }

    @Override
    public GpuVersion<BipartiteGraph, PeeledEdges> gpu(WingConfig config) {
        return new WingGpu.Version(config);
    }

    @Override
    public RunCost cost(WingConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, WingConfig config, int concurrency) {
        long wedges = WedgeCounter.mostInBlooms(size);
        return cpuEstimate(size, config, new Totals(0, 0), new Totals(wedges / 2, wedges), concurrency);
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, WingConfig config, Execution execution) {
        Totals totals = Totals.of(graph, execution);
        return cpuEstimate(
                GraphSize.of(graph), config, totals, totals, execution.workers().concurrency());
    }

    private CpuEstimate cpuEstimate(GraphSize size, WingConfig config, Totals least, Totals most, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        MemoryEstimate result =
                MemoryEstimate.of("supports and numbers of edges", edges * (Long.BYTES + Integer.BYTES));
        MemoryEstimate index = BloomIndex.estimate(edges, least, most);
        MemoryEstimate ranking = MemoryEstimate.sum(
                "ranking the vertices by degree",
                result,
                MemoryEstimate.of("ranked graph", RankedGraph.peakBytes(vertices, edges)));
        MemoryEstimate building = MemoryEstimate.sum(
                "listing the blooms", result, index, BloomIndex.estimateBuilding(vertices, edges, concurrency));
        MemoryEstimate peeling = MemoryEstimate.sum(
                "peeling",
                result,
                index,
                WingCpu.ranges(edges, concurrency) > 1
                        ? MemoryEstimate.range(
                                "edges in ranges, and blooms by range",
                                WingCpu.bytesToDivide(edges, least.blooms()),
                                Math.max(
                                        WingCpu.bytesToDivide(edges, most.blooms()),
                                        WingCpu.bytesInRanges(edges, most.wedges())))
                        : MemoryEstimate.range(
                                "edges in the order of peeling, and blooms of a round",
                                WingCpu.bytesAtOnce(edges, least.blooms()),
                                WingCpu.bytesAtOnce(edges, most.blooms())));
        MemoryEstimate numbers = MemoryEstimate.of(
                "numbers of edges and vertices",
                edges * Long.BYTES + (config.perVertex() ? VertexMaxima.bytes(vertices) : 0));
        return CpuEstimate.of(MemoryEstimate.largest(name(), ranking, building, peeling, numbers));
    }
}
