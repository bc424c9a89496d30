package dev.motif.algorithm.count.graphlet;

import dev.motif.algorithm.count.clique.KCliqueAlgorithm;
import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.graph.order.RankedGraph;
import java.util.List;
import java.util.stream.Stream;

/**
 * Graphlets: the connected induced subgraphs of three and four vertices.
 *
 * <p>Every three or four vertices that are connected by the edges among them are one graphlet, of the kind that these
 * edges make ({@link Graphlet}). The places in the graphlets that differ are the orbits: a vertex is at the end of a
 * path, in its middle, in a triangle, and so on, numbered as Przulj does:
 *
 * <pre>{@code
 *  0 edge            4, 5 path of 4: end, middle      9, 10, 11 paw: tail, triangle, both
 *  1, 2 path of 3    6, 7 claw: leaf, center         12, 13 diamond: off the chord, on it
 *  3 triangle           8 cycle of 4                     14 clique of 4
 * }</pre>
 *
 * <p>No set of four vertices is looked at but cliques. Subgraphs that need not be induced follow from degrees, the
 * triangles {@code t} of edges and vertices, the 4-cycles and the 4-cliques. In total, for instance,
 *
 * <pre>{@code
 * paths of 4 = sum over edges uv of (d(u)-1)(d(v)-1) - 3T      paws     = sum over vertices of t(u)(d(u)-2)
 * claws      = sum over vertices of C(d(u),3)                  diamonds = sum over edges of C(t(uv),2)
 * }</pre>
 *
 * <p>Each kind is in denser ones a fixed number of times, which is taken away, from the clique down. For each vertex it
 * is the same with sums over its neighbors and its triangles ({@link OrbitEquations}, {@link TriangleSums}, {@link
 * OppositeEdges}).
 *
 * <p>On a GPU cliques, triangles and cycles are found there, and so is the sum over triangles; the CPU takes the steps
 * for each edge.
 *
 * <p>Work: the search for triangles, done twice for the orbits, for 4-cycles and for 4-cliques, {@code O(m^1.5)} and
 * {@code O(m d^2)} with {@code d} for the most neighbors of lower rank; otherwise {@code O(m)}. Memory: 120 bytes a
 * vertex for the orbits, and what the one of these searches needs that needs most. Totals are exact, the numbers of a
 * vertex are exact below 2^63 or an error. Requires a simple undirected graph with fewer than 2^31 vertices.
 *
 * <p>Sources: Przulj, "Biological network comparison using graphlet degree distribution", Bioinformatics 23(2), 2007,
 * doi:10.1093/bioinformatics/btl301, numbers the orbits. Hocevar and Demsar, "A combinatorial approach to graphlet
 * counting", Bioinformatics 30(4), 2014, doi:10.1093/bioinformatics/btt717, find them by equations. Ahmed, Neville,
 * Rossi and Duffield, "Efficient graphlet counting for large networks", ICDM 2015, doi:10.1109/ICDM.2015.141, and
 * Pinar, Seshadhri and Vishal, "ESCAPE: efficiently counting all 5-vertex subgraphs", WWW 2017,
 * doi:10.1145/3038912.3052597, for totals.
 */
public final class GraphletAlgorithm implements Algorithm.OfUnipartite<GraphletConfig, GraphletResult> {
    /** Fitted to Kronecker and uniform graphs on an H200 and 16 processors; so is the next cost. */
    private static final RunCost COST_OF_TOTALS = new RunCost(
            new RunCost.Part(200_000, 0, 80, 0.18),
            new RunCost.Part(80, 0, 100, 0.02),
            new RunCost.Part(60, 200, 110, 0.2));

    private static final RunCost COST_OF_ORBITS = new RunCost(
            new RunCost.Part(200_000, 0, 150, 0.5),
            new RunCost.Part(100, 0, 700, 0),
            new RunCost.Part(60, 200, 110, 0.2));

