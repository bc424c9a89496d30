package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.TimeWindow;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.LargestGroups;
import dev.motif.graph.weight.ByWeight;
import dev.motif.graph.weight.GroupWeights;
import java.io.Serializable;

/**
 * Asks for the largest bicliques.
 *
 * @param search how to search, and which sizes are wanted
 * @param choice how many of the largest, 1 or more
 * @param size how their size is measured, unless they are the heaviest
 * @param weights what asks for the heaviest bicliques in place of the largest; null for the largest
 */
public record MaximumBicliqueConfig(
        MaximalBicliqueConfig search, GroupChoice choice, BicliqueSize size, GroupWeights weights)
        implements Serializable, ByWeight<MaximumBicliqueConfig>, TimeWindow.Timed<MaximumBicliqueConfig> {
    public MaximumBicliqueConfig {
        if (!choice.ofLargest()) {
            throw new IllegalArgumentException("`topK` must be in [1, " + LargestGroups.MOST + "], got 0");
        }
    }

    /** Asks for the largest bicliques. */
    public MaximumBicliqueConfig(MaximalBicliqueConfig search, GroupChoice choice, BicliqueSize size) {
        this(search, choice, size, null);
    }

    @Override
    public MaximumBicliqueConfig with(GroupWeights these) {
        return new MaximumBicliqueConfig(search, choice, size, these);
    }

    @Override
    public TimeWindow window() {
        return search.window();
    }

    @Override
    public MaximumBicliqueConfig within(TimeWindow other) {
        return new MaximumBicliqueConfig(search.within(other), choice, size, weights);
    }

    /** Measures bicliques by their weight or size. */
    public LargestGroups.Size<Biclique> measure() {
        return weights != null
                ? (biclique, least) -> weights.of(biclique.left(), biclique.right(), least)
                : (biclique, least) -> size.of(biclique.left().length, biclique.right().length);
    }

    /** Tells a search to skip bicliques that are smaller than all that are kept, or have too few edges to be as heavy. */
    public Pruning pruning(LargestGroups<Biclique> largest) {
        return weights != null
                ? new Pruning(BicliqueSize.EDGES, () -> weights.leastEdges(largest.threshold()), false)
                : new Pruning(size, largest::threshold, choice.keepsOne());
    }
}
