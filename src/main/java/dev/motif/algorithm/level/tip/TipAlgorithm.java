package dev.motif.algorithm.level.tip;

import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.order.PeelQueue;
import dev.motif.graph.order.RankedGraph;
import java.util.List;

/**
 * Tip decomposition of one side of a bipartite graph.
 *
 * <p>The k-tip is the largest subgraph that keeps all of the other side and in which every vertex of the side is in
 * {@code k} or more butterflies of the subgraph. With {@code c(u,w)} the number of common neighbors of two vertices of
 * the side {@code S},
 *
 * <pre>{@code
 * tip(u) = max over subsets X of S with u of (min over x of X of sum over w in X \ {x} of C(c(x,w), 2))
 * }</pre>
 *
 * <p>so the k-tip consists of the vertices with {@code tip(u) >= k}, and {@code tip(u) <= B(u)}.
 *
 * <p>How: the vertices in the fewest butterflies are peeled off until none is left. The tip number of a vertex is the
 * largest of these minima up to the moment when it is peeled. Peeling {@code u} walks its wedges to find the {@code
 * C(c(u,w), 2)} butterflies that each other vertex {@code w} loses. When that is more work for the vertices of a round
 * than counting all butterflies of the remaining graph, they are counted anew instead.
 *
 * <p>Work: {@code O(sum over v of the other side of d(v)^2)} wedges at most, often far fewer. Memory: a ranked copy of
 * the graph, 8 bytes per vertex and worker, 20 bytes per vertex and 16 more per vertex of the peeled side, and the
 * result; with many threads, parts of the graph too.
 *
 * <p>Requires a simple bipartite graph with fewer than 2^31 vertices on both sides together.
 *
 * <p>Sources: Sarıyüce and Pinar, "Peeling Bipartite Networks for Dense Subgraph Discovery", WSDM 2018,
 * doi:10.1145/3159652.3159678. Lakhotia, Kannan, Prasanna and De Rose, "RECEIPT: REfine CoarsE-grained IndePendent
 * Tasks for Parallel Tip Decomposition of Bipartite Graphs", PVLDB 14(3), 2020, doi:10.14778/3430915.3430929, propose
 * to count anew, and to drop peeled vertices from the graph.
 */
public final class TipAlgorithm implements Algorithm.OfBipartite<TipConfig, TipResult> {
    /** Measured, see docs/benchmarks/auto.md. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(70_000, 0, 120, 4), new RunCost.Part(70, 65, 520, 0.6), new RunCost.Part(16, 120, 0, 0));

    @Override
    public String name() {
        return "tip";
    }

    @Override
    public List<String> stages(GraphSize size, TipConfig config) {
        return List.of(FourCycles.STAGE, TipCpu.STAGE);
    }

    @Override
    public TipResult cpu(BipartiteGraph graph, TipConfig config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        int concurrency = execution.workers().concurrency();
        // Peeling twice needs more memory, for parts of the graph.
        long most = cpuEstimate(size, config, concurrency).offHeap().maxBytes();
        boolean fits = most <= execution.memory().freeBytes();
        return new TipCpu(graph, config, execution, fits ? TipCpu.ranges(config.items(size), concurrency) : 1).count();
    }

    @Override
    public GpuVersion<BipartiteGraph, TipResult> gpu(TipConfig config) {
        return new TipGpu.Version(config);
    }

    @Override
    public RunCost cost(TipConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, TipConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long items = config.items(size);
        MemoryEstimate ranking =
                MemoryEstimate.of("ranking the vertices by degree", RankedGraph.peakBytes(vertices, edges));
        MemoryEstimate peeling = MemoryEstimate.sum(
                "peeling",
                MemoryEstimate.of("ranked graph", RankedGraph.bytes(vertices, edges)),
                MemoryEstimate.of("wedge counters, one set a worker", WedgeCounter.bytes(vertices, concurrency)),
                MemoryEstimate.of("butterflies and numbers by vertex", 2 * vertices * Long.BYTES),
                MemoryEstimate.of("vertices peeled", vertices * Integer.BYTES),
                MemoryEstimate.of("vertices in the order of peeling", PeelQueue.bytes(items)));
        if (TipCpu.ranges(items, concurrency) == 1) {
            MemoryEstimate result =
                    MemoryEstimate.range("result, made when the ranked graph has shrunk", 0, items * Long.BYTES);
            return CpuEstimate.of(MemoryEstimate.largest(
                    name(), ranking, MemoryEstimate.sum("peeling, and the result", peeling, result)));
        }
        MemoryEstimate finding = MemoryEstimate.sum(
                "finding ranges",
                peeling,
                MemoryEstimate.of("work and range of each vertex", vertices * (Long.BYTES + Integer.BYTES)));
        return CpuEstimate.of(MemoryEstimate.sum(
                name(),
                MemoryEstimate.of("result, and vertices by range", items * (Long.BYTES + Integer.BYTES)),
                MemoryEstimate.largest(
                        "peeling twice",
                        ranking,
                        finding,
                        MemoryEstimate.range(
                                "ranges, with their parts of the graph",
                                0,
                                TipCpu.bytesOfParts(items, vertices - items, edges, concurrency)))));
    }
}
