package dev.motif.algorithm.kclique.maximal;

import java.io.Serializable;

/**
 * Which maximal cliques to return with their members.
 *
 * @param search which of them are wanted
 * @param limit the most to return
 * @param topK how many of the largest to return, at most {@value #MAX_COUNT}; 0 for all, as they are found
 */
public record FoundCliquesConfig(MaximalCliqueConfig search, long limit, int topK) implements Serializable {
    public static final int MAX_COUNT = 100_000;
}
