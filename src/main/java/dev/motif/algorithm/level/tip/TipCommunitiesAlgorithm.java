package dev.motif.algorithm.level.tip;

import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.HierarchyAlgorithm;
import dev.motif.algorithm.level.community.HierarchyConfig;
import dev.motif.algorithm.level.community.PeeledElements;
import dev.motif.algorithm.level.tip.ButterflyGroups.Totals;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import java.util.List;

/**
 * The communities of k-tips. Two vertices of the side are connected by a butterfly that has both: they have two common
 * neighbors. A community has their neighbors too, and all edges to these.
 *
 * <p>Butterflies are not visited: see {@link ButterflyGroups}, which also says how much memory they need. Work:
 * counting butterflies twice and a step for each wedge of a group, beside the work of {@link TipAlgorithm}.
 */
public final class TipCommunitiesAlgorithm extends HierarchyAlgorithm<BipartiteGraph, TipConfig, TipResult> {
    public TipCommunitiesAlgorithm() {
        super(new TipAlgorithm());
    }

    @Override
    protected List<String> connectingStages(HierarchyConfig<TipConfig> config) {
        return List.of(ButterflyGroups.COUNTING, ButterflyGroups.LISTING);
    }

    @Override
    protected Connections connections(
            BipartiteGraph graph,
            HierarchyConfig<TipConfig> config,
            TipResult numbers,
            Execution execution,
            OffHeapScope scope) {
        return new GroupConnections(
                graph, numbers, ButterflyGroups.of(graph, config.numbers().side(), execution, scope), scope);
    }

    @Override
    public PeeledElements elements(HierarchyConfig<TipConfig> config) {
        return config.numbers().side() == Side.LEFT ? PeeledElements.LEFT : PeeledElements.RIGHT;
    }

    @Override
    protected ConnectionMemory needs(GraphSize size, HierarchyConfig<TipConfig> config, int concurrency) {
        long wedges = WedgeCounter.mostInBlooms(size);
        return needs(size, config, new Totals(0, 0), new Totals(wedges / 2, wedges), concurrency);
    }

    @Override
    protected ConnectionMemory needs(BipartiteGraph graph, HierarchyConfig<TipConfig> config, Execution execution) {
        Totals totals = Totals.of(graph, config.numbers().side(), execution);
        return needs(
                GraphSize.of(graph), config, totals, totals, execution.workers().concurrency());
    }

    private ConnectionMemory needs(
            GraphSize size, HierarchyConfig<TipConfig> config, Totals least, Totals most, int concurrency) {
        long members = config.numbers().items(size);
        MemoryEstimate tips = MemoryEstimate.of("tip numbers", members * Long.BYTES);
        MemoryEstimate groups = MemoryEstimate.range(
                "groups of vertices", ButterflyGroups.bytes(members, least), ButterflyGroups.bytes(members, most));
        return new ConnectionMemory(
                MemoryEstimate.sum(
                        "listing groups",
                        tips,
                        groups,
                        MemoryEstimate.of("ranked graph", RankedGraph.bytes(size.vertices(), size.edges())),
                        MemoryEstimate.of(
                                "sides and groups by vertex, wedge counters, one set a worker",
                                ButterflyGroups.buildingBytes(size.vertices(), concurrency))),
                MemoryEstimate.sum(
                        "tip numbers, and what connects vertices",
                        tips,
                        groups,
                        MemoryEstimate.range(
                                "first members of groups",
                                GroupConnections.bytes(least),
                                GroupConnections.bytes(most))));
    }
}
