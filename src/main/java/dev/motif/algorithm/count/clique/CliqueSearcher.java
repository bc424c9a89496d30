package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.complement.BranchSearch;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.orientation.OrientationSearch;
import dev.motif.algorithm.count.clique.search.BitGraph;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.algorithm.count.clique.search.Search;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import java.util.List;

/**
 * Makes the local graph and the search of each worker on the CPU, and runs them from all roots. Published forms of the
 * search extend it.
 */
public class CliqueSearcher {
    /**
     * The technique that branches on a vertex.
     *
     * @param asked the technique that was asked for, not ORIENTATION
     */
    protected Technique branching(Technique asked) {
        return Technique.COMPLEMENT;
    }

    /** A new local graph for the searches of one worker. Owned by the caller. */
    protected CliqueLocalGraph local(Csr rows, boolean slots, NativeMemory memory) {
        return new BitGraph(rows, slots, memory);
    }

    /** A new search for one worker, by a technique that is not AUTO. */
    protected Search search(
            KCliqueConfig config,
            Technique technique,
            CliqueLocalGraph local,
            CliqueLeafCounter counter,
            Runnable check,
            SearchQueue.WorkerTasks tasks) {
        return technique == Technique.ORIENTATION
                ? new OrientationSearch(config, local, counter, check, tasks)
                : new BranchSearch(config, local, counter, check, tasks);
    }

    /**
     * Searches from all roots; workers share the searches that take long.
     *
     * @param roots the vertices to search from, by rank
     * @param counters one for each worker
     */
    protected void run(CliquePlan plan, List<WorkRange> roots, CliqueLeafCounter[] counters, Execution execution) {
        NativeMemory memory = execution.memory();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            SearchQueue queue = new SearchQueue(
                    plan.weights(scope), roots, KCliqueCpu.STAGE, execution.deadline(), execution.workers(), scope);
            queue.run((worker, tasks) -> {
                try (CliqueLocalGraph local = local(plan.oriented().adjacency(), slots(plan.config()), memory)) {
                    Search search =
                            search(plan.config(), plan.technique(), local, counters[worker], tasks::check, tasks);
                    tasks.runAll(search::run);
                }
            });
        }
    }

    /** The most off-heap bytes of a local graph for roots of {@code size} candidates, including {@code depths} sets. */
    protected long localBytes(long size, long depths) {
        return BitGraph.bytes(size, depths);
    }

    /** Whether local graphs tell the slots of edges. */
    protected static boolean slots(KCliqueConfig config) {
        return config.result() == Result.EDGE;
    }
}
