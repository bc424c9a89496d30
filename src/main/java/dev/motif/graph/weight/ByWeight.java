package dev.motif.graph.weight;

/**
 * A configuration of an algorithm that may choose groups of vertices by their weights.
 *
 * @param <C> the configuration itself
 */
public interface ByWeight<C> {
    /** The weights by which groups are chosen, whose values need not be known yet; null where they are chosen otherwise. */
    GroupWeights weights();

    /** This configuration, which chooses by weight, with other weights. */
    C with(GroupWeights these);

    /** A configuration with the values of weights where it chooses by them; as it is otherwise. */
    @SuppressWarnings("unchecked")
    static <C> C by(C configuration, GroupWeights weights) {
        return configuration instanceof ByWeight<?> chooses && chooses.weights() != null
                ? ((ByWeight<C>) configuration).with(weights)
                : configuration;
    }
}
