package dev.motif.algorithm.group.list;

import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/** The k-cliques of a graph, each as its vertices, ascending, while workers search them. */
final class KCliques extends SearchStream<int[]> {
    /** The stage that searches. */
    static final String STAGE = "listing cliques";

    /**
     * The roots of a task: few, so that no worker is left with a long range, since a vertex of a dense part may have
     * most of the cliques.
     */
    private static final long ROOTS_PER_TASK = 4;

    private final DerivedGraphCache.Use<DegeneracyOriented> use;

    /** @param use of the graph; it is taken over, unless this fails */
    KCliques(DerivedGraphCache.Use<DegeneracyOriented> use, int k, Execution execution) {
        super(
                STAGE,
                use.form().oriented().adjacency().vertexCount(),
                (searching, consumer) -> search(use.form(), k, searching, consumer),
                FoundBuffer.Form.CLIQUES,
                Long.MAX_VALUE,
                execution,
                () -> false);
        this.use = use;
    }

    private static void search(DegeneracyOriented form, int k, Execution execution, Consumer<int[]> consumer) {
        Workers workers = execution.workers();
        if (k == 0) {
            consumer.accept(new int[0], workers.cancellation());
            return;
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            KCliqueSearch[] searches = new KCliqueSearch[workers.concurrency()];
            for (int worker = 0; worker < searches.length; worker++) {
                searches[worker] =
                        scope.own(new KCliqueSearch(form, k, execution.memory(), workers.cancellation(), consumer));
            }
            workers.forEach(
                    form.oriented().adjacency().vertexCount(),
                    ROOTS_PER_TASK,
                    (worker, root) -> searches[worker].run((int) root));
        }
    }

    @Override
    public void close() {
        super.close();
        use.close();
    }
}
