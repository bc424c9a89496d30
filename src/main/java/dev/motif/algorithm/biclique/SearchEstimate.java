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
 * What a search with pivots is estimated to cost; see {@link SearchCost}.
 *
 * @param side where it begins; null when every biclique is a star, and nothing is searched
 * @param nodes of the search trees
 * @param words read from memory, and steps that take about as long: a CPU core does about 1e8 to 1e9 of them a second
 */
public record SearchEstimate(Side side, double nodes, double words) {
    /** Words that the walks from one side may read: a fraction of a second. */
    private static final double MAX_SPENT = 1 << 26;

    /** The estimate for the side that is asked for, or for the better one. */
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
