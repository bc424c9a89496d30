package dev.motif.algorithm.group.biclique.search;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;

/** How the subtrees of the roots are searched. */
public interface SearchTechnique {
    /** The name that a {@link dev.motif.algorithm.group.biclique.model.SearchReport} gives. */
    String name();

    /**
     * Makes the searches of all workers.
     *
     * @param graph ordered, and seen from the side of the roots
     * @param roots the roots to search below
     * @param found what each worker finds goes there
     * @param scope owns their memory
     */
    SearchWorker[] workers(
            BipartiteCore graph,
            Positions roots,
            Limits limits,
            CurrentBiclique[] found,
            Execution execution,
            OffHeapScope scope);

    /**
     * The bytes of a worker.
     *
     * @param counters off the heap, always
     * @param leastPath off the heap, at least of the worker that has the longest path
     * @param mostPath off the heap, at most
     * @param mostHeap on the heap, at most
     */
    record WorkerBytes(long counters, long leastPath, long mostPath, long mostHeap) {}

    /** The most that a worker needs for a graph of this size. */
    WorkerBytes workerBytes(GraphSize size);

    /** The bytes of a worker for {@code graph}, which is ordered. */
    WorkerBytes workerBytes(BipartiteCore graph, Workers workers);

    TechniqueGpu gpu();
}
