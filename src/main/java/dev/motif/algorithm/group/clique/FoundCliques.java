package dev.motif.algorithm.group.clique;

import dev.motif.backend.DistinctGroups;
import dev.motif.backend.FoundList;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/** Iterates over cliques, each as its vertices, ascending. Must be closed. For one thread. */
public interface FoundCliques extends Iterator<int[]>, AutoCloseable {
    /** Ends the search if it is still running. */
    @Override
    void close();

    /**
     * The largest of the cliques that {@code search} offers, which may be asked several times.
     *
     * @throws IllegalStateException when all searches together take longer than the configuration allows
     */
    static FoundCliques largest(
            FoundCliquesConfig config, Execution execution, BiConsumer<Execution, LargestGroups<int[]>> search) {
        LargestGroups.Heap<int[]> heap =
                LargestGroups.Heap.ofCliques(execution.memory().heap());
        return OffHeapScope.closingOnFailure(
                heap,
                () -> execution.inTime(
                        config.search().timeoutMillis(),
                        timed -> new Listed(
                                config.distinct(heap).largest(config.topK(), admitted -> {
                                    LargestGroups<int[]> largest = config.largest(admitted, heap);
                                    search.accept(timed, largest);
                                    return largest.list();
                                }),
                                heap)));
    }

    /** Cliques that a search finds while they are read. */
    final class Streamed extends SearchStream<int[]> implements FoundCliques {
        private final LargestGroups.Heap<int[]> heap;
        private final DistinctGroups<int[]> distinct;

        /** @param keepsOthersWaiting whether other calls wait for something that the search holds */
        Streamed(
                Search<int[]> search,
                FoundCliquesConfig config,
                Execution execution,
                BooleanSupplier keepsOthersWaiting) {
            super(
                    MaximalCliqueCpu.STAGE,
                    0,
                    (searching, consumer) ->
                            searching.runInTime(config.search().timeoutMillis(), timed -> search.run(timed, consumer)),
                    FoundBuffer.Form.CLIQUES,
                    config.limit(),
                    execution,
                    keepsOthersWaiting);
            this.heap = LargestGroups.Heap.ofCliques(execution.memory().heap());
            this.distinct = config.distinct(heap);
        }

        @Override
        protected boolean admits(int[] found) {
            return distinct.add(found);
        }

        @Override
        public void close() {
            super.close();
            heap.close();
        }
    }

    /** Cliques of a list. */
    final class Listed extends FoundList<int[]> implements FoundCliques {
        Listed(List<int[]> cliques, LargestGroups.Heap<int[]> heap) {
            super(cliques, heap);
        }
    }
}
