package dev.motif.algorithm.kclique.maximal;

import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;

/** Iterates over cliques, each as its vertices, ascending. Must be closed. For one thread. */
public interface FoundCliques extends Iterator<int[]>, AutoCloseable {
    /** Ends the search if it is still running. */
    @Override
    void close();

    /** Cliques that a search finds while they are read. */
    final class Streamed extends SearchStream<int[]> implements FoundCliques {
        /** @param keepsOthersWaiting whether other calls wait for something that the search holds */
        Streamed(Search<int[]> search, long limit, Execution execution, BooleanSupplier keepsOthersWaiting) {
            super(MaximalCliqueCpu.STAGE, 0, search, FoundBuffer.Form.CLIQUES, limit, execution, keepsOthersWaiting);
        }
    }

    /** Cliques of a list. */
    final class Listed implements FoundCliques, Serializable {
        private final ArrayList<int[]> cliques;
        private int next;

        Listed(List<int[]> cliques) {
            this.cliques = new ArrayList<>(cliques);
        }

        @Override
        public boolean hasNext() {
            return next < cliques.size();
        }

        @Override
        public int[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return cliques.get(next++);
        }

        @Override
        public void close() {}
    }
}
