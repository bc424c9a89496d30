package dev.motif.algorithm.level.wing;

import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.HierarchyAlgorithm;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.PeeledElements;
import dev.motif.algorithm.level.wing.BloomIndex.Totals;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeeledEdges;
import java.util.List;

/**
 * The communities of k-wings. Two edges of a k-wing are connected by a butterfly of it that has both.
 *
 * <p>The blooms of {@link BloomIndex} stand for all butterflies: the wedges of a bloom whose edges are in the k-wing
 * are in butterflies of it with one another. So each of them is joined with the first one alone, and butterflies are
 * not visited.
 *
 * <p>Work: making the index and a step for each of its wedges, beside the work of {@link WingAlgorithm}. Memory: the
 * index, and 8 bytes a bloom.
 */
public final class WingCommunitiesAlgorithm extends HierarchyAlgorithm<BipartiteGraph, WingConfig, PeeledEdges> {
    public WingCommunitiesAlgorithm() {
        super(new WingAlgorithm());
    }

    @Override
    protected List<String> connectingStages(HierarchyConfig<WingConfig> config) {
        return List.of(BloomIndex.COUNTING, BloomIndex.LISTING);
    }

    @Override
    protected Connections connections(
            BipartiteGraph graph,
            HierarchyConfig<WingConfig> config,
            PeeledEdges numbers,
            Execution execution,
            OffHeapScope scope) {
        return BloomConnections.of(graph, numbers.edges(), execution, scope);
    }

    @Override
    public PeeledElements elements(HierarchyConfig<WingConfig> config) {
        return PeeledElements.EDGES;
    }

    @Override
    protected ConnectionMemory needs(GraphSize size, HierarchyConfig<WingConfig> config, int concurrency) {
        long wedges = WedgeCounter.mostInBlooms(size);
        return needs(size, new Totals(0, 0), new Totals(wedges / 2, wedges), concurrency);
    }

    @Override
    protected ConnectionMemory needs(BipartiteGraph graph, HierarchyConfig<WingConfig> config, Execution execution) {
        Totals totals = Totals.of(graph, execution);
        return needs(GraphSize.of(graph), totals, totals, execution.workers().concurrency());
    }

    private static ConnectionMemory needs(GraphSize size, Totals least, Totals most, int concurrency) {
        long edges = size.edges();
        MemoryEstimate numbers =
                MemoryEstimate.of("wing numbers, and numbers of edges", edges * (Long.BYTES + Integer.BYTES));
        MemoryEstimate index = BloomIndex.estimate(edges, least, most);
        return new ConnectionMemory(
                MemoryEstimate.sum(
                        "listing the blooms",
                        numbers,
                        MemoryEstimate.of("butterflies by edge", edges * Long.BYTES),
                        index,
                        BloomIndex.estimateBuilding(size.vertices(), edges, concurrency)),
                MemoryEstimate.sum(
                        "wing numbers, and what connects edges",
                        numbers,
                        index,
                        MemoryEstimate.range(
                                "first wedges of blooms", least.blooms() * Long.BYTES, most.blooms() * Long.BYTES)));
    }
}
