package dev.motif.algorithm.count.clique.model;

import java.io.Serializable;

/**
 * A request for counts of cliques, and how they are counted.
 *
 * @param minK the fewest vertices of a clique, in [{@value #MIN_SIZE}, {@value #MAX_SIZE}]
 * @param maxK the most vertices of a clique, in [{@code minK}, {@value #MAX_SIZE}]; or {@link #ALL}
 * @param result what is counted
 * @param technique how the search goes
 * @param orientation the order of the vertices
 * @param timeoutMillis when the search gives up, in milliseconds, with an error unless several sizes were asked for; 0
 *     for never
 */
public record KCliqueConfig(
        int minK, int maxK, Result result, Technique technique, Orientation orientation, long timeoutMillis)
        implements Serializable {
    /** The smallest clique that is counted: smaller ones are vertices and edges. */
    public static final int MIN_SIZE = 3;

    /** The largest {@code k} that can be asked for; cliques of any size are counted with {@link #ALL}. */
    public static final int MAX_SIZE = 512;

    /** The {@code maxK} that asks for cliques of every size from {@code minK} on. */
    public static final int ALL = Integer.MAX_VALUE;

    public enum Result {
        /** The cliques of each size. */
        TOTAL,
        /** The cliques of each size that each vertex is in, and all of them. */
        VERTEX,
        /** The cliques of each size that each edge is in, and all of them. */
        EDGE
    }

    public enum Technique {
        /** ORIENTATION or COMPLEMENT, whichever is estimated to take less work; PIVOT where a GPU has no room for COMPLEMENT. */
        AUTO,
        /** Adds one vertex at a time, along the edges of the oriented graph. */
        ORIENTATION,
        /** Branches on the non-neighbors of a pivot; counts many cliques in one step. Only on a GPU: the CPU takes COMPLEMENT. */
        PIVOT,
        /**
         * Branches as PIVOT does; where candidates are dense, on the worst one, and counts sparse complements at once.
         */
        COMPLEMENT
    }

    public enum Orientation {
        /** The order by degree for small cliques, by degeneracy for others. */
        AUTO,
        DEGREE,
        DEGENERACY
    }

    /** @throws IllegalArgumentException when a value is out of range */
    public KCliqueConfig {
        checkSize("minK", minK, MIN_SIZE);
        if (maxK != ALL) {
            checkSize("maxK", maxK, minK);
        }
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("`timeoutMillis` must be 0 or more, got " + timeoutMillis);
        }
    }

    private static void checkSize(String name, int value, int min) {
        if (value < min || value > MAX_SIZE) {
            throw new IllegalArgumentException(
                    "`" + name + "` must be in [" + min + ", " + MAX_SIZE + "], got " + value);
        }
    }

    /** Asks for the number of cliques of each size in {@code [minK, maxK]}. */
    public static KCliqueConfig total(int minK, int maxK) {
        return of(minK, maxK, Result.TOTAL);
    }

    /** Asks for the cliques of {@code k} vertices. */
    public static KCliqueConfig of(int k, Result result) {
        return of(k, k, result);
    }

    /** Asks for the number of cliques of every size. */
    public static KCliqueConfig all() {
        return total(MIN_SIZE, ALL);
    }

    /** Asks for the cliques of {@code minK} to {@code maxK} vertices. */
    public static KCliqueConfig of(int minK, int maxK, Result result) {
        return new KCliqueConfig(minK, maxK, result, Technique.AUTO, Orientation.AUTO, 0);
    }

    public KCliqueConfig with(Technique other) {
        return new KCliqueConfig(minK, maxK, result, other, orientation, timeoutMillis);
    }

    public KCliqueConfig with(Orientation other) {
        return new KCliqueConfig(minK, maxK, result, technique, other, timeoutMillis);
    }

    public KCliqueConfig withTimeoutMillis(long other) {
        return new KCliqueConfig(minK, maxK, result, technique, orientation, other);
    }

    /** Asks for the cliques of {@code otherMinK} to {@code otherMaxK} vertices instead. */
    public KCliqueConfig withSizes(int otherMinK, int otherMaxK) {
        return new KCliqueConfig(otherMinK, otherMaxK, result, technique, orientation, timeoutMillis);
    }

    /** True when vertices or edges have counts of several sizes of their own. */
    public boolean localSizes() {
        return local() && minK < maxK;
    }

    /** True when vertices or edges have counts of their own. */
    public boolean local() {
        return result != Result.TOTAL;
    }
}
