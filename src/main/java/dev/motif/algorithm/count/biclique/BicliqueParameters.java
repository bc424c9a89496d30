package dev.motif.algorithm.count.biclique;

import dev.motif.cypher.config.Configuration;

/** Reads the parameters of a call that the procedures and the bench share. */
public final class BicliqueParameters {
    private BicliqueParameters() {}

    /**
     * Whether {@code maxP} and {@code maxQ} ask for all sizes up to one, rather than {@code p} and {@code q} for one.
     *
     * @throws IllegalArgumentException when keys of both are given
     */
    public static boolean isTable(Configuration given) {
        boolean single = given.has("p") | given.has("q");
        boolean table = given.has("maxP") | given.has("maxQ");
        if (single && table) {
            throw new IllegalArgumentException("`p` and `q` are for one size, `maxP` and `maxQ` for all sizes up to"
                    + " one: only one of the two pairs must be given");
        }
        return table;
    }
}
