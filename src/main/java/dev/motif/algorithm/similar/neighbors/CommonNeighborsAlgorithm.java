package dev.motif.algorithm.similar.neighbors;

import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsConfig;
import dev.motif.algorithm.similar.neighbors.model.CommonNeighborsResult;
import dev.motif.algorithm.similar.neighbors.model.EdgeNumbers;
import dev.motif.algorithm.similar.neighbors.model.VertexTriangles;
import dev.motif.algorithm.similar.neighbors.oriented.CommonNeighborsChanges;
import dev.motif.algorithm.similar.neighbors.oriented.OrientedGpu;
import dev.motif.backend.Algorithm;
import dev.motif.backend.DivisibleAlgorithm;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphShape;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;

/**
 * All-edge common neighbor counting.
 *
 * <pre>{@code
 * c(u,v) = |N(u) intersected with N(v)|  for every edge (u,v): the triangles that it is in
 * T      = sum over edges of c(u,v) / 3
 * t(u)   = sum over v in N(u) of c(u,v) / 2            triangles with vertex u
 * }</pre>
 *
 * <p>Vertices are ranked by degree; rank 0 has the largest. In a triangle {@code u > v > w}, given by ranks, {@code w}
 * and {@code v} are neighbors of lower rank of {@code u}. The triangle is credited to its three edges; {@link
 * EdgeTriangles} says how this is done without an atomic addition for each of them. On a GPU it is found from {@code
 * v}: the edges into {@code v} come from vertices {@code u}, whose neighbors before {@code v} are looked up among the
 * neighbors of {@code v}.
 *
 * <p>Work: {@code O(sum over vertices of d+(u)^2)} with {@code d+} the neighbors of lower rank, at most {@code
 * sqrt(2m)}, hence {@code O(m^1.5)}. Memory: a ranked copy of the graph in each direction, 8 bytes an edge, 8 bytes an
 * edge for its number, 4 for the count by rank and 4 for the result, 4 bytes a vertex and worker.
 *
 * <p>With {@link EarlierCounts} the earlier counts are updated, by {@link CommonNeighborsChanges}.
 *
 * <p>Requires a simple undirected graph with fewer than 2^31 vertices, so that no count passes 31 bits.
 *
 * <p>Sources: Schank and Wagner, "Finding, Counting and Listing All Triangles in Large Graphs", WEA 2005,
 * doi:10.1007/11427186_54. Latapy, "Main-memory triangle computations for very large (sparse (power-law)) graphs",
 * Theoretical Computer Science 407, 2008, doi:10.1016/j.tcs.2008.07.017.
 */
