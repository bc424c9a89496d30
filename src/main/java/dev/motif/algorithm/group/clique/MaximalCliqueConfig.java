package dev.motif.algorithm.group.clique;

import java.io.Serializable;

/**
 * A request for maximal cliques, and for counts of them. The limits do not change which cliques are maximal: they only
 * leave some of the graph's out.
 *
 * @param minSize the fewest vertices; with 0 or less, the empty clique of a graph without vertices is one as well
 * @param maxSize the most vertices
 * @param perVertex whether to count for each vertex in how many it is
 * @param timeoutMillis when the search gives up, 0 for never
 */
public record MaximalCliqueConfig(int minSize, int maxSize, boolean perVertex, long timeoutMillis)
        implements Serializable {
    /** Asks for the number of all maximal cliques of each size. */
    public static final MaximalCliqueConfig TOTALS = new MaximalCliqueConfig(1, Integer.MAX_VALUE, false, 0);

    public MaximalCliqueConfig {
        if (maxSize < minSize) {
            throw new IllegalArgumentException("`maxSize` must be `minSize` or more, " + minSize + ", got " + maxSize);
        }
    }

    /** The same cliques of those, counted for each vertex too. */
    public MaximalCliqueConfig forEachVertex() {
        return new MaximalCliqueConfig(minSize, maxSize, true, timeoutMillis);
    }

    boolean admits(int size) {
        return minSize <= size && size <= maxSize;
    }
}
