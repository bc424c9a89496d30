package dev.motif.algorithm.kclique.kcore;

import java.io.Serializable;

/**
 * The configuration of core numbers.
 *
 * @param order whether the result has a degeneracy order too
 */
public record KCoreConfig(boolean order) implements Serializable {
    /** Core numbers alone. */
    public KCoreConfig() {
        this(false);
    }
}
