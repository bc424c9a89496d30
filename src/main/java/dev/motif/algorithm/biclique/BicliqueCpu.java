package dev.motif.algorithm.biclique;

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
    private final Deadline deadline;

    BicliqueCpu(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.deadline = deadline;
    }

    BicliqueCounts count() {
        if (config.starsAlone()) {
            return execution.times().time(Stage.COMPUTE, () -> new Stars(graph, config, execution).count());
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            RootedCore core =
                    scope.own(execution.times().time(Stage.PREPARE, () -> SideChoice.core(graph, config, execution)));
            Technique technique = config.technique() == Technique.GBC ? Technique.GBC : Technique.PIVOT;
            CoreCounts found = technique == Technique.GBC
                    ? new GbcCpu(core, config, deadline, execution).count()
                    : execution.times().time(Stage.COMPUTE, () -> new PivotCpu(core, config, deadline, execution)
                            .count(scope));
            return execution.times().time(Stage.COMPUTE, () -> new CoreResult(graph, config, core, execution)
                    .of(found, technique));
        }
    }
}
