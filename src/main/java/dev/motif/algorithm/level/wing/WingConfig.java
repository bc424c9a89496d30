package dev.motif.algorithm.level.wing;

import java.io.Serializable;

/**
 * A request for wing numbers.
 *
 * @param perVertex whether to find the largest one of each vertex too
 */
public record WingConfig(boolean perVertex) implements Serializable {
    /** Asks for the numbers of edges alone. */
    public WingConfig() {
        this(false);
    }
}
