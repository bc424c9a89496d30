package dev.motif.algorithm.group.clique;

import dev.motif.backend.DistinctStream;
import dev.motif.backend.FoundList;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
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

    /**
     * Iterates over cliques that have been found already.
     *
     * @param heap the heap that is counted for them, taken over
     */
    static FoundCliques of(List<int[]> cliques, LargestGroups.Heap<int[]> heap) {
        return new Listed(cliques, heap);
    }

    /** Cliques, or other groups of vertices, that a search finds while they are read. */
    final class Streamed extends DistinctStream<int[]> implements FoundCliques {
        /** @param keepsOthersWaiting whether other calls wait for something that the search holds */
        Streamed(
                Search<int[]> search,
                FoundCliquesConfig config,
                Execution execution,
                BooleanSupplier keepsOthersWaiting) {
            this(
                    MaximalCliqueCpu.STAGE,
                    (searching, consumer) ->
                            searching.runInTime(config.search().timeoutMillis(), timed -> search.run(timed, consumer)),
                    config.limit(),
                    config.maxOverlap(),
                    config.contained(),
                    execution,
                    keepsOthersWaiting);
        }

        /** Starts a search, see {@link DistinctStream}. */
        public Streamed(
                String stage,
                Search<int[]> search,
                long limit,
                double maxOverlap,
                int contained,
                Execution execution,
                BooleanSupplier keepsOthersWaiting) {
            super(
                    stage,
                    search,
                    FoundBuffer.Form.CLIQUES,
                    limit,
                    maxOverlap,
                    contained,
                    LargestGroups.Heap.ofCliques(execution.memory().heap()),
                    execution,
                    keepsOthersWaiting);
        }
    }

    final class Listed extends FoundList<int[]> implements FoundCliques {
        Listed(List<int[]> cliques, LargestGroups.Heap<int[]> heap) {
            super(cliques, heap);
        }
    }
}
