package dev.motif.algorithm.count.biclique.model;

import dev.motif.graph.Side;
import java.io.Serializable;

/**
 * A request for counts of bicliques, and the technique that counts them.
 *
 * @param p the number of left vertices of a biclique, in [1, {@value #MAX_SIZE}]; the largest such number for a table
 * @param q the number of right vertices of a biclique, in [1, {@value #MAX_SIZE}]; the largest such number for a table
 * @param result what is counted
 * @param technique the technique of the search
 * @param side the side whose vertices the search starts from; null for the one that an estimate finds cheaper
 * @param timeoutMillis after how many milliseconds the search gives up, with an error unless a table was asked for; 0 for
 *     never
 * @param minP the fewest left vertices of a biclique that is searched for: {@code p}, or less for a table
 * @param minQ the fewest right vertices of a biclique that is searched for: {@code q}, or less for a table
 */
public record BicliqueConfig(
        int p, int q, Result result, Technique technique, Side side, long timeoutMillis, int minP, int minQ)
        implements Serializable {
    /** The largest value of {@code p} and of {@code q}. */
    public static final int MAX_SIZE = 256;

    public enum Result {
        /** The number of all (p,q)-bicliques. */
        TOTAL,
        /** The number of (i,j)-bicliques for each i in [1, p] and j in [1, q]. */
        TABLE,
        /** The number of (p,q)-bicliques that each vertex is in, and of all of them. */
        VERTEX,
        /** The number of (p,q)-bicliques that each edge is in, and of all of them. */
        EDGE
    }

    public enum Technique {
        /** PIVOT, or an enumeration of sets of vertices where that is estimated to cost less; PIVOT on a GPU. */
        AUTO,
        /** Branches on the non-neighbors of a pivot, and counts many bicliques in one step. */
        PIVOT
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException when a value is out of its range
     */
    public BicliqueConfig {
        checkSize("p", p);
        checkSize("q", q);
        checkMin("minP", minP, p, result);
        checkMin("minQ", minQ, q, result);
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("`timeoutMillis` must be 0 or more, got " + timeoutMillis);
        }
    }

    private static void checkMin(String name, int min, int size, Result result) {
        if (min > size || min < (result == Result.TABLE ? 1 : size)) {
            throw new IllegalArgumentException("`" + name + "` must be in [1, " + size + "], got " + min);
        }
    }

    private static void checkSize(String name, int size) {
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("`" + name + "` must be in [1, " + MAX_SIZE + "], got " + size);
        }
    }

    /** Makes a configuration that searches for all sizes of a table but stars. */
    public BicliqueConfig(int p, int q, Result result, Technique technique, Side side, long timeoutMillis) {
        this(p, q, result, technique, side, timeoutMillis, min(p, result), min(q, result));
    }

    private static int min(int size, Result result) {
        return result == Result.TABLE ? Math.min(2, size) : size;
    }

    /** Makes a configuration that counts all (p,q)-bicliques. */
    public static BicliqueConfig total(int p, int q) {
        return of(p, q, Result.TOTAL);
    }

    /** Makes a configuration that chooses technique and side by their costs and has no time limit. */
    public static BicliqueConfig of(int p, int q, Result result) {
        return new BicliqueConfig(p, q, result, Technique.AUTO, null, 0);
    }

    public BicliqueConfig with(Technique other) {
        return new BicliqueConfig(p, q, result, other, side, timeoutMillis, minP, minQ);
    }

    public BicliqueConfig with(Side other) {
        return new BicliqueConfig(p, q, result, technique, other, timeoutMillis, minP, minQ);
    }

    /** Returns this configuration with another time limit, in milliseconds; 0 for none. */
    public BicliqueConfig withTimeoutMillis(long other) {
        return new BicliqueConfig(p, q, result, technique, side, other, minP, minQ);
    }

    /**
     * Returns this configuration of a table for the sizes alone that have at least {@code otherMinP} left and {@code
     * otherMinQ} right vertices.
     */
    public BicliqueConfig from(int otherMinP, int otherMinQ) {
        return new BicliqueConfig(p, q, result, technique, side, timeoutMillis, otherMinP, otherMinQ);
    }

    /** Whether every biclique is a star, so that nothing must be searched for. */
    public boolean starsAlone() {
        return p == 1 || q == 1;
    }
}
