package dev.motif.algorithm.count.cycle;

import dev.motif.backend.Algorithm;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.order.RankedDirectedGraph;
import java.util.List;

/**
 * Counts directed cycles of two to eight vertices, none of which is on the cycle twice.
 *
 * <p>Counted once: vertices are ranked by their number of neighbors, and a cycle is found from its vertex of the lowest
 * rank, the root. Hubs are roots first and are left out afterwards, so that paths go through vertices of fewer neighbors.
 *
 * <p>From the root the search goes back, against the directions, through vertices of higher rank, and notes how far each
 * of them is from the root and how many pairs of arcs lead from it to the root. Then paths from the root are extended by
 * one arc at a time, to vertices that are near enough to the root. Where two arcs are missing, the noted number of pairs
 * counts all cycles at once. So mutual arcs, and directed triangles as the pairs at the successors of the root, need no
 * search.
 *
 * <p>For totals, pairs through a vertex of the path are not in the noted numbers as long as it is on the path. Where three
 * arcs are missing, the numbers of the next vertices are added up: cycles of length {@code l} take paths of {@code l - 3}
 * arcs, and a look at each arc that continues them. With counts by vertex or arc they take paths of {@code l - 2} arcs, and
 * pairs whose middle is on the path are taken away, which takes a look for an arc to each vertex of the path before the
 * root.
 *
 * <p>Counts of vertices and arcs on a path are added when the search returns from it; for the last two arcs, how many
 * paths ended at a vertex is added up for the root, and handed to the vertices between it and the root at the end.
 *
 * <p>Workers take arcs of roots. Memory: both directions of the graph by rank, 12 bytes a vertex and worker, 28 with counts
 * by vertex or arc, and the counts. Totals are exact, the counts of a vertex or arc are exact below 2^63 or an error.
 *
 * <p>A GPU counts cycles of at most five vertices, by closed walks: the ways from the root to an arc times the ways back from
 * it, less the walks over a pair of mutual arcs and back (cycle.cu).
 *
 * <p>With a {@code window}, cycles in the order of time are counted: see {@link TemporalCycleSearch}.
 *
 * <p>Requires a simple graph, whose edges have directions. Sources: Johnson, "Finding all the elementary circuits of a
 * directed graph", SIAM J. Comput. 4(1), 1975, doi:10.1137/0204007, for a search from the least vertex; Gupta and
 * Suzumura, "Finding all bounded-length simple cycles in a directed graph", arXiv:2105.10094, for distances to the root;
 * Wang et al., PVLDB 12(10), 2019, doi:10.14778/3339490.3339497, for the ranks.
 */
