package dev.motif.algorithm.group.biclique.model;

import dev.motif.backend.DistinctGroups;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.TimeWindow;
import dev.motif.graph.weight.ByWeight;
import dev.motif.graph.weight.GroupWeights;
import java.io.Serializable;
import java.util.Comparator;
import java.util.function.Predicate;

/**
 * Asks for the largest bicliques.
 *
 * @param search how to search, and which sizes are wanted
 * @param count how many bicliques, in [1, {@value LargestGroups#MOST}]
 * @param size how their size is measured, unless they are the heaviest
 * @param maxOverlap the most of a biclique, from 0 to 1, that a larger one of the result may have too; 1 for all bicliques
 * @param weights what asks for the heaviest bicliques in place of the largest; null for the largest
 */
public record MaximumBicliqueConfig(
        MaximalBicliqueConfig search, int count, BicliqueSize size, double maxOverlap, GroupWeights weights)
        implements Serializable, ByWeight<MaximumBicliqueConfig>, TimeWindow.Timed<MaximumBicliqueConfig> {
    public MaximumBicliqueConfig {
        if (count < 1 || count > LargestGroups.MOST) {
            throw new IllegalArgumentException("`topK` must be in [1, " + LargestGroups.MOST + "], got " + count);
        }
    }

    /** Asks for the largest bicliques. */
    public MaximumBicliqueConfig(MaximalBicliqueConfig search, int count, BicliqueSize size, double maxOverlap) {
        this(search, count, size, maxOverlap, null);
    }

    @Override
    public MaximumBicliqueConfig with(GroupWeights these) {
        return new MaximumBicliqueConfig(search, count, size, maxOverlap, these);
    }

    @Override
    public TimeWindow window() {
        return search.window();
    }

    @Override
    public MaximumBicliqueConfig within(TimeWindow other) {
        return new MaximumBicliqueConfig(search.within(other), count, size, maxOverlap, weights);
    }

    /** Keeps, of the bicliques that a search finds, the wanted ones that are to be returned. */
    public LargestGroups<Biclique> largest(Predicate<Biclique> wanted, LargestGroups.Heap<Biclique> heap) {
        return new LargestGroups<>(
                kept(),
                weights != null
                        ? (biclique, least) -> weights.of(biclique.left(), biclique.right(), least)
                        : (biclique, least) -> size.of(biclique.left().length, biclique.right().length),
                Comparator.naturalOrder(),
                wanted,
                heap);
    }

    /** Tells a search to skip bicliques that are smaller than all that are kept, or have too few edges to be as heavy. */
    public Pruning pruning(LargestGroups<Biclique> largest) {
        return weights != null
                ? new Pruning(BicliqueSize.EDGES, () -> weights.leastEdges(largest.threshold()), false)
                : new Pruning(size, largest::threshold, kept() == 1);
    }

    /** How many bicliques a search keeps. */
    public int kept() {
        return DistinctGroups.kept(count, maxOverlap);
    }
}
