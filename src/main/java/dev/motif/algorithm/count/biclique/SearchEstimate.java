package dev.motif.algorithm.count.biclique;

import dev.motif.algorithm.count.biclique.model.BicliqueConfig;
import dev.motif.algorithm.count.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.count.biclique.model.Cores;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;

/**
 * The estimated cost of counting on the CPU; see {@link SearchCost}.
 *
 * @param side the side that counting starts from; null when every biclique is a star and nothing is searched, and when
 *     sizes are counted in several ways
 * @param nodes the nodes of the search trees with pivots
 * @param words the words read from memory, and the steps that take about as long: a CPU core does about 1e8 to 1e9 of
 *     them per second
 */
public record SearchEstimate(Side side, double nodes, double words) {
    /** The words that the walks may read at least; that takes a fraction of a second. */
    private static final double LEAST_SPENT = 1 << 27;

    /** Estimates what a call costs that chooses as the configuration leaves it to it. */
    public static SearchEstimate of(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        if (config.starsAlone()) {
            return new SearchEstimate(null, 0, 0);
        }
        if (config.result() == Result.TABLE) {
            SearchEstimate one = searching(graph, config, 0, execution);
            if (BicliqueTableCpu.mayDivide(config, one.words)) {
                return TablePlan.cheapest(graph, config, one, execution).cost();
            }
        }
        return searching(graph, config, LEAST_SPENT, execution);
    }

    private static SearchEstimate searching(
            BipartiteGraph graph, BicliqueConfig config, double leastSpent, Execution execution) {
        try (SearchPlan plan = SearchPlan.of(graph, config, leastSpent, SearchPlan.CHEAP, execution)) {
            return of(plan);
        }
    }

    /** The cost of {@code plan}. */
    static SearchEstimate of(SearchPlan plan) {
        return new SearchEstimate(Cores.side(plan.core()), plan.nodes(), plan.words());
    }

    /** The cost of this and of {@code other}, one after the other. */
    SearchEstimate plus(SearchEstimate other) {
        return new SearchEstimate(null, nodes + other.nodes, words + other.words);
    }
}
