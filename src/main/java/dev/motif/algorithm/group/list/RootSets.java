package dev.motif.algorithm.group.list;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.algorithm.count.biclique.pivot.Leaf;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;

/** The sets of roots of a core that have enough mates in common, while workers search them. */
final class RootSets extends SearchStream<Leaf> {
    /** The stage that searches. */
    static final String STAGE = "listing bicliques";

    private final OffHeapScope needed;

    private RootSets(long volume, Search<Leaf> search, Execution execution, OffHeapScope needed) {
        super(STAGE, volume, search, Leaf.FORM, Long.MAX_VALUE, execution, () -> false);
        this.needed = needed;
    }

    /**
     * Starts the search.
     *
     * @param sizes the sizes of a biclique
     * @param needed owns the core; it is taken over, unless this fails
     */
    static RootSets of(BipartiteCore core, SearchSizes sizes, Execution execution, OffHeapScope needed) {
        OffHeapLongs weights = core.weights(needed, execution.workers());
        long volume = 0;
        for (long root = 0; root < weights.length(); root++) {
            volume += weights.get(root);
        }
        return new RootSets(
                volume, (searching, consumer) -> search(core, sizes, weights, searching, consumer), execution, needed);
    }

    private static void search(
            BipartiteCore core, SearchSizes sizes, OffHeapLongs weights, Execution execution, Consumer<Leaf> found) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            SearchQueue queue = new SearchQueue(weights, STAGE, Deadline.NEVER, workers, scope);
            queue.run((worker, tasks) -> {
                try (BicliqueRootSearch search = new BicliqueRootSearch(
                        core, sizes, tasks, set -> found.accept(set, workers.cancellation()), execution.memory())) {
                    tasks.runAll(search::run);
                }
            });
        }
    }

    @Override
    public void close() {
        super.close();
        needed.close();
    }
}