public final class CommonNeighborsAlgorithm
        implements DivisibleAlgorithm<UnipartiteGraph, CommonNeighborsConfig, CommonNeighborsResult>,
                Algorithm.OfUnipartite<CommonNeighborsConfig, CommonNeighborsResult>,
                EarlierCounts.Changing<UnipartiteGraph, CommonNeighborsConfig> {
    /** Counts by edge alone. Measured, see docs/benchmarks/auto.md; so is the next cost. */
    private static final RunCost COST_OF_EDGES = new RunCost(
            new RunCost.Part(56_000, 0, 51, 0.1), new RunCost.Part(4, 0, 30, 0), new RunCost.Part(17, 170, 37, 0.2));

    /** The cost with counts by vertex. */
    private static final RunCost COST_OF_VERTICES = new RunCost(
            new RunCost.Part(56_000, 0, 61, 0.05), new RunCost.Part(12, 0, 180, 0), new RunCost.Part(32, 0, 0, 0.2));

    // Measured on one thread.
    private static final double NANOS_OF_EDGE = 100;
    private static final double NANOS_OF_PAIR = 0.2;

    private static final String NAME = "commonNeighbors";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> stages(GraphSize size, CommonNeighborsConfig config) {
        return config.perVertex() ? List.of(EdgeTriangles.STAGE, VertexTriangles.STAGE) : List.of(EdgeTriangles.STAGE);
    }

    @Override
    public CommonNeighborsResult cpu(UnipartiteGraph graph, CommonNeighborsConfig config, Execution execution) {
        return withRest(
                graph,
                config,
                execution,
                config.earlier() != null
                        ? CommonNeighborsChanges.count(graph, config.earlier(), execution)
                        : new CommonNeighborsCpu(graph, WorkRange.ALL, execution).count());
    }

    @Override
    public double anewNanos(UnipartiteGraph graph, CommonNeighborsConfig config, NativeMemory memory) {
        return NANOS_OF_EDGE * graph.edgeCount()
                + NANOS_OF_PAIR * GraphShape.of(graph).pairs();
    }

    @Override
    public double changingNanos(UnipartiteGraph graph, CommonNeighborsConfig config) {
        return CommonNeighborsChanges.nanos(graph, config.earlier().changes());
    }

    @Override
    public Division<CommonNeighborsConfig> divide(
            UnipartiteGraph graph, CommonNeighborsConfig config, int parts, Execution execution) {
        checkDivisible(config);
        return new Division<>(config, new CommonNeighborsCpu(graph, WorkRange.ALL, execution).ranges(parts));
    }

    @Override
    public CommonNeighborsResult cpu(
            UnipartiteGraph graph, CommonNeighborsConfig config, List<WorkRange> ranges, Execution execution) {
        checkDivisible(config);
        return withRest(graph, config, execution, new CommonNeighborsCpu(graph, ranges, execution).count());
    }

    private static void checkDivisible(CommonNeighborsConfig config) {
        if (config.perVertex()) {
            throw new IllegalArgumentException(
                    "only common neighbors by edge are divided; triangles by node are half their sums");
        }
    }

    /** @param edges becomes a part of the result, or is closed */
    private static CommonNeighborsResult withRest(
            UnipartiteGraph graph, CommonNeighborsConfig config, Execution execution, OffHeapInts edges) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            scope.own(edges);
            return execution.time(Stage.COMPUTE, () -> {
                OffHeapLongs vertices =
                        config.perVertex() ? scope.own(VertexTriangles.of(graph, edges, execution)) : null;
                EdgeNumbers numbers = config.bothDirections() || config.weights() != null
                        ? scope.own(EdgeNumbers.of(graph, execution.memory()))
                        : null;
                OffHeapLongs coefficients = config.weights() == null
                        ? null
                        : scope.own(VertexTriangles.coefficients(graph, edges, numbers, config.weights(), execution));
                scope.keep(vertices);
                scope.keep(numbers);
                scope.keep(coefficients);
                return new CommonNeighborsResult(scope.keep(edges), vertices, numbers, coefficients);
            });
        }
    }

    @Override
    public GpuVersion<UnipartiteGraph, CommonNeighborsResult> gpu(CommonNeighborsConfig config) {
        return EarlierCounts.isIncremental(config.earlier())
                ? null
                : new OrientedGpu.Version()
                        .followedBy(
                                (graph, execution, edges) -> withRest(graph, config, execution, edges),
                                (edges, size) -> withResult(edges, size, config));
    }

    @Override
    public String withoutGpu(CommonNeighborsConfig config) {
        return EarlierCounts.ON_CPU;
    }

    @Override
    public RunCost cost(CommonNeighborsConfig config) {
        return config.perVertex() ? COST_OF_VERTICES : COST_OF_EDGES;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, CommonNeighborsConfig config, int concurrency) {
        if (config.earlier() != null && config.earlier().changes() != null) {
            MemoryEstimate edges = CommonNeighborsChanges.estimate(
                    CommonNeighborsResult.EDGES, size, config.earlier().changes());
            return config.earlier().estimate(withResult(edges, size, config));
        }
        return CpuEstimate.of(withResult(
                CommonNeighborsCpu.estimate(CommonNeighborsResult.EDGES, size.vertices(), size.edges(), concurrency),
                size,
                config));
    }

    /** @param edges what finding the counts by edge needs */
    private static MemoryEstimate withResult(MemoryEstimate edges, GraphSize size, CommonNeighborsConfig config) {
        MemoryEstimate result = MemoryEstimate.sum(
                "result",
                MemoryEstimate.of("by edge", size.edges() * Integer.BYTES),
                MemoryEstimate.of("by vertex", config.perVertex() ? size.vertices() * Long.BYTES : 0),
                MemoryEstimate.of(
                        "numbers of edges",
                        config.bothDirections() || config.weights() != null ? size.vertices() * Long.BYTES : 0),
                MemoryEstimate.of(
                        "clustering coefficients", config.weights() != null ? size.vertices() * Long.BYTES : 0));
        return MemoryEstimate.largest(NAME, edges, result);
    }
}
