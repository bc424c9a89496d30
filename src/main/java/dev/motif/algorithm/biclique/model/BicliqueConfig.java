package dev.motif.algorithm.biclique.model;

import dev.motif.graph.Side;

/**
 * What to count, and how.
 *
 * @param p left vertices of a biclique, in [1, {@value #MAX_SIZE}]; the largest number of them for a table
 * @param q right vertices of a biclique, likewise
 * @param result what is counted
 * @param technique how the search goes
 * @param side whose vertices the search starts from; null for the one that an estimate finds cheaper
 * @param timeoutMillis when the search gives up with an error, in milliseconds; 0 for never
 * @param gbc the techniques of a search of the kind {@link Technique#GBC}
 */
public record BicliqueConfig(
        int p, int q, Result result, Technique technique, Side side, long timeoutMillis, GbcConfig gbc) {
    /** The largest {@code p} and {@code q}. */
    public static final int MAX_SIZE = 256;

    /** What is counted. */
    public enum Result {
        /** All (p,q)-bicliques. */
        TOTAL,
        /** All (i,j)-bicliques for each i in [1, p] and j in [1, q]. */
        TABLE,
        /** The (p,q)-bicliques that each vertex is in, and all of them. */
        VERTEX,
        /** The (p,q)-bicliques that each edge is in, and all of them. */
        EDGE
    }

    /** How the search goes. */
    public enum Technique {
        /** The one whose work is estimated to be less; PIVOT on a GPU. */
        AUTO,
        /** Branches on the non-neighbors of a pivot; counts many bicliques in one step. */
        PIVOT,
        /** Adds one vertex of the root side at a time and intersects; for totals alone. */
        GBC
    }

    public BicliqueConfig {
        checkSize("p", p);
        checkSize("q", q);
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("`timeoutMillis` must be 0 or more, got " + timeoutMillis);
        }
        if (technique == Technique.GBC && result != Result.TOTAL) {
            throw new IllegalArgumentException(
                    "`algorithm: 'GBC'` counts only the bicliques of one size in the whole graph: counts by node, by"
                            + " relationship and of several sizes need `algorithm: 'PIVOT'`");
        }
    }

    private static void checkSize(String name, int size) {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("`" + name + "` must be in [1, " + MAX_SIZE + "], got " + size);
        }
    }

    /** With all techniques of GBC, should it be used. */
    public BicliqueConfig(int p, int q, Result result, Technique technique, Side side, long timeoutMillis) {
        this(p, q, result, technique, side, timeoutMillis, GbcConfig.DEFAULT);
    }

    /** All (p,q)-bicliques. */
    public static BicliqueConfig total(int p, int q) {
        return of(p, q, Result.TOTAL);
    }

    public static BicliqueConfig of(int p, int q, Result result) {
        return new BicliqueConfig(p, q, result, Technique.AUTO, null, 0);
    }

    public BicliqueConfig with(Technique other) {
        return new BicliqueConfig(p, q, result, other, side, timeoutMillis, gbc);
    }

    public BicliqueConfig with(Side other) {
        return new BicliqueConfig(p, q, result, technique, other, timeoutMillis, gbc);
    }

    public BicliqueConfig withTimeoutMillis(long other) {
        return new BicliqueConfig(p, q, result, technique, side, other, gbc);
    }

    public BicliqueConfig with(GbcConfig other) {
        return new BicliqueConfig(p, q, result, technique, side, timeoutMillis, other);
    }

    /** The fewest left vertices of a biclique that is searched for: smaller ones of a table are stars. */
    public int minP() {
        return result == Result.TABLE ? Math.min(2, p) : p;
    }

    /** The fewest right vertices of a biclique that is searched for. */
    public int minQ() {
        return result == Result.TABLE ? Math.min(2, q) : q;
    }

    /** True when every biclique is a star, so that nothing must be searched for. */
    public boolean starsAlone() {
        return p == 1 || q == 1;
    }
}
