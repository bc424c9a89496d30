package dev.motif.algorithm.level.truss;

import java.io.Serializable;

/**
 * A request for truss numbers.
 *
 * @param perVertex whether to find the largest one of each vertex too
 */
public record KTrussConfig(boolean perVertex) implements Serializable {
    /** Asks for the numbers of edges alone. */
    public KTrussConfig() {
        this(false);
    }
}
