package dev.motif.algorithm.level.nucleus;

import java.io.Serializable;

/**
 * A request for nuclei.
 *
 * @param r the vertices of the cliques that get numbers, {@value #MIN_R} to {@value #MAX_R}; those that connect them have
 *     one more
 * @param perElement whether each vertex, or with {@code r} above 1 each edge, gets the largest number of a clique with it
 */
public record NucleusConfig(int r, boolean perElement) implements Serializable {
    static final int MIN_R = 1;
    static final int MAX_R = 3;
}
