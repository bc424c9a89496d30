package dev.motif.algorithm.level.wing;

import java.io.Serializable;

/**
 * What wing numbers to compute.
 *
 * @param perVertex whether to find the largest one of each vertex too
 */
public record WingConfig(boolean perVertex) implements Serializable {
    /** Those of edges alone. */
    public WingConfig() {
        this(false);
    }
}
