package dev.motif.algorithm.maximal.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Iterates over maximal bicliques with their members. Must be closed. For one thread. */
public interface FoundBicliques extends Iterator<Biclique>, AutoCloseable {
    /** Ends the search if it is still running. */
    @Override
    void close();

    /** Iterates over bicliques that have been found already. */
    static FoundBicliques of(List<Biclique> bicliques) {
        return new Listed(bicliques);
    }

    /** Bicliques of a list. */
    final class Listed implements FoundBicliques, Serializable {
        private final ArrayList<Biclique> bicliques;
        private int next;

        private Listed(List<Biclique> bicliques) {
            this.bicliques = new ArrayList<>(bicliques);
        }

        @Override
        public boolean hasNext() {
            return next < bicliques.size();
        }

        @Override
        public Biclique next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return bicliques.get(next++);
        }

        @Override
        public void close() {}
    }
}
