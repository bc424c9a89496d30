package dev.motif.algorithm.kclique.maximal;

import dev.motif.backend.DistinctGroups;
import dev.motif.backend.work.FoundBuffer;
import java.io.Serializable;

/**
 * Which maximal cliques to return with their members.
 *
 * @param search which of them are wanted
 * @param limit the most to return
 * @param topK how many of the largest to return, at most {@value #MAX_COUNT}; 0 for all, as they are found
 * @param maxOverlap the most of a clique, from 0 to 1, that one returned before may have too; 1 for all cliques
 * @param contained how many vertices all cliques have beside those of the graph that is searched
 */
public record FoundCliquesConfig(MaximalCliqueConfig search, long limit, int topK, double maxOverlap, int contained)
        implements Serializable {
    public static final int MAX_COUNT = 100_000;

    /** Asks for cliques that may overlap. */
    public FoundCliquesConfig(MaximalCliqueConfig search, long limit, int topK) {
        this(search, limit, topK, 1, 0);
    }

    /** Chooses those of the cliques found that are to be returned. */
    DistinctGroups<int[]> distinct() {
        return new DistinctGroups<>(maxOverlap, contained, FoundBuffer.Form.CLIQUES);
    }

    /** The most cliques to return. */
    long most() {
        return topK > 0 ? topK : limit;
    }

    /** How many of the largest cliques a search keeps, 0 where all are returned as they are found. */
    int kept() {
        return topK > 0 ? DistinctGroups.kept(topK, maxOverlap) : 0;
    }
}
