package dev.motif.algorithm.count.butterfly;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.priority.ButterflyChanges;
import dev.motif.algorithm.count.butterfly.priority.ButterflyCpu;
import dev.motif.algorithm.count.butterfly.priority.ButterflyGpu;
import dev.motif.algorithm.count.butterfly.priority.StartSide;
import dev.motif.algorithm.count.butterfly.temporal.TemporalCpu;
import dev.motif.algorithm.count.butterfly.temporal.TemporalGpu;
import dev.motif.algorithm.count.wedge.EndCounts;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.Algorithm;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.RankedGraph;
import java.util.List;

/**
 * Butterfly counting.
 *
 * <p>A butterfly is a (2,2)-biclique: two left vertices and two right vertices with all four edges between them. With
 * {@code c(u,w)} the number of common neighbors of two vertices of one side,
 *
 * <pre>{@code
 * B      = sum over pairs {u,w} of the left side of C(c(u,w), 2)      (the same from the right side)
 * B(u)   = sum over w != u of C(c(u,w), 2)                            butterflies with vertex u
 * B(u,v) = sum over w in N(v) \ {u} of (c(u,w) - 1)                   butterflies with edge (u,v)
 * }</pre>
 *
 * <p>so the {@code B(u)} of one side add up to {@code 2B} and the {@code B(u,v)} to {@code 4B}.
 *
 * <p>Counted once: all vertices are ranked by degree; rank 0 has the largest degree. A wedge u-v-w is walked only when
 * {@code w} ranks before both {@code u} and {@code v}. So each butterfly is seen from one pair {@code (u, w)} only:
 * {@code w} is the vertex of the butterfly that ranks first, and {@code u} the vertex opposite. Wedges end at vertices
 * of high degree, which are few, so their counters stay in cache.
 *
 * <p>On the CPU, where all wedges between vertices of one side take less time than ranking and these, they are walked
 * instead, in the order of the input.
 *
 * <p>Work: {@code O(sum over edges of min(d(u), d(v)))} wedges, twice when counts by vertex or by edge are wanted.
 * Memory: a ranked copy of the graph, at most 8 bytes per vertex and worker, and 8 bytes per count.
 *
 * <p>With a {@link TimeWindow} only butterflies within it are counted, by {@link TemporalCpu} and {@link TemporalGpu}.
 *
 * <p>With {@link EarlierCounts} the earlier counts are updated, by {@link ButterflyChanges}.
 *
 * <p>Requires a simple bipartite graph with fewer than 2^31 vertices on both sides together.
 *
 * <p>Source: Wang et al., "Vertex Priority Based Butterfly Counting for Large-scale Bipartite Networks", PVLDB 12(10),
 * 2019, doi:10.14778/3339490.3339497. Wedges end at the vertex of the highest priority, and vertices are numbered by
 * priority, as in its BFC-VP++; in BFC-VP they start there.
 */
