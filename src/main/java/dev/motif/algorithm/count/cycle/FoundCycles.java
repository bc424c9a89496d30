package dev.motif.algorithm.count.cycle;

import dev.motif.backend.DistinctGroups;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Iterator;

/** Iterates over cycles. Must be closed. For one thread. */
public interface FoundCycles extends Iterator<FoundCycle>, AutoCloseable {
    /** Ends the search if it is still running. */
    @Override
    void close();

    /** The request that was searched, with the directions, times and amounts of relationships. */
    CycleListConfig config();

    /** The heap of cycles that are kept or remembered. */
    static LargestGroups.Heap<FoundCycle> heap(HeapBudget budget) {
        return new LargestGroups.Heap<>(
                budget, "the cycles that are kept", cycle -> FoundCycle.heapBytes(cycle.vertices().length));
    }

    /** Cycles that a search finds while they are read; without cycles that overlap too much with one before. */
    final class Streamed extends SearchStream<FoundCycle> implements FoundCycles {
        private final CycleListConfig config;
        private final OffHeapScope needed;
        private final LargestGroups.Heap<FoundCycle> heap;
        private final DistinctGroups<FoundCycle> distinct;

        /** @param needed owns what is searched; it is taken over, unless this fails */
        Streamed(CycleSource source, CycleListConfig config, Execution execution, OffHeapScope needed) {
            super(
                    CycleListAlgorithm.STAGE,
                    source.volume(),
                    (searching, consumer) -> source.find(
                            searching,
                            cycle -> consumer.accept(cycle, searching.workers().cancellation())),
                    FoundCycle.FORM,
                    config.choice().limit(),
                    execution,
                    () -> false);
            this.config = config;
            this.needed = needed;
            this.heap = heap(execution.memory().heap());
            this.distinct = new DistinctGroups<>(
                    config.choice().maxOverlap(), 0, cycle -> new int[][] {cycle.vertices()}, heap);
        }

        @Override
        public CycleListConfig config() {
            return config;
        }

        @Override
        protected boolean admits(FoundCycle found) {
            return distinct.add(found);
        }

        @Override
        public void close() {
            super.close();
            OffHeapScope.closeAll(heap, needed);
        }
    }

    /**
     * Cycles that have been found already.
     *
     * @param cycles goes over them
     * @param heap the heap that is counted for them, taken over
     */
    record Listed(Iterator<FoundCycle> cycles, CycleListConfig config, LargestGroups.Heap<FoundCycle> heap)
            implements FoundCycles {
        @Override
        public boolean hasNext() {
            return cycles.hasNext();
        }

        @Override
        public FoundCycle next() {
            return cycles.next();
        }

        @Override
        public void close() {
            heap.close();
        }
    }
}
