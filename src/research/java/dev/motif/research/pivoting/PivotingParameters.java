package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.KCliqueParameters;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import dev.motif.cypher.config.Configuration;
import dev.motif.research.pivoting.PivotingConfig.Encoding;
import dev.motif.research.pivoting.PivotingConfig.Parallelization;

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
    public static PivotingConfig sizes(Configuration given) {
        return form(KCliqueParameters.sizes(given), given);
    }

    public static PivotingConfig form(KCliqueConfig counted, Configuration given) {
        return new PivotingConfig(
                counted.with(given.oneOf("algorithm", Technique.class, Technique.PIVOT))
                        .with(given.oneOf("orientation", Orientation.class, Orientation.AUTO)),
                given.oneOf("parallelization", Parallelization.class, Parallelization.AUTO),
                given.oneOf("encoding", Encoding.class, Encoding.BINARY),
                given.integer("groupSize", 0, 1, CliqueBlocksGpu.MOST_IN_GROUP));
    }
}
