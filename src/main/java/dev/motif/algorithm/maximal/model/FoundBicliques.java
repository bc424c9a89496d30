package dev.motif.algorithm.maximal.model;

import java.util.Iterator;
import java.util.List;

/** Iterates over maximal bicliques with their members. Must be closed. For one thread. */
public interface FoundBicliques extends Iterator<Biclique>, AutoCloseable {
    /** Ends the search if it is still running. */
    @Override
    void close();

    /** Iterates over bicliques that have been found already. */
    static FoundBicliques of(List<Biclique> bicliques) {
        Iterator<Biclique> all = bicliques.iterator();
        return new FoundBicliques() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public Biclique next() {
                return all.next();
            }

            @Override
            public void close() {}
        };
    }
}
