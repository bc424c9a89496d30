package dev.motif.report;

import dev.motif.graph.Graph;
import java.util.List;

/**
 * A part of the report: one subject with its key figures and its chart.
 *
 * @param <G> the kind of graph it is about
 */
interface Part<G extends Graph> {
    /** Its name in parameters and rows: that of the procedures that give its numbers, such as {@code "butterfly"}. */
    String name();

    /** Its heading. */
    String title();

    /** What it is about, in a sentence. */
    String about();

    /** What it may run, one after the other; one step at least. */
    List<Step<G, ?, ?>> steps();

    /** The kind of graph that its steps run on. */
    default Class<G> graphType() {
        return steps().get(0).algorithm().graphType();
    }

    /**
     * Runs its steps and draws their results.
     *
     * @throws NotDrawnException when a step could not run, or not to its end
     */
    Drawing draw(G graph, PartRun run);
}
