package dev.motif.report.part;

import dev.motif.graph.Graph;
import dev.motif.report.chart.Drawing;
import dev.motif.report.chart.Ranking;
import dev.motif.report.chart.Words;
import java.util.List;
import java.util.function.Supplier;

/**
 * A part of the report: one subject with its key figures and its chart.
 *
 * @param <G> the kind of graph it is about
 */
public interface Part<G extends Graph> {
    /** The most of a group that a larger one which is listed may have too. */
    double MOST_OVERLAP = 0.5;

    /**
     * The name of the part in parameters and rows: the name of the procedures which return its numbers, such as {@code
     * "butterfly"}.
     */
    default String name() {
        return steps().get(0).algorithm().name();
    }

    String title();

    /** The subject of the part, in one or two sentences. */
    String about(Words words);

    /** The steps that the part may run, one after the other, for estimates and progress; one step at least. */
    List<Step<G, ?, ?>> steps();

    /** The kind of graph that its steps run on. */
    default Class<G> graphType() {
        return steps().get(0).algorithm().graphType();
    }

    /** Adds the largest groups to what has been drawn; what was counted is shown without them where they take too long. */
    static Drawing withGroups(Drawing counted, Supplier<Ranking> groups) {
        try {
            return new Drawing(counted.facts(), counted.chart(), List.of(groups.get()), counted.cut());
        } catch (NotDrawnException e) {
            return new Drawing(
                    counted.facts(), counted.chart(), List.of(), "the largest ones are not listed: " + e.getMessage());
        }
    }

    /**
     * Runs the steps of the part and draws their results.
     *
     * @throws NotDrawnException when a step could not run, or could not finish
     */
    Drawing draw(G graph, PartRun run);
}
