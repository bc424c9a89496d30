package dev.motif.algorithm.level.truss;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.HierarchyAlgorithm;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.PeeledElements;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeeledEdges;
import java.util.List;

/**
 * The communities of k-trusses. Two edges of a k-truss are connected by a triangle of it that has both; or, by edges,
 * by a vertex that they share. So a community by triangles is where no vertex alone holds it together, and a vertex may
 * be in several of a level; communities by edges are the connected components of the k-truss.
 *
 * <p>Work: finding all triangles once more, or {@code O(edges)} for communities by edges, beside the work of {@link
 * KTrussAlgorithm}. See {@link TriangleConnections} for the memory.
 *
 * <p>Source: Huang, Cheng, Qin, Tian and Yu, "Querying K-truss Community in Large and Dynamic Graphs", SIGMOD 2014,
 * doi:10.1145/2588555.2610495, define communities by triangles.
 */
public final class KTrussCommunitiesAlgorithm extends HierarchyAlgorithm<UnipartiteGraph, KTrussConfig, PeeledEdges> {
    private static final String STAGE = "finding the ends of edges";

    public KTrussCommunitiesAlgorithm() {
        super(new KTrussAlgorithm());
    }

    /** An edge in no triangle is in no community by triangles. */
    @Override
    protected long leastLevel(HierarchyConfig<KTrussConfig> config) {
        return config.byEdges() ? 2 : 3;
    }

    @Override
    protected Connections connections(
            UnipartiteGraph graph,
            HierarchyConfig<KTrussConfig> config,
            PeeledEdges numbers,
            Execution execution,
            OffHeapScope scope) {
        execution.workers().progress().begin(STAGE, 2 * graph.edgeCount());
        return config.byEdges()
                ? new VertexConnections(graph, numbers.edges(), execution.workers(), scope)
                : new TriangleConnections(
                        graph, numbers.edges(), threads(execution.workers().concurrency()), execution.workers(), scope);
    }

    @Override
    protected List<String> connectingStages(HierarchyConfig<KTrussConfig> config) {
        return List.of(STAGE);
    }

    @Override
    public PeeledElements elements(HierarchyConfig<KTrussConfig> config) {
        return PeeledElements.EDGES;
    }

    @Override
    protected ConnectionMemory needs(GraphSize size, HierarchyConfig<KTrussConfig> config, int concurrency) {
        return ConnectionMemory.of(MemoryEstimate.sum(
                "truss numbers, and what connects edges",
                MemoryEstimate.of("truss numbers", size.edges() * Long.BYTES),
                config.byEdges()
                        ? MemoryEstimate.of("ends of edges", VertexConnections.bytes(size))
                        : MemoryEstimate.of(
                                "edges of rows, marked neighbors",
                                TriangleConnections.bytes(size, threads(concurrency)))));
    }
}
