package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.DistinctStream;
import dev.motif.backend.FoundList;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import java.util.Iterator;
import java.util.List;

/** Iterates over maximal bicliques with their members. Must be closed. For one thread. */
public interface FoundBicliques extends Iterator<Biclique>, AutoCloseable {
    /** How bicliques that nobody has fetched yet are kept. */
    FoundBuffer.Form<Biclique> FORM = new FoundBuffer.Form<>() {
        @Override
        public int[][] arrays(Biclique found) {
            return new int[][] {found.left(), found.right()};
        }

        @Override
        public Biclique of(int[][] arrays) {
            return Biclique.of(arrays[0], arrays[1]);
        }
    };

    /** The heap of bicliques that are kept, or of what is remembered of the returned ones. */
    static LargestGroups.Heap<Biclique> heap(Execution execution) {
        return new LargestGroups.Heap<>(execution.memory().heap(), "the bicliques that are kept", Biclique::heapBytes);
    }

    /** Ends the search if it is still running. */
    @Override
    void close();

    /** Whether the search ended by itself, as far as it has come. */
    default boolean complete() {
        return true;
    }

    /**
     * Iterates over bicliques that have been found already.
     *
     * @param complete whether the search ended by itself
     * @param heap the heap that is counted for them, taken over
     */
    static FoundBicliques of(List<Biclique> bicliques, boolean complete, LargestGroups.Heap<Biclique> heap) {
        return new Listed(bicliques, complete, heap);
    }

    /** Bicliques that a search on the CPU finds while they are read. */
    final class Streamed extends DistinctStream<Biclique> implements FoundBicliques {
        /** Starts a search, see {@link DistinctStream}. */
        public Streamed(String stage, Search<Biclique> search, long limit, double maxOverlap, Execution execution) {
            super(stage, search, FORM, limit, maxOverlap, 0, heap(execution), execution, () -> false);
        }
    }

    /** Bicliques of a list. */
    final class Listed extends FoundList<Biclique> implements FoundBicliques {
        private final boolean complete;

        private Listed(List<Biclique> bicliques, boolean complete, LargestGroups.Heap<Biclique> heap) {
            super(bicliques, heap);
            this.complete = complete;
        }

        @Override
        public boolean complete() {
            return complete;
        }
    }
}
