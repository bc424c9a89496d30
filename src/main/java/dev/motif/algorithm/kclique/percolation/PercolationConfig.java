package dev.motif.algorithm.kclique.percolation;

import java.io.Serializable;

/**
 * Which communities of cliques to find.
 *
 * @param k the vertices of the cliques that communities consist of, {@value #MIN_SIZE} to {@value #MAX_SIZE}
 * @param timeoutMillis when a search for cliques gives up, 0 for never
 */
public record PercolationConfig(int k, long timeoutMillis) implements Serializable {
    public static final int MIN_SIZE = 2;
    public static final int MAX_SIZE = 512;
}
