package dev.motif.graph.weight;

/**
 * A configuration of an algorithm that may use weights of edges.
 *
 * @param <C> the configuration itself
 */
public interface Weighed<C> {
    /** The weights, whose values need not be known yet; null where each edge counts the same. */
    EdgeWeights weights();

    /** This configuration with other weights, or null for none. */
    C weighedBy(EdgeWeights these);

    /** The weights that a configuration uses; null for none. */
    static EdgeWeights weightsOf(Object configuration) {
        return configuration instanceof Weighed<?> weighed ? weighed.weights() : null;
    }

    /** A configuration, which uses weights, with their values. */
    @SuppressWarnings("unchecked")
    static <C> C by(C configuration, EdgeWeights weights) {
        return ((Weighed<C>) configuration).weighedBy(weights);
    }
}
