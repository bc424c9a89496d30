package dev.motif.graph;

import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/**
 * Directions of the relationships behind each edge of a unipartite graph. An edge joins a smaller vertex to a larger one:
 * {@link #FORWARD} is the direction from the smaller to the larger vertex. Belongs to whoever made the arrays.
 *
 * @param directions one of {@link #FORWARD}, {@link #BACKWARD} and their sum for each edge; or, where there are offsets, one
 *     of {@link #FORWARD} and {@link #BACKWARD} for each relationship, the relationships of an edge next to each other
 * @param offsets the index at which the relationships of each edge begin, and behind them the number of all
 *     relationships; null where each edge has one value, at its own index
 */
public record EdgeDirections(OffHeapLongs directions, OffHeapLongs offsets) implements Serializable {
    /** From the smaller vertex of an edge to the larger one. */
    public static final long FORWARD = 1;

    /** From the larger vertex of an edge to the smaller one. */
    public static final long BACKWARD = 2;

    /**
     * The place of the first relationship of {@code edge} that has a direction, among the relationships of the edge; 0 where
     * directions of relationships are not known one by one.
     */
    public long place(long edge, long direction) {
        if (offsets == null) {
            return 0;
        }
        long i = offsets.get(edge);
        while (directions.get(i) != direction) {
            i++;
        }
        return i - offsets.get(edge);
    }

    /** The directions that at least one relationship of {@code edge} has: the sum of their values. */
    public long of(long edge) {
        if (offsets == null) {
            return directions.get(edge);
        }
        long found = 0;
        for (long i = offsets.get(edge); i < offsets.get(edge + 1); i++) {
            found |= directions.get(i);
        }
        return found;
    }
}
