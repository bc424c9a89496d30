package dev.motif.algorithm.count.triad;

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
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.util.List;

/**
 * The census of triads of a directed graph: every three vertices are one of the sixteen triads ({@link Triad}), whatever the
 * arcs among them are.
 *
 * <p>Only closed triads, whose vertices are all joined, are searched for, as triangles of the graph without directions. Wedges,
 * two edges with a common vertex, follow from the numbers of neighbors of each vertex by arcs; each closed triad has three of
 * them, which are taken away:
 *
 * <pre>{@code
 * 021D + closed = sum over vertices of C(out,2)      111D + closed = sum over vertices of mutual * in
 * 021U + closed = sum over vertices of C(in,2)       111U + closed = sum over vertices of mutual * out
 * 021C + closed = sum over vertices of out * in      201  + closed = sum over vertices of C(mutual,2)
 * }</pre>
 *
 * <p>An edge makes a triad with each of the other {@code n - 2} vertices: {@code edges (n - 2)} less the edges of the triads
 * above are the triads with one edge, and {@code C(n,3)} less all of these the triads without. The places of a vertex follow in
 * the same way from its neighbors; a connected triad has one to three different places ({@link TriadTable}).
 *
 * <p>On a GPU closed triads and wedges are counted there, for each slot and each vertex of the ordered graph; the CPU takes
 * away what is closed.
 *
 * <p>Work: the search for triangles, {@code O(m^1.5)}, otherwise {@code O(n + m)}. Memory: 12 bytes an edge for the order and
 * its edges, 4 for arcs; 20 bytes a vertex, 4 for each worker, and 240 for the places. Totals and places are exact: a vertex is
 * in fewer than 2^62 triads. Requires a simple graph whose edges have directions.
 *
 * <p>Sources: Holland and Leinhardt, "A method for detecting structure in sociometric data", American Journal of Sociology
 * 76(3), 1970, doi:10.1086/224954, names the triads. Batagelj and Mrvar, "A subquadratic triad census algorithm for large sparse
 * networks with small maximum degree", Social Networks 23(3), 2001, doi:10.1016/S0378-8733(01)00035-1, visits the neighborhoods
 * of edges.
 */
public final class TriadAlgorithm
        implements DivisibleAlgorithm<UnipartiteGraph, TriadConfig, TriadResult>,
                Algorithm.OfUnipartite<TriadConfig, TriadResult> {
    /** The cost of the 16 classes, fitted to the times in docs/benchmarks/data/auto.csv. */
    private static final RunCost COST_OF_TOTALS = new RunCost(
            new RunCost.Part(40_000, 5, 40, 0.02),
            new RunCost.Part(18, 110, 230, 0.02),
            new RunCost.Part(17, 170, 37, 0.2));

    /** The cost with the places of each vertex, of which 240 bytes are copied and go through the CPU; fitted to the same times. */
    private static final RunCost COST_OF_PLACES = new RunCost(
            new RunCost.Part(90_000, 50, 90, 0.05),
            new RunCost.Part(40, 1000, 230, 0.03),
            new RunCost.Part(17, 170, 37, 0.2));

    @Override
    public String name() {
        return "triad";
    }

    @Override
    public List<String> stages(GraphSize size, TriadConfig config) {
        return List.of(ClosedTriads.STAGE, OpenTriads.STAGE);
    }

    @Override
    public TriadResult cpu(UnipartiteGraph graph, TriadConfig config, Execution execution) {
        return cpu(graph, config, WorkRange.ALL, execution);
    }

    @Override
    public Division<TriadConfig> divide(UnipartiteGraph graph, TriadConfig config, int parts, Execution execution) {
        return new Division<>(config, new TriadCpu(graph, config, WorkRange.ALL, execution).divide(parts));
    }

    @Override
    public TriadResult cpu(UnipartiteGraph graph, TriadConfig config, List<WorkRange> ranges, Execution execution) {
        return new TriadCpu(graph, config, ranges, execution).count();
    }

    @Override
    public GpuVersion<UnipartiteGraph, TriadResult> gpu(TriadConfig config) {
        return new TriadGpu.Version(config);
    }

    @Override
    public RunCost cost(TriadConfig config) {
        return config.perVertex() ? COST_OF_PLACES : COST_OF_TOTALS;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, TriadConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        long oriented = OrientedGraph.bytes(vertices, edges, EdgeNumbers.BY_SLOT);
        return CpuEstimate.of(MemoryEstimate.sum(
                name(),
                MemoryEstimate.of("places", config.perVertex() ? TriadTable.PLACES * vertices * Long.BYTES : 0),
                MemoryEstimate.largest(
                        "searches",
                        MemoryEstimate.range(
                                "making the oriented graph",
                                oriented,
                                OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.BY_SLOT)),
                        MemoryEstimate.sum(
                                "triads",
                                MemoryEstimate.of("oriented graph", oriented),
                                MemoryEstimate.of("arcs", TriadRows.bytes(vertices, edges)),
                                MemoryEstimate.range(
                                        "marked neighbors of each worker",
                                        ClosedTriads.bytes(vertices, 0, config.perVertex(), concurrency),
                                        ClosedTriads.bytes(
                                                vertices,
                                                size.mostLowerNeighbors(),
                                                config.perVertex(),
                                                concurrency))))));
    }
}
