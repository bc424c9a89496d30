package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.backend.TimeWindow;
import dev.motif.choice.Containing;
import dev.motif.choice.GroupChoice;
import java.io.Serializable;
import java.util.List;

/**
 * A request for near-bicliques.
 *
 * @param missing how many vertices of the other side each vertex may not be adjacent to, in [1, {@value #MOST_MISSING}]
 * @param minLeft the fewest left vertices, {@code 2 * missing + 1} or more
 * @param minRight the fewest right vertices, {@code 2 * missing + 1} or more
 * @param left left vertices that all must have; none for any
 * @param right right vertices that all must have; none for any
 * @param perVertex what to compute for each vertex
 * @param timeoutMillis when the search gives up, 0 for never
 * @param choice which of the near-bicliques found are returned
 * @param size how large one is, for the largest: by its edges, or by its smaller side
 * @param window in which the edges of a near-biclique lie, one time of each: edges of other times are missing; null for any
 *     times
 */
public record NearBicliqueConfig(
        int missing,
        int minLeft,
        int minRight,
        List<Integer> left,
        List<Integer> right,
        PerVertex perVertex,
        long timeoutMillis,
        GroupChoice choice,
        BicliqueSize size,
        TimeWindow window)
        implements Serializable, Containing<NearBicliqueConfig>, TimeWindow.Timed<NearBicliqueConfig> {
    public static final int MOST_MISSING = 3;

    /** Near-bicliques with any vertices. */
    public NearBicliqueConfig(int missing, int minLeft, int minRight, long timeoutMillis, long limit) {
        this(
                missing,
                minLeft,
                minRight,
                List.of(),
                List.of(),
                PerVertex.NOTHING,
                timeoutMillis,
                GroupChoice.all(limit),
                BicliqueSize.EDGES,
                null);
    }

    /** The same request for the near-bicliques that {@code these} says, of which {@code by} tells the largest. */
    NearBicliqueConfig choosing(GroupChoice these, BicliqueSize by) {
        return new NearBicliqueConfig(
                missing, minLeft, minRight, left, right, perVertex, timeoutMillis, these, by, window);
    }

    /** The same near-bicliques, with a number for each vertex. */
    public NearBicliqueConfig with(PerVertex other) {
        return new NearBicliqueConfig(
                missing, minLeft, minRight, left, right, other, timeoutMillis, choice, size, window);
    }

    /** The fewest vertices that a side must have, by how many may be missing: fewer need not be connected. */
    public static int leastSize(int missing) {
        return 2 * missing + 1;
    }

    @Override
    public NearBicliqueConfig containing(List<Integer> ofLeft, List<Integer> ofRight) {
        return new NearBicliqueConfig(
                missing, minLeft, minRight, ofLeft, ofRight, perVertex, timeoutMillis, choice, size, window);
    }

    @Override
    public NearBicliqueConfig within(TimeWindow other) {
        return new NearBicliqueConfig(
                missing, minLeft, minRight, left, right, perVertex, timeoutMillis, choice, size, other);
    }
}
