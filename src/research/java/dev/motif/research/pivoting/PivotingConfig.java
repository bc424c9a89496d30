package dev.motif.research.pivoting;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.orientation.CliqueBlocksGpu;
import java.io.Serializable;

/**
 * A request for counts of cliques, and the form of the search.
 *
 * @param counted what is counted, with the technique and the order
 * @param parallelization what a search starts from
 * @param encoding how a neighborhood is stored while it is searched
 * @param groupSize threads of a GPU that share one intersection, a power of two in [1, 32]; 0 for the best. The CPU ignores
 *     it.
 */
public record PivotingConfig(KCliqueConfig counted, Parallelization parallelization, Encoding encoding, int groupSize)
        implements Serializable {
    public enum Parallelization {
        /** Vertices; on a GPU edges where that is faster. */
        AUTO,
        VERTEX,
        EDGE
    }

    /** How a neighborhood is stored while it is searched. */
    public enum Encoding {
        /** Bitmaps: sets are intersected 64 vertices at a time. */
        BINARY,
        /** Sorted lists. */
        CSR
    }

    /** @throws IllegalArgumentException when a value is out of range, or two values do not go together */
    public PivotingConfig {
        if (groupSize != 0
                && (groupSize < 1 || groupSize > CliqueBlocksGpu.MOST_IN_GROUP || Integer.bitCount(groupSize) != 1)) {
            throw new IllegalArgumentException("`groupSize` must be 1, 2, 4, 8, 16 or 32, got " + groupSize);
        }
        if (counted.technique() == Technique.COMPLEMENT && encoding == Encoding.CSR) {
            throw new IllegalArgumentException("`encoding` must be 'BINARY' for `algorithm: 'COMPLEMENT'`, got 'CSR'");
        }
    }

    /** Asks for {@code counted} in the form that takes the least time. */
    public static PivotingConfig of(KCliqueConfig counted) {
        return new PivotingConfig(counted, Parallelization.AUTO, Encoding.BINARY, 0);
    }

    public PivotingConfig with(Technique other) {
        return new PivotingConfig(counted.with(other), parallelization, encoding, groupSize);
    }

    public PivotingConfig with(Orientation other) {
        return new PivotingConfig(counted.with(other), parallelization, encoding, groupSize);
    }

    public PivotingConfig with(Parallelization other) {
        return new PivotingConfig(counted, other, encoding, groupSize);
    }

    public PivotingConfig with(Encoding other) {
        return new PivotingConfig(counted, parallelization, other, groupSize);
    }

    public PivotingConfig withGroupSize(int other) {
        return new PivotingConfig(counted, parallelization, encoding, other);
    }
}
