package dev.motif.algorithm.group.densest;

import java.io.Serializable;

/**
 * The cliques in which a subgraph is to be dense.
 *
 * @param k the vertices of a clique, from {@link #EDGES} on
 * @param timeoutMillis when the search gives up with an error, in milliseconds; 0 for never
 */
public record KCliqueDensestConfig(int k, long timeoutMillis) implements Serializable {
    /** The {@code k} of edges. */
    public static final int EDGES = 2;
}
