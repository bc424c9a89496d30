package dev.motif.cypher.call;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.RunTimes;
import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.cypher.config.CallConfig;
import dev.motif.graph.Graph;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.text.UserText;

/**
 * An algorithm's request, which may be to update the counts of an earlier state instead of counting anew.
 *
 * @param config with the earlier counts where they are changed, without where everything is counted
 * @param reason why; null where nothing was to be chosen
 */
record Recount<C>(C config, String reason) {
    private static final double NANOS_OF_A_MILLISECOND = 1e6;

    /**
     * Chooses what is estimated to take less time, or what is asked for.
     *
     * @param given a configuration that names earlier counts
     * @param column with that name
     * @throws IllegalArgumentException when changing is asked for, and it is not known what has changed
     */
    @SuppressWarnings(
            "unchecked") // a configuration with other counts is of the same class, and its algorithm changes them
    static <G extends Graph, C> Recount<C> of(
            Algorithm<G, C, ?> algorithm,
            G graph,
            C given,
            Column column,
            CatalogGraph of,
            CallConfig config,
            NativeMemory memory,
            Workers workers) {
        EarlierCounts.Following<C> following = (EarlierCounts.Following<C>) given;
        EarlierCounts asked = following.earlier();
        C anew = following.since(null);
        String unknown = of.columns().whyUnknown(column, asked.counted());
        if (unknown != null && asked.required()) {
            throw new IllegalArgumentException("`algorithm: 'DELTA'` is not possible: " + unknown
                    + ". Count anew, with `algorithm: 'AUTO'` or without `baseProperty`.");
        }
        if (unknown != null) {
            return new Recount<>(anew, "counted anew: " + unknown);
        }
        if (!asked.required() && config.backend() == Backend.GPU) {
            return new Recount<>(anew, "counted anew: " + EarlierCounts.ON_CPU);
        }
        ChangedEdges changed = of.columns().changesSince(column, of.projected(), memory, workers);
        C changing = following.since(
                asked.ofNodes()
                        ? asked.with(column.values(EntityKind.LEFT), column.values(EntityKind.RIGHT), changed)
                        : asked.with(column.values(EntityKind.RELATIONSHIPS), null, changed));
        EarlierCounts.Changing<G, C> costs = (EarlierCounts.Changing<G, C>) algorithm;
        double changingMillis = costs.changingNanos(graph, changing) / NANOS_OF_A_MILLISECOND;
        double anewMillis = anewMillis(algorithm, graph, anew, config, memory);
        boolean changes = asked.required() || changingMillis < anewMillis;
        String text = "changed relationships: " + changed.count() + "; changing the counts of "
                + UserText.value(column.name()) + " is estimated to take " + RunTimes.text(changingMillis)
                + ", counting anew " + RunTimes.text(anewMillis);
        return changes ? new Recount<>(changing, text) : new Recount<>(anew, "counted anew: " + text);
    }

    /**
     * The time of counting anew: on one thread, as updating is, since both gain alike by more; or on a GPU where it
     * would be counted there.
     */
    @SuppressWarnings("unchecked") // The algorithm updates earlier counts, or the caller would not ask.
    private static <G extends Graph, C> double anewMillis(
            Algorithm<G, C, ?> algorithm, G graph, C anew, CallConfig config, NativeMemory memory) {
        Backend.Choice choice = config.backend().choose(algorithm, graph, anew, config.concurrency(), config.gpus());
        RunTimes times = choice.device() == null
                ? null
                : Backend.times(algorithm, GraphSize.of(graph), graph, anew, config.concurrency(), config.gpus());
        return times != null
                ? times.gpuMillis()
                : ((EarlierCounts.Changing<G, C>) algorithm).anewNanos(graph, anew, memory) / NANOS_OF_A_MILLISECOND;
    }
}
