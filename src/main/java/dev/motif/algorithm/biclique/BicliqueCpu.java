package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.BicliqueConfig.Side;
import dev.motif.algorithm.biclique.BicliqueConfig.Technique;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.OffHeapScope;

/** Bicliques on the CPU: takes the core, chooses side and technique, and has the search done by one of them. */
final class BicliqueCpu {
    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Execution execution;

    BicliqueCpu(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
    }

    BicliqueCounts count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Side side = config.side() == Side.AUTO ? Side.LEFT : config.side();
            RootedCore core = scope.own(execution
                    .times()
                    .time(
                            Stage.PREPARE,
                            () -> RootedCore.of(graph, config, side, execution.memory(), execution.workers())));
            Technique technique = config.technique() == Technique.GBC ? Technique.GBC : Technique.PIVOT;
            CoreCounts counts = technique == Technique.GBC
                    ? new GbcCpu(core, config, Deadline.of(config), execution).count()
                    : execution.times().time(Stage.COMPUTE, () -> search(core, scope));
            return new BicliqueCounts(config, technique, side, counts.table(), null, null, null);
        }
    }

    /** The scope owns the arrays of the result. */
    private CoreCounts search(RootedCore core, OffHeapScope scope) {
        return new PivotCpu(core, config, Deadline.of(config), execution).count(scope);
    }
}
