package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.BicliqueConfig.Side;
import dev.motif.backend.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * The choice of the side that a search starts from: the one whose estimated cost is less. Estimating stops when it has
 * cost a tenth of the better search, or when the wedges of one side alone are more than the other's whole search.
 */
final class SideChoice {
    private static final double SHARE = 0.1;
    private static final int FIRST_WALKS = 4;

    private SideChoice() {}

    /** The core of {@code graph}, seen from the side asked for, or from the better one. Owned by the caller. */
    static RootedCore core(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        workers.progress().begin("finding the core", 0);
        if (config.side() != Side.AUTO) {
            return RootedCore.of(graph, config, config.side(), memory, workers);
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RootedCore left = scope.own(RootedCore.of(graph, config, Side.LEFT, memory, workers));
            RootedCore right = scope.own(left.turned(memory, workers));
            workers.progress().begin("choosing the side", 0);
            boolean[] leftIsBetter = new boolean[1];
            workers.run(1, (worker, group) -> {
                Runnable check = SearchQueue.check(group);
                try (SearchCost ofLeft = new SearchCost(left, config, memory, check);
                        SearchCost ofRight = new SearchCost(right, config, memory, check)) {
                    leftIsBetter[0] = compare(ofLeft, ofRight);
                } catch (SearchQueue.Stopped e) {
                    return; // whoever stopped the group says why
                }
            });
            return scope.keep(leftIsBetter[0] ? left : right);
        }
    }

    private static boolean compare(SearchCost left, SearchCost right) {
        SearchCost narrow = left.leastWords() <= right.leastWords() ? left : right;
        SearchCost wide = narrow == left ? right : left;
        boolean more = true;
        for (int i = 0; i < FIRST_WALKS && more; i++) {
            more = narrow.walk();
        }
        while (more
                && narrow.words() > wide.leastWords()
                && narrow.spent() + wide.spent() < SHARE * Math.min(narrow.words(), wide.words())) {
            more = narrow.walk() & wide.walk();
        }
        return left.words() <= right.words();
    }
}