public final class CycleAlgorithm
        implements DivisibleAlgorithm<UnipartiteGraph, CycleConfig, CycleResult>,
                Algorithm.OfUnipartite<CycleConfig, CycleResult> {
    private static final String NAME = "cycle";

    /** The cost of cycles of at most four vertices, with the ranking by the CPU; fitted to docs/benchmarks/data/auto.csv. */
    private static final RunCost COST_OF_SHORT = new RunCost(
            new RunCost.Part(110_000, 170, 20, 0.45), new RunCost.Part(36, 1500, 1200, 0.5), RunCost.Part.NONE);

    /** The cost of cycles of five vertices, fitted to the same times. */
    private static final RunCost COST_OF_FIVE = new RunCost(
            new RunCost.Part(70_000, 20, 100, 1.3), new RunCost.Part(45, 200, 1500, 0.5), RunCost.Part.NONE);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> stages(GraphSize size, CycleConfig config) {
        return List.of(CycleCpu.STAGE);
    }

    @Override
    public CycleResult cpu(UnipartiteGraph graph, CycleConfig config, Execution execution) {
        return config.window() == null
                ? new CycleCpu(graph, config, WorkRange.ALL, execution).count()
                : new TemporalCycleCpu(graph, config, execution).count();
    }

    @Override
    public GpuVersion<UnipartiteGraph, CycleResult> gpu(CycleConfig config) {
        return config.window() == null && config.maxLength() <= CycleGpu.MAX_LENGTH
                ? new CycleGpu.Version(config)
                : null;
    }

    @Override
    public String withoutGpu(CycleConfig config) {
        return config.window() == null
                ? "cycles of more than " + CycleGpu.MAX_LENGTH + " nodes are counted on the CPU; `maxLength` must be "
                        + CycleGpu.MAX_LENGTH + " or less for a GPU"
                : "cycles in the order of time are counted on the CPU";
    }

    @Override
    public RunCost cost(CycleConfig config) {
        return gpu(config) == null ? null : config.maxLength() < CycleGpu.MAX_LENGTH ? COST_OF_SHORT : COST_OF_FIVE;
    }

    @Override
    public Division<CycleConfig> divide(UnipartiteGraph graph, CycleConfig config, int parts, Execution execution) {
        checkDivisible(config);
        return new Division<>(config, new CycleCpu(graph, config, WorkRange.ALL, execution).divide(parts));
    }

    @Override
    public CycleResult cpu(UnipartiteGraph graph, CycleConfig config, List<WorkRange> ranges, Execution execution) {
        checkDivisible(config);
        return new CycleCpu(graph, config, ranges, execution).count();
    }

    private static void checkDivisible(CycleConfig config) {
        if (config.window() != null) {
            throw new IllegalArgumentException(
                    "cycles in the order of time are counted on one machine: leave `window` out");
        }
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, CycleConfig config, int concurrency) {
        return CpuEstimate.of(estimate(size, config, size.edges(), concurrency)
                .to(estimate(size, config, 2 * size.edges(), concurrency)));
    }

    @Override
    public CpuEstimate cpuEstimate(UnipartiteGraph graph, CycleConfig config, Execution execution) {
        GraphSize size = GraphSize.of(graph);
        int concurrency = execution.workers().concurrency();
        return config.directions() == null
                ? cpuEstimate(size, config, concurrency)
                : CpuEstimate.of(estimate(size, config, config.arcs(size.edges()), concurrency));
    }

    /** The memory of a run on {@code arcs} arcs. */
    private MemoryEstimate estimate(GraphSize size, CycleConfig config, long arcs, int concurrency) {
        return config.window() == null
                ? ofAnyTime(
                        size,
                        config,
                        arcs,
                        concurrency,
                        MemoryEstimate.of(
                                "search, one set a worker",
                                concurrency
                                        * CycleCounter.bytes(size.vertices(), config.perVertex() || config.perArc())))
                : MemoryEstimate.largest(
                        NAME,
                        MemoryEstimate.of("sorting relationships by time", TimedArcs.peakBytes(size.vertices(), arcs)),
                        MemoryEstimate.sum(
                                "counting",
                                MemoryEstimate.of("relationships by time", TimedArcs.bytes(size.vertices(), arcs)),
                                MemoryEstimate.of(
                                        "search, one set a worker, and counts",
                                        TemporalCycleCpu.bytes(
                                                size.vertices(), size.edges(), arcs, config, concurrency))));
    }

    /**
     * The memory of a run on ranked vertices.
     *
     * @param search the memory of the search beside the arcs and the counts
     */
    static MemoryEstimate ofAnyTime(
            GraphSize size, CycleConfig config, long arcs, int concurrency, MemoryEstimate search) {
        long vertices = size.vertices();
        return MemoryEstimate.largest(
                NAME,
                MemoryEstimate.of(
                        "ranking the vertices by degree",
                        RankedDirectedGraph.peakBytes(vertices, size.edges(), arcs, concurrency)),
                MemoryEstimate.sum(
                        "counting",
                        MemoryEstimate.of("arcs by rank", RankedDirectedGraph.bytes(vertices, arcs)),
                        MemoryEstimate.of("counts by rank", RankedCycles.bytes(config, vertices, arcs)),
                        MemoryEstimate.largest(
                                "search or result",
                                search,
                                MemoryEstimate.of("result", RankedCycles.bytes(config, vertices, 2 * size.edges())))));
    }
}
