package dev.motif.algorithm.group.percolation;

import dev.motif.algorithm.group.clique.MaximalCliqueConfig;
import java.io.Serializable;

/**
 * A request for communities of cliques.
 *
 * @param k the vertices of the cliques that communities consist of, {@value #MIN_SIZE} to {@value #MAX_SIZE}
 * @param timeoutMillis when the search gives up, 0 for never
 * @param countsCliques whether to count the maximal cliques of k vertices or more, also where communities are found
 *     without them
 */
public record PercolationConfig(int k, long timeoutMillis, boolean countsCliques) implements Serializable {
    public static final int MIN_SIZE = 2;
    public static final int MAX_SIZE = 512;

    /** The search for the maximal cliques of k vertices or more. */
    MaximalCliqueConfig search() {
        return new MaximalCliqueConfig(k, Integer.MAX_VALUE, false, timeoutMillis);
    }
}
