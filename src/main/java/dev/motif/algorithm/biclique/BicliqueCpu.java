package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.gbc.Gbc;
import dev.motif.algorithm.biclique.gbc.GbcCpu;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.BicliqueResultBuilder;
import dev.motif.algorithm.biclique.model.CoreCounts;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.algorithm.biclique.model.Stars;
import dev.motif.algorithm.biclique.pivot.PivotCpu;
import dev.motif.backend.Deadline;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.OffHeapScope;
import java.math.BigInteger;

/** Counts bicliques on the CPU: chooses the technique and the side, and runs the search. */
public final class BicliqueCpu {
    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Execution execution;
    private final Deadline deadline;

    public BicliqueCpu(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.deadline = deadline;
    }

    /** Counts what the configuration asks for. */
    public BicliqueResult count() {
        if (config.starsAlone()) {
            return execution.times().time(Stage.COMPUTE, () -> new Stars(graph, config, execution).count());
        }
        if (config.technique() == Technique.GBC) {
            return new Gbc(graph, config, execution, deadline).onCpu();
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            SearchPlan plan = scope.own(
                            execution.times().time(Stage.PREPARE, () -> SearchPlan.form(graph, config, execution)))
                    .form();
            BipartiteCore core = plan.core();
            if (plan.technique() == Technique.GBC) {
                BigInteger[][] total = {{new GbcCpu(graph, core, config, deadline, execution).count()}};
                return new BicliqueResult(config, Technique.GBC, Cores.side(core), total, null, null, null);
            }
            return execution.times().time(Stage.COMPUTE, () -> {
                CoreCounts found = new PivotCpu(core, config, deadline, execution).count(scope);
                return new BicliqueResultBuilder(graph, config, core, execution).of(found, Technique.PIVOT);
            });
        }
    }
}
