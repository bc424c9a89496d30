package dev.motif.algorithm.kclique.maximal;

import dev.motif.backend.DistinctGroups;
import dev.motif.backend.FoundList;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Iterates over cliques, each as its vertices, ascending. Must be closed. For one thread. */
public interface FoundCliques extends Iterator<int[]>, AutoCloseable {
    /** Ends the search if it is still running. */
    @Override
    void close();

    /** The largest of the cliques that {@code search} offers, which may be asked several times. */
    static FoundCliques largest(FoundCliquesConfig config, Consumer<LargestGroups<int[]>> search) {
        return new Listed(config.distinct().largest(config.topK(), admitted -> {
            LargestGroups<int[]> largest = config.largest(admitted);
            search.accept(largest);
            return largest.list();
        }));
    }

    /** Cliques that a search finds while they are read. */
    final class Streamed extends SearchStream<int[]> implements FoundCliques {
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
                    search,
                    FoundBuffer.Form.CLIQUES,
                    config.limit(),
                    execution,
                    keepsOthersWaiting);
            this.distinct = config.distinct();
        }

        @Override
        protected boolean admits(int[] found) {
            return distinct.add(found);
        }
    }

    /** Cliques of a list. */
    final class Listed extends FoundList<int[]> implements FoundCliques {
        Listed(List<int[]> cliques) {
            super(cliques);
        }
    }
}
