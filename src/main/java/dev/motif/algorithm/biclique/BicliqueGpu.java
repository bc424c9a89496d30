package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.BicliqueConfig.Side;
import dev.motif.algorithm.biclique.BicliqueConfig.Technique;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.gpu.GpuDevice;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.OffHeapScope;

/** Bicliques on a GPU: takes the core and has the search done. */
final class BicliqueGpu {
    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Execution execution;
    private final GpuDevice device;

    BicliqueGpu(BipartiteGraph graph, BicliqueConfig config, Execution execution, GpuDevice device) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.device = device;
    }

    BicliqueCounts count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Side side = config.side() == Side.AUTO ? Side.LEFT : config.side();
            RootedCore core = scope.own(execution
                    .times()
                    .time(
                            Stage.PREPARE,
                            () -> RootedCore.of(graph, config, side, execution.memory(), execution.workers())));
            CoreCounts counts = new GbcGpu(core, config, Deadline.of(config), execution, device).count();
            return new CoreResult(graph, config, core, execution).of(counts, Technique.GBC);
        }
    }
}
