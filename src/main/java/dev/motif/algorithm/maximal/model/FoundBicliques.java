package dev.motif.algorithm.maximal.model;

import java.util.Iterator;
import java.util.List;

/** Maximal bicliques with their members, one after the other. To be closed; for one thread. */
public interface FoundBicliques extends Iterator<Biclique>, AutoCloseable {
    /** Ends what is still going on to find more. */
    @Override
    void close();

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
