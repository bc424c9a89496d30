package dev.motif.cypher.config;

import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.graph.weight.GroupWeights.Aggregation;

/** Reads which weights the groups have that a call returns. */
public final class WeightKeys {
    /** The keys that {@link #read} reads, for descriptions. */
    public static final String KEYS = EdgeWeights.KEY + ", " + GroupWeights.KEY;

    private WeightKeys() {}

    /**
     * The weights of groups, whose values are not known yet; null where none are asked for.
     *
     * @throws IllegalArgumentException when a value is wrong, or says what to do with weights that are missing
     */
    public static GroupWeights read(Configuration given) {
        EdgeWeights edges = EdgeWeights.named(given.string(EdgeWeights.KEY, null));
        if (edges == null) {
            return given.has(GroupWeights.KEY) ? needed(null, GroupWeights.KEY) : null;
        }
        return GroupWeights.named(edges, given.oneOf(GroupWeights.KEY, Aggregation.class, Aggregation.SUM));
    }

    /**
     * Returns {@code weights}.
     *
     * @param by what the call needs them for: a key, and its value where another one needs none
     * @throws IllegalArgumentException when they are null
     */
    public static GroupWeights needed(GroupWeights weights, String by) {
        if (weights == null) {
            throw new IllegalArgumentException(
                    "`" + by + "` needs `" + EdgeWeights.KEY + "`, the column with the weights of relationships");
        }
        return weights;
    }
}
