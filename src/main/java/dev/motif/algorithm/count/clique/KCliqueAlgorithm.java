package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.complement.BranchSearch;
import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.algorithm.count.clique.model.CliqueSizes;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.algorithm.count.clique.orientation.OrientationSearch;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.algorithm.count.clique.search.CliqueSizesCounter;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.algorithm.order.KCoreCpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.util.List;

/**
 * Counting k-cliques.
 *
 * <p>A k-clique is {@code k} vertices with all {@code k (k-1) / 2} edges between them. With {@code C} the k-cliques,
 *
 * <pre>{@code
 * C      = number of sets of k vertices that are adjacent to each other
 * C(u)   = k-cliques with the vertex u
 * C(u,v) = k-cliques with both ends of the edge uv
 * }</pre>
 *
 * <p>so the {@code C(u)} add up to {@code kC}, and the {@code C(u,v)} to {@code k (k-1) / 2 * C}.
 *
 * <p>So that each clique is counted once, vertices are put in an order, by degree or degeneracy, and every edge leads
 * to its end of lower rank ({@link OrientedGraph}). A clique is found from its vertex of highest rank, its root, or on
 * a GPU from its two highest: among the lower neighbors of these, and the edges between them, which are kept as bitmaps.
 * {@link OrientationSearch} adds one vertex after another. {@link BranchSearch} splits the cliques by a vertex,
 * with it or without it, so that its leaves stand for many cliques of many sizes ({@link CliqueLeafHistogram}).
 *
 * <p>On the CPU the triangles of the whole graph are counted without putting vertices in an order, see {@link TriangleCpu}.
 *
 * <p>Work, with {@code d} for the largest number of lower neighbors: {@code O(k m (d/2)^(k-2))} by orientation, {@code
 * O(n 3^(d/3))} by pivots, and mostly far less than that. Memory: the oriented graph, and for each worker the edges
 * among the lower neighbors of one vertex, {@code d^2} bits, and the sets of its search.
 *
 * <p>Requires a simple undirected graph with fewer than 2^31 vertices.
 *
 * <p>Sources: Almasri, El Hajj, Nagi, Xiong and Hwu, "Parallel K-clique counting on GPUs", ICS 2022,
 * doi:10.1145/3524059.3532382, for both ways to search, starting from vertices or edges, on neighborhoods that are
 * extracted once; {@code research.pivoting} offers all of their forms. Jain and Seshadhri, "The power of pivoting for exact clique counting", WSDM 2020,
 * doi:10.1145/3336191.3371839, for counting by pivots. Chiba and Nishizeki, "Arboricity and subgraph listing
 * algorithms", SIAM J. Comput. 14(1), 1985, doi:10.1137/0214017. Branching on dense candidates and counting sparse
 * complements at once is Motif's own.
 */
