package dev.motif.algorithm.kclique.maximal;

import dev.motif.backend.FoundList;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import java.util.Iterator;
import java.util.List;
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
    final class Listed extends FoundList<int[]> implements FoundCliques {
        Listed(List<int[]> cliques) {
            super(cliques);
        }
    }
}
