package dev.motif.algorithm.kclique.maximal;

import dev.motif.cypher.config.Configuration;

/** Reads how to search maximal cliques from the parameters of a call. */
public final class MaximalCliqueParameters {
    private static final int MOST = Integer.MAX_VALUE;

    private MaximalCliqueParameters() {}

    /**
     * Reads all parameters of a search.
     *
     * @param contained how many vertices of each clique are given, and no part of the graph that is searched
     * @throws IllegalArgumentException when a value is wrong
     */
    public static MaximalCliqueConfig read(Configuration given, int contained) {
        int minSize = given.integer("minSize", 1, 1, MOST);
        int maxSize = given.integer("maxSize", MOST, minSize, MOST);
        return new MaximalCliqueConfig(
                minSize - contained, maxSize - contained, false, given.integer("timeoutMillis", 0L, 0, Long.MAX_VALUE));
    }
}
