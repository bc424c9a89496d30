package dev.motif.algorithm.group.near;

import dev.motif.backend.TimeWindow;
import dev.motif.choice.Containing;
import dev.motif.choice.GroupChoice;
import java.io.Serializable;
import java.util.List;

/**
 * A request for near-cliques.
 *
 * @param missing how many other vertices each vertex may not be adjacent to, in [1, {@value #MOST_MISSING}]
 * @param minSize the fewest vertices, {@code 2 * missing + 1} or more
 * @param contained vertices that all must have; none for any
 * @param perVertex whether to count for each vertex in how many it is
 * @param timeoutMillis when the search gives up, 0 for never
 * @param choice which of the near-cliques found are returned
 * @param window in which the edges of a near-clique lie, one time of each: edges of other times are missing; null for any times
 */
public record NearCliqueConfig(
        int missing,
        int minSize,
        List<Integer> contained,
        boolean perVertex,
        long timeoutMillis,
        GroupChoice choice,
        TimeWindow window)
        implements Serializable, Containing<NearCliqueConfig>, TimeWindow.Timed<NearCliqueConfig> {
    public static final int MOST_MISSING = 3;

    /** Near-cliques with any vertices. */
    public NearCliqueConfig(int missing, int minSize, long timeoutMillis, long limit) {
        this(missing, minSize, List.of(), false, timeoutMillis, GroupChoice.all(limit), null);
    }

    /** The same request for the near-cliques that {@code these} says. */
    NearCliqueConfig choosing(GroupChoice these) {
        return new NearCliqueConfig(missing, minSize, contained, perVertex, timeoutMillis, these, window);
    }

    /** The same near-cliques, counted for each vertex too. */
    public NearCliqueConfig forEachVertex() {
        return new NearCliqueConfig(missing, minSize, contained, true, timeoutMillis, choice, window);
    }

    /** The fewest vertices of a near-clique, by how many may be missing: smaller ones need not be connected. */
    public static int leastSize(int missing) {
        return 2 * missing + 1;
    }

    @Override
    public NearCliqueConfig containing(List<Integer> vertices, List<Integer> none) {
        return new NearCliqueConfig(missing, minSize, vertices, perVertex, timeoutMillis, choice, window);
    }

    @Override
    public NearCliqueConfig within(TimeWindow other) {
        return new NearCliqueConfig(missing, minSize, contained, perVertex, timeoutMillis, choice, other);
    }
}
