package dev.motif.algorithm.group.biclique.model;

/**
 * A maximal biclique as the search passes it to a {@link MaximalBicliqueConsumer}. The object is reused, so it is valid
 * only until the consumer returns. Sizes are known at once; members are computed when they are asked for.
 */
public interface MaximalBiclique {
    /** The number of left vertices, 1 or more. */
    int leftSize();

    /** The number of right vertices, 1 or more. */
    int rightSize();

    /** Writes the left vertices, ascending, to {@code target} from index 0 on. */
    void copyLeft(int[] target);

    /** Writes the right vertices, ascending, to {@code target} from index 0 on. */
    void copyRight(int[] target);

    default long edges() {
        return (long) leftSize() * rightSize();
    }
}
