package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.gbc.Gbc;
import dev.motif.algorithm.biclique.gbc.GbcCpu;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.algorithm.biclique.model.BicliqueResultBuilder;
import dev.motif.algorithm.biclique.model.CoreCounts;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.algorithm.biclique.model.Stars;
import dev.motif.algorithm.biclique.pivot.PivotCpu;
import dev.motif.algorithm.biclique.pivot.SmallSetsCpu;
import dev.motif.backend.Deadline;
import dev.motif.backend.DivisibleAlgorithm.Division;
import dev.motif.backend.Execution;
import dev.motif.backend.Positions;
import dev.motif.backend.StageTimes.Stage;
import dev.motif.backend.WorkRange;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.PreparedForms;
import dev.motif.graph.Side;
import java.math.BigInteger;
import java.util.List;

/** Counts bicliques on the CPU: chooses the technique and the side, and runs the search. */
public final class BicliqueCpu {
    /** Up to so many words, a fraction of a second, a search is not compared with enumeration. */
    private static final double CHEAP = 1 << 26;

    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final List<WorkRange> roots;
    private final Execution execution;
    private final Deadline deadline;
    private final double cheap;

    public BicliqueCpu(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Execution execution) {
        this(graph, config, WorkRange.ALL, deadline, execution);
    }

    /** @param cheap the words up to which a search is not compared with enumeration; for tests */
    BicliqueCpu(BipartiteGraph graph, BicliqueConfig config, Deadline deadline, Execution execution, double cheap) {
        this(graph, config, WorkRange.ALL, deadline, execution, cheap);
    }

    /** @param roots the roots to search from, for a search with pivots */
    BicliqueCpu(
            BipartiteGraph graph,
            BicliqueConfig config,
            List<WorkRange> roots,
            Deadline deadline,
            Execution execution) {
        this(graph, config, roots, deadline, execution, CHEAP);
    }

    private BicliqueCpu(
            BipartiteGraph graph,
            BicliqueConfig config,
            List<WorkRange> roots,
            Deadline deadline,
            Execution execution,
            double cheap) {
        this.cheap = cheap;
        this.graph = graph;
        this.config = config;
        this.roots = roots;
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
        try (PreparedForms.Use<SearchPlan> plan =
                execution.times().time(Stage.PREPARE, () -> SearchPlan.form(graph, config, execution))) {
            return count(plan.form());
        }
    }

    /** Counts as {@code plan} says, which stays with its owner. */
    BicliqueResult count(SearchPlan plan) {
        BipartiteCore core = plan.core();
        BigInteger triples = execution.times().time(Stage.COMPUTE, () -> triples(plan));
        if (triples != null) {
            BigInteger[][] total = {{triples}};
            return new BicliqueResult(config, null, Cores.side(core), total, null, null, null);
        }
        if (plan.technique() == Technique.GBC) {
            BigInteger[][] total = {{new GbcCpu(graph, core, config, deadline, execution).count()}};
            return new BicliqueResult(config, Technique.GBC, Cores.side(core), total, null, null, null);
        }
        return execution.times().time(Stage.COMPUTE, () -> {
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                CoreCounts found = new PivotCpu(core, config, roots, deadline, execution).count(scope);
                boolean stars = Positions.of(roots, core.rootCount()).haveStart();
                return new BicliqueResultBuilder(graph, config, core, execution).of(found, Technique.PIVOT, stars);
            }
        });
    }

    /**
     * The number of bicliques by enumeration of their three roots, where that costs less than the search; otherwise
     * null.
     */
    private BigInteger triples(SearchPlan plan) {
        SearchSizes sizes = SearchSizes.of(config, Cores.side(plan.core()));
        boolean may = config.result() == Result.TOTAL && config.technique() == Technique.AUTO && sizes.maxRoots() == 3;
        if (!may || plan.words() <= cheap) {
            return null;
        }
        SmallSetsCpu sets = new SmallSetsCpu(plan.core(), sizes.minMates(), sizes.maxMates(), deadline, execution);
        return sets.tripleWords() < plan.words() ? sets.triples()[0] : null;
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
            OffHeapLongs weights = core.weights(scope);
            return new Division<>(settled, WorkRange.cut(weights.length(), weights::get, parts));
        }
    }

    private Side side() {
        try (PreparedForms.Use<SearchPlan> plan = SearchPlan.form(graph, config, execution)) {
            return Cores.side(plan.form().core());
        }
    }
}
