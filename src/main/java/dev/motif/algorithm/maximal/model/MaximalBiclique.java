package dev.motif.algorithm.maximal.model;

/**
 * A maximal biclique as the search shows it to a {@link MaximalBicliqueConsumer}: reused, so valid only until the
 * consumer returns. The sizes are known; the members are worked out when asked for.
 */
public interface MaximalBiclique {
    /** The number of left vertices, 1 or more. */
    int leftSize();

    /** The number of right vertices, 1 or more. */
    int rightSize();

    /** Writes the left vertices, ascending, to {@code target} from 0 on. */
    void copyLeft(int[] target);

    /** Writes the right vertices, ascending, to {@code target} from 0 on. */
    void copyRight(int[] target);

    default long edges() {
        return (long) leftSize() * rightSize();
    }
}
