package dev.motif.algorithm.group.clique;

import dev.motif.backend.TimeWindow;
import java.io.Serializable;

/**
 * A request for maximal cliques, and for counts of them. The limits do not change which cliques are maximal: they only
 * leave some of the graph's out.
 *
 * @param minSize the fewest vertices; with 0 or less, the empty clique of a graph without vertices is one as well
 * @param maxSize the most vertices
 * @param perVertex whether to count for each vertex in how many it is
 * @param timeoutMillis when the search gives up, 0 for never
 * @param window in which all edges of a clique lie, one time of each; null for any times
 */
public record MaximalCliqueConfig(int minSize, int maxSize, boolean perVertex, long timeoutMillis, TimeWindow window)
        implements Serializable, TimeWindow.Timed<MaximalCliqueConfig> {
    /** Asks for the number of all maximal cliques of each size. */
    public static final MaximalCliqueConfig TOTALS = new MaximalCliqueConfig(1, Integer.MAX_VALUE, false, 0);

    public MaximalCliqueConfig {
        if (maxSize < minSize) {
            throw new IllegalArgumentException("`maxSize` must be `minSize` or more, " + minSize + ", got " + maxSize);
        }
    }

    /** A request for cliques of any times. */
    public MaximalCliqueConfig(int minSize, int maxSize, boolean perVertex, long timeoutMillis) {
        this(minSize, maxSize, perVertex, timeoutMillis, null);
    }

    @Override
    public MaximalCliqueConfig within(TimeWindow other) {
        return new MaximalCliqueConfig(minSize, maxSize, perVertex, timeoutMillis, other);
    }

    /** The same cliques of those, counted for each vertex too. */
    public MaximalCliqueConfig forEachVertex() {
        return new MaximalCliqueConfig(minSize, maxSize, true, timeoutMillis, window);
    }

    boolean admits(int size) {
        return minSize <= size && size <= maxSize;
    }
}
