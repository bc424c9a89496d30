package dev.motif.algorithm.level.truss;

import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.backend.Algorithm;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.VertexMaxima;
import dev.motif.graph.order.PeeledEdges;
import java.util.List;

/**
 * Truss decomposition.
 *
 * <p>The k-truss of a graph is its largest subgraph in which every edge is in {@code k - 2} or more triangles of the
 * subgraph. With {@code T_H(e)} the triangles of edge {@code e} in a subgraph {@code H},
 *
 * <pre>{@code
 * truss(e) = 2 + max over subgraphs H with e of (min over edges f of H of T_H(f))
 * }</pre>
 *
 * <p>so the k-truss consists of the edges with {@code truss(e) >= k}, and an edge in no triangle has truss number 2. A
 * clique of {@code k} vertices is in the k-truss, which is in the (k-1)-core.
 *
 * <p>How: the triangles of each edge are counted, then the edges in the fewest triangles are peeled off until none is
 * left: see {@link EdgePeeling}. The truss number of an edge is 2 more than the largest of these minima up to the
 * moment when it is peeled.
 *
 * <p>Work: counting common neighbors, then {@code O(sum over edges of min(d(u), d(v)) * log(n))}, at most {@code
 * O(m^1.5 log n)}. Memory: 52 bytes an edge; triangles are not kept.
 *
 * <p>Requires a simple undirected graph with fewer than 2^31 edges.
 *
 * <p>Sources: Cohen, "Trusses: Cohesive Subgraphs for Social Network Analysis", NSA technical report, 2008, defines
 * them, here numbered as in NetworkX. Wang and Cheng, "Truss Decomposition in Massive Networks", PVLDB 5(9), 2012,
 * doi:10.14778/2311906.2311909, for the bound on the work. Kabir and Madduri, "Shared-Memory Graph Truss
 * Decomposition", HiPC 2017, doi:10.1109/HiPC.2017.00015, for rounds of edges in parallel.
 */
public final class KTrussAlgorithm implements Algorithm.OfUnipartite<KTrussConfig, PeeledEdges> {
    /** Fitted to the graphs of docs/benchmarks/auto.md and Kronecker 20. */
    private static final RunCost COST = new RunCost(
            new RunCost.Part(35_000, 0, 130, 1.3),
            new RunCost.Part(150, 0, 200, 0),
            new RunCost.Part(17, 170, 37, 0.2));

    /** The most edges that can be numbered. */
    static final long MOST_EDGES = Integer.MAX_VALUE;

    @Override
    public String name() {
        return "ktruss";
    }

    @Override
    public List<String> stages(GraphSize size, KTrussConfig config) {
        return List.of(EdgeTriangles.STAGE, KTrussCpu.STAGE);
    }

    @Override
    public PeeledEdges cpu(UnipartiteGraph graph, KTrussConfig config, Execution execution) {
        if (graph.edgeCount() > MOST_EDGES) {
            throw new IllegalArgumentException(
                    "truss numbers need fewer than 2^31 relationships, got " + graph.edgeCount());
        }
        return KTrussCpu.count(graph, execution)
                .withVertices(
                        config.perVertex(),
                        graph,
                        execution.memory(),
                        execution.workers().cancellation());
    }

    @Override
    public GpuVersion<UnipartiteGraph, PeeledEdges> gpu(KTrussConfig config) {
        return new KTrussGpu.Version(config);
    }

    @Override
    public RunCost cost(KTrussConfig config) {
        return COST;
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, KTrussConfig config, int concurrency) {
        MemoryEstimate numbers = MemoryEstimate.of(
                "numbers of edges and vertices",
                size.edges() * Long.BYTES + (config.perVertex() ? VertexMaxima.bytes(size.vertices()) : 0));
        return CpuEstimate.of(MemoryEstimate.largest(name(), KTrussCpu.estimate(size, concurrency), numbers));
    }
}
