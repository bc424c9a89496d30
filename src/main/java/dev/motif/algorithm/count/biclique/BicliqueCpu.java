package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueResult;
import dev.motif.algorithm.count.biclique.model.BicliqueResultBuilder;
import dev.motif.algorithm.count.biclique.model.CoreCounts;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.model.Stars;
import dev.motif.algorithm.count.biclique.pivot.EnumerationCpu;
import dev.motif.algorithm.count.biclique.pivot.PivotCpu;
import dev.motif.backend.DivisibleAlgorithm.Division;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.List;

/**
 * Counts bicliques on the CPU: chooses the technique and the side, and runs the search.
 *
 * @param roots the roots to search from, for a search with pivots
 */
public record BicliqueCpu(
        BipartiteGraph graph, BicliqueConfig config, List<WorkRange> roots, Deadline deadline, Execution execution) {
    public BicliqueCpu(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Execution execution) {
        this(graph, config, WorkRange.ALL, deadline, execution);
    }

    public BicliqueResult count() {
        if (config.starsAlone()) {
            return execution.time(Stage.COMPUTE, () -> new Stars(graph, config, execution).count());
        }
        try (DerivedGraphCache.Use<SearchPlan> plan =
                execution.time(Stage.PREPARE, () -> SearchPlan.form(graph, config, execution))) {
            return count(plan.form());
        }
    }

    /** Counts as {@code plan} says, which stays with its owner. */
    BicliqueResult count(SearchPlan plan) {
        BipartiteCore core = plan.core();
        return execution.time(Stage.COMPUTE, () -> {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                CoreCounts found = plan.technique() == null
                        ? new EnumerationCpu(core, SearchSizes.of(config, Cores.side(core)), deadline, execution)
                                .count()
                        : new PivotCpu(core, config, roots, deadline, execution).count(scope);
                boolean stars = Positions.of(roots, core.rootCount()).haveStart();
                return new BicliqueResultBuilder(graph, config, core, execution).of(found, plan.technique(), stars);
            }
        });
    }

    /**
     * Divides the roots of a search with pivots, whose side is settled. All stars, where every biclique is one, are a
     * single range.
     */
    Division<BicliqueConfig> divide(int parts) {
        if (config.starsAlone()) {
            return new Division<>(config, WorkRange.cut(0, position -> 0, parts));
        }
        BicliqueConfig settled = config.with(side());
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            // The core as the ranges will have it.
            BipartiteCore core =
                    scope.own(SearchPlan.form(graph, settled, execution)).form().core();
            OffHeapLongs weights = core.weights(scope, execution.workers());
            return new Division<>(settled, WorkRange.cut(weights.length(), weights::get, parts));
        }
    }

    private Side side() {
        try (DerivedGraphCache.Use<SearchPlan> plan = SearchPlan.form(graph, config, execution)) {
            return Cores.side(plan.form().core());
        }
    }
}
