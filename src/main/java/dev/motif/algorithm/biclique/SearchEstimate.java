package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.Cores;
import dev.motif.backend.SearchQueue;
import dev.motif.graph.BipartiteCore;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.Side;
import dev.motif.parallel.Workers;

/**
 * The estimated cost of a search with pivots; see {@link SearchCost}.
 *
 * @param side the side that the search starts from; null when every biclique is a star and nothing is searched
 * @param nodes the nodes of the search trees
 * @param words the words read from memory, and the steps that take about as long: a CPU core does about 1e8 to 1e9 of
 *     them per second
 */
public record SearchEstimate(Side side, double nodes, double words) {
    /** The most words that the walks from one side may read; that takes a fraction of a second. */
    private static final double MAX_SPENT = 1 << 26;

    /** Estimates the search from the side that the configuration names, or from the cheaper one when it names none. */
    public static SearchEstimate of(BipartiteGraph graph, BicliqueConfig config, NativeMemory memory, Workers workers) {
        if (config.starsAlone()) {
            return new SearchEstimate(null, 0, 0);
        }
        if (config.side() != null) {
            try (BipartiteCore core = Cores.of(graph, config, config.side(), memory, workers)) {
                return of(core, config, memory, workers);
            }
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            BipartiteCore left = scope.own(Cores.of(graph, config, Side.LEFT, memory, workers));
            BipartiteCore right = scope.own(left.turned(memory, workers));
            SearchEstimate ofLeft = of(left, config, memory, workers);
            SearchEstimate ofRight = of(right, config, memory, workers);
            return ofLeft.words <= ofRight.words ? ofLeft : ofRight;
        }
    }

    private static SearchEstimate of(BipartiteCore core, BicliqueConfig config, NativeMemory memory, Workers workers) {
        SearchEstimate[] estimate = new SearchEstimate[1];
        workers.run(1, (worker, group) -> {
            try (SearchCost cost = new SearchCost(core, config, memory, SearchQueue.check(group))) {
                boolean more = true;
                while (more && cost.spent() < MAX_SPENT) {
                    more = cost.walk();
                }
                estimate[0] = new SearchEstimate(Cores.side(core), cost.nodes(), cost.words());
            } catch (SearchQueue.Stopped e) {
                return; // whoever stopped the group says why
            }
        });
        return estimate[0];
    }
}
