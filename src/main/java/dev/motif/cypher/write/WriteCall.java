package dev.motif.cypher.write;

import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.call.EstimateRow;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.projection.EntityKind;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A call of an algorithm's procedure that writes properties, to the database or to columns.
 *
 * @param config what to write, and how
 * @param call the call that runs the algorithm
 * @param elements what gets the properties
 * @param write gives their values to where they are written
 */
public record WriteCall<G extends Graph, C, R extends AutoCloseable>(
        WriteConfig config,
        AlgorithmCall<G, C, R> call,
        Set<EntityKind> elements,
        BiConsumer<AlgorithmRun<R>, PropertyTarget> write) {
    /** @throws IllegalArgumentException when columns are to be added to a graph that has no name */
    public WriteCall {
        if (config.columns()) {
            call = call.adding(config.properties(), elements);
        }
    }

    /**
     * Runs the algorithm, writes, then returns the one row that {@code answer} makes of both; no row when
     * {@link WriteConfig#skipIfRunning} holds and a job with the same id is running.
     *
     * @throws IllegalArgumentException when the caller's transaction holds changes and the database is written to
     */
    public <T> Stream<T> row(BiFunction<AlgorithmRun<R>, PropertyTarget, T> answer) {
        if (config.columns()) {
            return call.addingRow(
                    stages(ColumnWriter.STAGE),
                    run -> row(
                            run, new ColumnWriter(run.whole(), run.projected(), run.columns(), run.workers()), answer));
        }
        return call.writeRow(
                config.skipIfRunning(),
                stages(PropertyWriter.STAGE),
                run -> row(run, new PropertyWriter(call.call(), run.workers(), config, run.projected()), answer));
    }

    private <T> T row(
            AlgorithmRun<R> run, PropertyTarget target, BiFunction<AlgorithmRun<R>, PropertyTarget, T> answer) {
        run.times().time(Stage.WRITE, () -> write.accept(run, target));
        return answer.apply(run, target);
    }

    /** One stage for all relationships, or one for the nodes of each side. */
    private List<String> stages(String name) {
        boolean sides = call.algorithm().graphType() != UnipartiteGraph.class;
        return Collections.nCopies(sides ? elements.size() : 1, name);
    }

    /** Estimates a run. */
    public Stream<EstimateRow> estimate() {
        return call.estimate();
    }
}
