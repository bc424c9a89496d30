package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.KCliqueParameters;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Encoding;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Parallelization;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.cypher.config.Configuration;

/** Reads which cliques to count, and in which form, from the parameters of a call. */
public final class PivotingParameters {
    /** All keys, as descriptions list them. */
    public static final String KEYS =
            "k, minK, maxK, algorithm, orientation, parallelization, encoding, groupSize, timeoutMillis";

    private PivotingParameters() {}

    /**
     * Reads a request for totals, with the sizes of {@link KCliqueParameters#sizes}.
     *
     * @throws IllegalArgumentException when a value is wrong, or values do not go together
     */
    public static KCliqueConfig sizes(Configuration given) {
        return form(KCliqueParameters.sizes(given), given);
    }

    public static KCliqueConfig form(KCliqueConfig counted, Configuration given) {
        return new KCliqueConfig(
                counted.minK(),
                counted.maxK(),
                counted.result(),
                given.oneOf("algorithm", Technique.class, Technique.PIVOT),
                given.oneOf("orientation", Orientation.class, Orientation.AUTO),
                given.oneOf("parallelization", Parallelization.class, Parallelization.AUTO),
                given.oneOf("encoding", Encoding.class, Encoding.BINARY),
                given.integer("groupSize", 0, 1, KCliqueConfig.MAX_GROUP_SIZE),
                counted.timeoutMillis());
    }
}
