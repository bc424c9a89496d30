package dev.motif.algorithm.level.core;

import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.Weighed;
import java.io.Serializable;

/**
 * The configuration of core numbers.
 *
 * @param order whether the result has a degeneracy order too, without weights
 * @param weights the weights of edges; null where each counts the same
 */
public record KCoreConfig(boolean order, EdgeWeights weights) implements Serializable, Weighed<KCoreConfig> {
    /** Core numbers alone. */
    public KCoreConfig() {
        this(false);
    }

    /** Core numbers without weights. */
    public KCoreConfig(boolean order) {
        this(order, null);
    }

    @Override
    public KCoreConfig weighedBy(EdgeWeights these) {
        return new KCoreConfig(order, these);
    }
}
