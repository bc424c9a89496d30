package dev.motif.algorithm.group.clique;

import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import dev.motif.choice.DistinctStream;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.GroupKind;
import dev.motif.choice.LargestGroups;
import dev.motif.graph.weight.ByWeight;
import dev.motif.graph.weight.GroupWeights;
import java.io.Serializable;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * A request for maximal cliques with their members.
 *
 * @param search which of them are wanted
 * @param choice which of the cliques found are returned
 * @param weights what makes the heaviest of them the ones to choose in place of the largest; null for the largest
 */
public record FoundCliquesConfig(MaximalCliqueConfig search, GroupChoice choice, GroupWeights weights)
        implements Serializable, ByWeight<FoundCliquesConfig>, TimeWindow.Timed<FoundCliquesConfig> {
    /** Asks for all cliques, or the largest. */
    public FoundCliquesConfig(MaximalCliqueConfig search, GroupChoice choice) {
        this(search, choice, null);
    }

    @Override
    public FoundCliquesConfig with(GroupWeights these) {
        return new FoundCliquesConfig(search, choice, these);
    }

    @Override
    public TimeWindow window() {
        return search.window();
    }

    @Override
    public FoundCliquesConfig within(TimeWindow other) {
        return new FoundCliquesConfig(search.within(other), choice, weights);
    }

    /**
     * The largest of the cliques that {@code find} offers, which may be asked several times.
     *
     * @throws IllegalStateException when all searches together take longer than the configuration allows
     */
    FoundGroups<int[]> largest(Execution execution, BiConsumer<Execution, LargestGroups<int[]>> find) {
        return execution.inTime(
                search.timeoutMillis(),
                timed -> choice.largest(
                        GroupKind.CLIQUES,
                        weights != null ? weights::of : (clique, least) -> clique.length,
                        timed,
                        largest -> find.accept(timed, largest)));
    }

    /** The cliques that {@code find} finds while they are read. */
    FoundGroups<int[]> streamed(
            Execution execution, BooleanSupplier keepsOthersWaiting, SearchStream.Search<int[]> find) {
        return new DistinctStream<>(
                MaximalCliqueCpu.STAGE,
                (searching, consumer) ->
                        searching.runInTime(search.timeoutMillis(), timed -> find.run(timed, consumer)),
                GroupKind.CLIQUES,
                choice,
                execution,
                keepsOthersWaiting);
    }

    /** The fewest vertices, of the graph that is searched, of a clique that may be as large, or heavy, as {@code size} says. */
    int leastSize(long size) {
        if (weights == null) {
            return (int) size;
        }
        // The least n with n * (n - 1) / 2 edges.
        double vertices = (1 + Math.sqrt(1 + 8.0 * weights.leastEdges(size))) / 2;
        return (int) Math.max(0, Math.ceil(vertices) - choice.shared());
    }

    /** Whether a single clique is wanted, and the more vertices it has the better. */
    boolean wantsLargest() {
        return choice.keepsOne() && weights == null;
    }
}
