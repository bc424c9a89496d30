package dev.motif.algorithm.group.clique;

import dev.motif.backend.DistinctGroups;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.graph.weight.ByWeight;
import dev.motif.graph.weight.GroupWeights;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * A request for maximal cliques with their members.
 *
 * @param search which of them are wanted
 * @param limit the most to return
 * @param topK how many of the largest to return, at most {@value LargestGroups#MOST}; 0 for all, as they are found
 * @param maxOverlap the most of a clique, from 0 to 1, that one returned before may have too; 1 for all cliques
 * @param contained how many vertices all cliques have beside vertices of the graph that is searched
 * @param weights what makes the heaviest of them the {@code topK} in place of the largest; null for the largest
 */
public record FoundCliquesConfig(
        MaximalCliqueConfig search, long limit, int topK, double maxOverlap, int contained, GroupWeights weights)
        implements Serializable, ByWeight<FoundCliquesConfig>, TimeWindow.Timed<FoundCliquesConfig> {
    /** Asks for cliques that may overlap. */
    public FoundCliquesConfig(MaximalCliqueConfig search, long limit, int topK) {
        this(search, limit, topK, 1, 0);
    }

    /** Asks for all cliques, or the largest. */
    public FoundCliquesConfig(MaximalCliqueConfig search, long limit, int topK, double maxOverlap, int contained) {
        this(search, limit, topK, maxOverlap, contained, null);
    }

    @Override
    public FoundCliquesConfig with(GroupWeights these) {
        return new FoundCliquesConfig(search, limit, topK, maxOverlap, contained, these);
    }

    @Override
    public TimeWindow window() {
        return search.window();
    }

    @Override
    public FoundCliquesConfig within(TimeWindow other) {
        return new FoundCliquesConfig(search.within(other), limit, topK, maxOverlap, contained, weights);
    }

    /** Keeps the cliques of a search that are to be returned, if they are wanted. */
    LargestGroups<int[]> largest(Predicate<int[]> wanted, LargestGroups.Heap<int[]> heap) {
        return new LargestGroups<>(
                kept(),
                weights != null ? weights::of : (clique, least) -> clique.length,
                Arrays::compare,
                wanted,
                heap);
    }

    /** The fewest vertices, of the graph that is searched, of a clique that may be as large, or heavy, as {@code size} says. */
    int leastSize(long size) {
        if (weights == null) {
            return (int) size;
        }
        // The least n with n * (n - 1) / 2 edges.
        double vertices = (1 + Math.sqrt(1 + 8.0 * weights.leastEdges(size))) / 2;
        return (int) Math.max(0, Math.ceil(vertices) - contained);
    }

    /** Whether a single clique is wanted, and the more vertices it has the better. */
    boolean wantsLargest() {
        return topK == 1 && weights == null;
    }

    /** Chooses the found cliques that are to be returned. */
    DistinctGroups<int[]> distinct(LargestGroups.Heap<int[]> heap) {
        return new DistinctGroups<>(maxOverlap, contained, FoundBuffer.Form.CLIQUES::arrays, heap);
    }

    long most() {
        return topK > 0 ? topK : limit;
    }

    /** How many of the largest cliques a search keeps, 0 where all are returned as they are found. */
    int kept() {
        return topK > 0 ? DistinctGroups.kept(topK, maxOverlap) : 0;
    }

    /** How many cliques are kept at once where the largest are asked for, otherwise 0. */
    long keptAtOnce() {
        return topK > 0 ? DistinctGroups.keptAtOnce(topK, maxOverlap) : 0;
    }
}
