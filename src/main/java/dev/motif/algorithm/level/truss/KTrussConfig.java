package dev.motif.algorithm.level.truss;

import java.io.Serializable;

/**
 * What truss numbers to compute.
 *
 * @param perVertex whether to find the largest one of each vertex too
 */
public record KTrussConfig(boolean perVertex) implements Serializable {
    /** Those of edges alone. */
    public KTrussConfig() {
        this(false);
    }
}