public final class KCliqueAlgorithm
        implements DivisibleAlgorithm<UnipartiteGraph, KCliqueConfig, KCliqueResult>,
                Algorithm.OfUnipartite<KCliqueConfig, KCliqueResult> {
    /**
     * The cost up to four vertices, ordered by degree. Measured, see docs/benchmarks/auto.md; so are the other costs.
     */
    private static final RunCost COST_OF_SMALL = new RunCost(
            new RunCost.Part(68_000, 16, 50, 0), new RunCost.Part(4, 0, 7, 0), new RunCost.Part(15, 0, 68, 0));

    /** The triangles of {@link TriangleCpu}. */
    private static final RunCost COST_OF_TRIANGLES =
            new RunCost(new RunCost.Part(40_000, 4, 12, 0), COST_OF_SMALL.gpu(), COST_OF_SMALL.gpuFirst());

    /** The cost of more vertices, ordered by cores. */
    private static final RunCost COST_OF_LARGE = new RunCost(
            new RunCost.Part(86_000, 0, 91, 0.1), new RunCost.Part(10, 0, 29, 0.23), new RunCost.Part(35, 0, 200, 0));

    /** The cost of all sizes. */
    private static final RunCost COST_OF_ALL = new RunCost(
            new RunCost.Part(110_000, 0, 80, 4), new RunCost.Part(6, 0, 43, 18), new RunCost.Part(24, 0, 270, 0));

    private final CliqueSearcher searcher;
    private final CliqueFormGpu gpuForm;

    public KCliqueAlgorithm() {
        this(new CliqueSearcher(), CliqueFormGpu.USUAL);
    }

    /** Counts by a published form of the search. */
    public KCliqueAlgorithm(CliqueSearcher searcher, CliqueFormGpu gpuForm) {
        this.searcher = searcher;
        this.gpuForm = gpuForm;
    }

    @Override
    public String name() {
        return "kclique";
    }

    @Override
    public List<String> stages(GraphSize size, KCliqueConfig config) {
        return CliquePlan.orientation(config) == Orientation.DEGENERACY
                ? List.of(KCoreCpu.STAGE, KCliqueCpu.STAGE)
                : List.of(KCliqueCpu.STAGE);
    }

    @Override
    public KCliqueResult cpu(UnipartiteGraph graph, KCliqueConfig config, Execution execution) {
        if (config.result() == Result.TOTAL && config.minK() < config.maxK() && config.timeoutMillis() > 0) {
            Deadline deadline = execution.deadline(config.timeoutMillis());
            return new KCliqueSizesCpu(graph, config, searcher, deadline, execution).count();
        }
        return execution.inTime(
                config.timeoutMillis(),
                timed -> TriangleCpu.suits(config)
                        ? new TriangleCpu(graph, config, timed).count()
                        : new KCliqueCpu(graph, config, searcher, WorkRange.ALL, timed).count());
    }

    @Override
    public Division<KCliqueConfig> divide(UnipartiteGraph graph, KCliqueConfig config, int parts, Execution execution) {
        return execution.inTime(
                config.timeoutMillis(),
                timed -> new KCliqueCpu(graph, config, searcher, WorkRange.ALL, timed).divide(parts));
    }

    @Override
    public KCliqueResult cpu(UnipartiteGraph graph, KCliqueConfig config, List<WorkRange> ranges, Execution execution) {
        return execution.inTime(
                config.timeoutMillis(), timed -> new KCliqueCpu(graph, config, searcher, ranges, timed).count());
    }

    /**
     * Settles a run by orientation in the same way on all devices: their kernel for triangles is the same as for AUTO.
     */
    @Override
    public KCliqueConfig settled(KCliqueConfig config, KCliqueResult part) {
        return part.technique() == Technique.ORIENTATION ? config : config.with(part.technique());
    }

    @Override
    public GpuVersion<UnipartiteGraph, KCliqueResult> gpu(KCliqueConfig config) {
        return config.localSizes() ? null : new KCliqueGpu.Version(config, gpuForm);
    }

    @Override
    public String withoutGpu(KCliqueConfig config) {
        return "the cliques of several sizes of each node or relationship are counted on the CPU, cliques of one `k` on a"
                + " GPU too";
    }

    @Override
    public RunCost cost(KCliqueConfig config) {
        if (config.maxK() == KCliqueConfig.ALL) {
            return COST_OF_ALL;
        }
        if (TriangleCpu.suits(config)) {
            return COST_OF_TRIANGLES;
        }
        return CliquePlan.orientation(config) == KCliqueConfig.Orientation.DEGREE ? COST_OF_SMALL : COST_OF_LARGE;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KCliqueConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        if (TriangleCpu.suits(config)) {
            return CpuEstimate.of(TriangleCpu.estimate(name(), vertices, edges, concurrency));
        }
        EdgeNumbers numbers = config.result() == Result.EDGE ? EdgeNumbers.BY_SLOT : EdgeNumbers.NONE;
        MemoryEstimate oriented = MemoryEstimate.of("oriented graph", OrientedGraph.bytes(vertices, edges, numbers));
        MemoryEstimate ordering = CliquePlan.orientation(config) == Orientation.DEGREE
                ? MemoryEstimate.range(
                        "ordering", oriented.maxBytes(), OrientedGraph.peakBytes(vertices, edges, numbers))
                : DegeneracyOriented.estimate(vertices, edges, numbers);
        MemoryEstimate weights =
                MemoryEstimate.range("order of the searches", 0, vertices * (Long.BYTES + Integer.BYTES));
        MemoryEstimate planning = MemoryEstimate.sum(
                "planning",
                oriented,
                MemoryEstimate.range("a search", 0, weights.maxBytes() + localBytes(size, config)));
        MemoryEstimate search = MemoryEstimate.sum(
                "searching",
                oriented,
                weights,
                MemoryEstimate.range(
                        "neighborhoods, one a worker, as the degrees are",
                        vertices * Integer.BYTES,
                        concurrency * localBytes(size, config)),
                config.localSizes()
                        ? MemoryEstimate.range("result, as the degrees are", 0, resultBytes(size, config))
                        : MemoryEstimate.of("result", resultBytes(size, config)));
        MemoryEstimate leaves = MemoryEstimate.range(
                "leaves, one log a worker",
                0,
                config.localSizes() ? concurrency * CliqueSizesCounter.heapBytes(config) : 0);
        return CpuEstimate.of(MemoryEstimate.largest(name(), ordering, planning, search), leaves);
    }

    /** The off-heap bytes of the counts. */
    static long resultBytes(GraphSize size, KCliqueConfig config) {
        if (config.localSizes()) {
            long sizes = Math.max(1, Math.min(config.maxK(), size.mostLowerNeighbors() + 1) - config.minK() + 1);
            return config.result() == Result.VERTEX
                    ? CliqueSizes.mostOfVertices(size.vertices(), size.edges(), sizes) * OffHeapSums.BYTES
                            + (size.vertices() + 1) * Long.BYTES
                    : size.edges() * sizes * OffHeapSums.BYTES + (size.edges() + 1) * Long.BYTES;
        }
        return switch (config.result()) {
            case TOTAL -> 0;
            case VERTEX -> size.vertices() * OffHeapSums.BYTES;
            case EDGE -> size.edges() * OffHeapSums.BYTES;
        };
    }

    /** The most that one worker can need. */
    private long localBytes(GraphSize size, KCliqueConfig config) {
        long largest = size.mostLowerNeighbors();
        long depths = Math.min(config.maxK(), largest) + 2;
        long sets = searcher.localBytes(largest, depths);
        long slots = config.result() == Result.EDGE ? CliqueLocalGraph.slotBytes(largest) : 0;
        long leaves = config.localSizes() ? CliqueSizesCounter.bytes(config, largest) : 0;
        return size.vertices() * Integer.BYTES + sets + slots + leaves;
    }
}
