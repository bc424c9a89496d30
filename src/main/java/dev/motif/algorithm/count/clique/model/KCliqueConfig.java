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
 * @param parallelization what a search starts from
 * @param encoding how a neighborhood is stored while it is searched
 * @param groupSize threads of a GPU that share one intersection, a power of two in [1, {@value #MAX_GROUP_SIZE}]; 0 for
 *     the best. The CPU ignores it.
 * @param timeoutMillis when the search gives up, in milliseconds, with an error unless several sizes were asked for; 0
 *     for never
 */
public record KCliqueConfig(
        int minK,
        int maxK,
        Result result,
        Technique technique,
        Orientation orientation,
        Parallelization parallelization,
        Encoding encoding,
        int groupSize,
        long timeoutMillis)
        implements Serializable {
    /** The smallest clique that is counted: smaller ones are vertices and edges. */
    public static final int MIN_SIZE = 3;

    /** The largest {@code k} that can be asked for; cliques of any size are counted with {@link #ALL}. */
    public static final int MAX_SIZE = 512;

    /** The {@code maxK} that asks for cliques of every size from {@code minK} on. */
    public static final int ALL = Integer.MAX_VALUE;

    public static final int MAX_GROUP_SIZE = 32;

    public enum Result {
        /** The cliques of each size. */
        TOTAL,
        /** The cliques of each size that each vertex is in, and all of them. */
        VERTEX,
        /** The cliques of each size that each edge is in, and all of them. */
        EDGE
    }

    public enum Technique {
        /** ORIENTATION, or the best other technique for the encoding, whichever is estimated to take less work. */
        AUTO,
        /** Adds one vertex at a time, along the edges of the oriented graph. */
        ORIENTATION,
        /** Branches on the non-neighbors of a pivot; counts many cliques in one step. */
        PIVOT,
        /**
         * Branches as PIVOT does; where candidates are dense, on the worst one, and counts sparse complements at once.
         */
        COMPLEMENT
    }

    public enum Orientation {
        /** By degree for small cliques, by degeneracy for others. */
        AUTO,
        DEGREE,
        DEGENERACY
    }

    public enum Parallelization {
        /** Vertices; on a GPU edges where that is faster. */
        AUTO,
        VERTEX,
        EDGE
    }

    /** How a neighborhood is stored while it is searched. */
    public enum Encoding {
        /** Bitmaps: sets are intersected 64 vertices at a time. */
        BINARY,
        /** Sorted lists. */
        CSR
    }

    /** @throws IllegalArgumentException when a value is out of range, or two values do not go together */
    public KCliqueConfig {
        checkSize("minK", minK, MIN_SIZE);
        if (maxK != ALL) {
            checkSize("maxK", maxK, minK);
        }
        if (groupSize != 0 && (groupSize < 1 || groupSize > MAX_GROUP_SIZE || Integer.bitCount(groupSize) != 1)) {
            throw new IllegalArgumentException("`groupSize` must be 1, 2, 4, 8, 16 or 32, got " + groupSize);
        }
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("`timeoutMillis` must be 0 or more, got " + timeoutMillis);
        }
        if (technique == Technique.COMPLEMENT && encoding == Encoding.CSR) {
            throw new IllegalArgumentException("`encoding` must be 'BINARY' for `algorithm: 'COMPLEMENT'`, got 'CSR'");
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
        return new KCliqueConfig(
                minK, maxK, result, Technique.AUTO, Orientation.AUTO, Parallelization.AUTO, Encoding.BINARY, 0, 0);
    }

    public KCliqueConfig with(Technique other) {
        return new KCliqueConfig(
                minK, maxK, result, other, orientation, parallelization, encoding, groupSize, timeoutMillis);
    }

    public KCliqueConfig with(Orientation other) {
        return new KCliqueConfig(
                minK, maxK, result, technique, other, parallelization, encoding, groupSize, timeoutMillis);
    }

    public KCliqueConfig with(Parallelization other) {
        return new KCliqueConfig(minK, maxK, result, technique, orientation, other, encoding, groupSize, timeoutMillis);
    }

    public KCliqueConfig with(Encoding other) {
        return new KCliqueConfig(
                minK, maxK, result, technique, orientation, parallelization, other, groupSize, timeoutMillis);
    }

    public KCliqueConfig withGroupSize(int other) {
        return new KCliqueConfig(
                minK, maxK, result, technique, orientation, parallelization, encoding, other, timeoutMillis);
    }

    public KCliqueConfig withTimeoutMillis(long other) {
        return new KCliqueConfig(
                minK, maxK, result, technique, orientation, parallelization, encoding, groupSize, other);
    }

    /** Asks for the cliques of {@code otherMinK} to {@code otherMaxK} vertices instead. */
    public KCliqueConfig withSizes(int otherMinK, int otherMaxK) {
        return new KCliqueConfig(
                otherMinK,
                otherMaxK,
                result,
                technique,
                orientation,
                parallelization,
                encoding,
                groupSize,
                timeoutMillis);
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
