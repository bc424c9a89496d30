package dev.motif.algorithm.count.cycle;

import dev.motif.backend.Directed;
import dev.motif.backend.TimeWindow;
import dev.motif.choice.Containing;
import dev.motif.choice.GroupChoice;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graph.weight.GroupWeights;
import dev.motif.graph.weight.GroupWeights.Aggregation;
import dev.motif.graph.weight.Weighed;
import java.io.Serializable;
import java.util.List;

/**
 * A request for cycles with their members.
 *
 * @param search which of them are wanted
 * @param choice which of these are returned: the largest are the heaviest
 * @param aggregation what makes the weight of a cycle of the amounts of its relationships; null where cycles have none
 * @param contained vertices that all cycles contain
 */
public record CycleListConfig(CycleConfig search, GroupChoice choice, Aggregation aggregation, List<Integer> contained)
        implements Serializable,
                Containing<CycleListConfig>,
                Directed<CycleListConfig>,
                TimeWindow.Timed<CycleListConfig>,
                Weighed<CycleListConfig> {
    public CycleListConfig {
        contained = List.copyOf(contained);
    }

    private CycleListConfig with(CycleConfig other) {
        return new CycleListConfig(other, choice, aggregation, contained);
    }

    /** The weights of cycles; null where they have none. */
    GroupWeights groups() {
        return aggregation == null ? null : GroupWeights.named(search.amounts(), aggregation);
    }

    @Override
    public CycleListConfig containing(List<Integer> vertices, List<Integer> right) {
        return new CycleListConfig(search, choice, aggregation, vertices);
    }

    @Override
    public CycleListConfig directed(EdgeDirections directions) {
        return with(search.directed(directions));
    }

    @Override
    public EdgeDirections directions() {
        return search.directions();
    }

    @Override
    public TimeWindow window() {
        return search.window();
    }

    @Override
    public CycleListConfig within(TimeWindow other) {
        return with(search.within(other));
    }

    @Override
    public EdgeWeights weights() {
        return search.weights();
    }

    @Override
    public CycleListConfig weighedBy(EdgeWeights these) {
        return with(search.weighedBy(these));
    }
}