public final class ButterflyAlgorithm
        implements DivisibleAlgorithm<BipartiteGraph, ButterflyConfig, ButterflyResult>,
                Algorithm.OfBipartite<ButterflyConfig, ButterflyResult>,
                EarlierCounts.Changing<BipartiteGraph, ButterflyConfig> {
    /** Measured, see docs/benchmarks/auto.md; so are the other costs. */
    private static final RunCost COST_OF_TOTAL = new RunCost(
            new RunCost.Part(35_000, 5.6, 2.3, 0.07),
            new RunCost.Part(30, 140, 4, 0.05),
            new RunCost.Part(51, 32, 0, 0.09));

    /** The cost with counts by vertex or by edge. */
    private static final RunCost COST_OF_COUNTS = new RunCost(
            new RunCost.Part(30_000, 3.3, 6.4, 0.3),
            new RunCost.Part(22, 180, 23, 0.05),
            new RunCost.Part(34, 33, 11, 0.16));

    /** Within a window of time, see docs/benchmarks/data/butterfly-window.csv. */
    private static final RunCost COST_WITHIN_WINDOW = new RunCost(
            new RunCost.Part(40_000, 0, 45, 2.3),
            new RunCost.Part(80, 0, 136, 1.75),
            new RunCost.Part(51, 32, 0, 0.09));

    private static final String WEDGE_COUNTERS = "wedge counters, one set a worker";

    @Override
    public String name() {
        return "butterfly";
    }

    @Override
    public List<String> stages(GraphSize size, ButterflyConfig config) {
        return List.of(FourCycles.STAGE);
    }

    @Override
    public ButterflyResult cpu(BipartiteGraph graph, ButterflyConfig config, Execution execution) {
        if (config.earlier() != null) {
            return new ButterflyChanges(graph, config, execution).count();
        }
        if (config.window() != null) {
            return new TemporalCpu(graph, config, WorkRange.ALL, execution).count();
        }
        return new ButterflyCpu(graph, config, execution).count();
    }

    @Override
    public double anewNanos(BipartiteGraph graph, ButterflyConfig config, NativeMemory memory) {
        return StartSide.nanos(graph, config, memory);
    }

    @Override
    public double changingNanos(BipartiteGraph graph, ButterflyConfig config) {
        return ButterflyChanges.nanos(graph, config);
    }

    /** Within a window by the wedges of any time, for which no times are needed. */
    @Override
    public Division<ButterflyConfig> divide(
            BipartiteGraph graph, ButterflyConfig config, int parts, Execution execution) {
        return new Division<>(config, new ButterflyCpu(graph, config, execution).ranges(parts));
    }

    @Override
    public ButterflyResult cpu(
            BipartiteGraph graph, ButterflyConfig config, List<WorkRange> ranges, Execution execution) {
        return config.window() == null
                ? new ButterflyCpu(graph, config, ranges, execution).count()
                : new TemporalCpu(graph, config, ranges, execution).count();
    }

    @Override
    public GpuVersion<BipartiteGraph, ButterflyResult> gpu(ButterflyConfig config) {
        if (EarlierCounts.isIncremental(config.earlier())) {
            return null;
        }
        return config.window() == null ? new ButterflyGpu.Version(config) : new TemporalGpu.Version(config);
    }

    @Override
    public String withoutGpu(ButterflyConfig config) {
        return EarlierCounts.ON_CPU;
    }

    @Override
    public RunCost cost(ButterflyConfig config) {
        if (config.window() != null) {
            return COST_WITHIN_WINDOW;
        }
        return config.perVertex() || config.perEdge() ? COST_OF_COUNTS : COST_OF_TOTAL;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, ButterflyConfig config, int concurrency) {
        if (config.earlier() != null && config.earlier().changes() != null) {
            return config.earlier().estimate(ButterflyChanges.estimate(name(), size, config, concurrency));
        }
        if (config.window() != null) {
            return CpuEstimate.of(TemporalCpu.estimate(
                    name(), size, config, vertexCounts(size, config), edgeCounts(size, config), concurrency));
        }
        MemoryEstimate bySide = bySide(
                size, config, concurrency, Math.min(size.left(), size.right()), Math.max(size.left(), size.right()));
        MemoryEstimate byDegree = byDegree(size, config, concurrency);
        return CpuEstimate.of(new MemoryEstimate(
                name(),
                bySide.minBytes(),
                Math.max(bySide.maxBytes(), byDegree.maxBytes()),
                List.of(bySide, byDegree)));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, ButterflyConfig config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        int concurrency = execution.workers().concurrency();
        if (config.window() != null || config.earlier() != null) {
            return cpuEstimate(size, config, concurrency);
        }
        Side side = StartSide.of(graph, config, execution.memory());
        if (side == null) {
            return CpuEstimate.of(MemoryEstimate.sum(name(), byDegree(size, config, concurrency)));
        }
        long starts = side == Side.LEFT ? size.left() : size.right();
        return CpuEstimate.of(MemoryEstimate.sum(name(), bySide(size, config, concurrency, starts, starts)));
    }

    private static MemoryEstimate bySide(
            GraphSize size, ButterflyConfig config, int concurrency, long leastStarts, long mostStarts) {
        return MemoryEstimate.sum(
                "counting by side",
                MemoryEstimate.range(
                        WEDGE_COUNTERS,
                        EndCounts.bytes(leastStarts, concurrency),
                        EndCounts.bytes(mostStarts, concurrency)),
                MemoryEstimate.of("result", vertexCounts(size, config) + edgeCounts(size, config)));
    }

    private static MemoryEstimate byDegree(GraphSize size, ButterflyConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long vertexCounts = vertexCounts(size, config);
        long edgeCounts = edgeCounts(size, config);
        MemoryEstimate ranking =
                MemoryEstimate.of("ranking the vertices by degree", RankedGraph.peakBytes(vertices, edges));
        MemoryEstimate ranked = MemoryEstimate.of("ranked graph", RankedGraph.bytes(vertices, edges));
        MemoryEstimate counters = MemoryEstimate.sum(
                "counters",
                MemoryEstimate.of("by vertex", vertexCounts),
                MemoryEstimate.of("by edge and direction", 2 * edgeCounts));
        MemoryEstimate counting = MemoryEstimate.sum(
                "counting",
                ranked,
                MemoryEstimate.of(
                        WEDGE_COUNTERS,
                        FourCycles.bytes(vertices, concurrency, config.perVertex() || config.perEdge())),
                counters);
        MemoryEstimate result = MemoryEstimate.sum(
                "counts in the order of the graph",
                ranked,
                counters,
                MemoryEstimate.of("result", vertexCounts + edgeCounts));
        return MemoryEstimate.largest("counting by degree", ranking, counting, result);
    }

    private static long vertexCounts(GraphSize size, ButterflyConfig config) {
        return config.perVertex() ? size.vertices() * Long.BYTES : 0;
    }

    private static long edgeCounts(GraphSize size, ButterflyConfig config) {
        return config.perEdge() ? size.edges() * Long.BYTES : 0;
    }
}