    private static final KCliqueAlgorithm CLIQUES = new KCliqueAlgorithm();

    @Override
    public String name() {
        return "graphlet";
    }

    @Override
    public List<String> stages(GraphSize size, GraphletConfig config) {
        return Stream.of(
                        CLIQUES.stages(size, GraphletCounter.cliques(config)).stream(),
                        Stream.of(EdgeTriangles.STAGE),
                        config.perVertex() ? Stream.of(OppositeEdges.STAGE) : Stream.<String>empty(),
                        Stream.of(TriangleSums.STAGE, FourCycles.STAGE),
                        config.perVertex() ? Stream.of(OrbitEquations.STAGE) : Stream.<String>empty())
                .flatMap(stages -> stages)
                .toList();
    }

    @Override
    public GraphletResult cpu(UnipartiteGraph graph, GraphletConfig config, Execution execution) {
        return new GraphletCpu(graph, config, CLIQUES, execution).count();
    }

    @Override
    public GpuVersion<UnipartiteGraph, GraphletResult> gpu(GraphletConfig config) {
        return new GraphletGpu.Version(config, CLIQUES.gpu(GraphletCounter.cliques(config)));
    }

    @Override
    public RunCost cost(GraphletConfig config) {
        return config.perVertex() ? COST_OF_ORBITS : COST_OF_TOTALS;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, GraphletConfig config, int concurrency) {
        long vertices = size.vertices();
        long edges = size.edges();
        CpuEstimate cliques = CLIQUES.cpuEstimate(size, GraphletCounter.cliques(config), concurrency);
        MemoryEstimate oriented =
                MemoryEstimate.of("oriented graph", OrientedGraph.bytes(vertices, edges, EdgeNumbers.NONE));
        MemoryEstimate orienting = MemoryEstimate.range(
                "making the oriented graph",
                oriented.minBytes(),
                OrientedGraph.peakBytes(vertices, edges, EdgeNumbers.NONE));
        MemoryEstimate triangles = MemoryEstimate.sum(
                "triangles",
                oriented,
                MemoryEstimate.of("triangles by edge", edges * Integer.BYTES),
                MemoryEstimate.range(
                        "graph turned around, marked neighbors of each worker",
                        marking(size, config, 0, concurrency),
                        marking(size, config, size.mostLowerNeighbors(), concurrency)));
        MemoryEstimate ranking =
                MemoryEstimate.of("ranking the vertices by degree", RankedGraph.peakBytes(vertices, edges));
        MemoryEstimate cycles = MemoryEstimate.sum(
                "4-cycles",
                MemoryEstimate.of("ranked graph", RankedGraph.bytes(vertices, edges)),
                MemoryEstimate.of(
                        "wedge counters, one set a worker",
                        FourCycles.bytes(vertices, concurrency, config.perVertex())),
                MemoryEstimate.of("4-cycles by vertex", config.perVertex() ? vertices * Long.BYTES : 0));
        return new CpuEstimate(
                withOrbits(size, config, cliques.offHeap(), orienting, triangles, ranking, cycles), cliques.heap());
    }

    /** The off-heap memory of orbits and of searches that follow one another. */
    static MemoryEstimate withOrbits(GraphSize size, GraphletConfig config, MemoryEstimate... searches) {
        return MemoryEstimate.sum(
                "graphlet",
                MemoryEstimate.of(
                        "orbits", config.perVertex() ? GraphletResult.ORBITS * size.vertices() * Long.BYTES : 0),
                MemoryEstimate.largest("searches", searches));
    }

    private static long marking(GraphSize size, GraphletConfig config, long lowerNeighbors, int concurrency) {
        return Math.max(
                EdgeTriangles.bytes(size.vertices(), size.edges(), concurrency),
                config.perVertex() ? OppositeEdges.bytes(size.vertices(), lowerNeighbors, concurrency) : 0);
    }
}
