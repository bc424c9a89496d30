package dev.motif.cypher.write;

import dev.motif.backend.StageTimes.Stage;
import dev.motif.cypher.call.AlgorithmCall;
import dev.motif.cypher.call.AlgorithmRun;
import dev.motif.cypher.config.WriteConfig;
import dev.motif.graph.Graph;
import java.util.Collections;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A call of an algorithm's procedure that writes a property.
 *
 * @param config how to write
 * @param call the call that runs the algorithm
 * @param writes how many times {@link PropertyWriter} writes: once for all relationships, or once for the nodes of each
 *     side
 */
public record WriteCall<G extends Graph, C, R extends AutoCloseable>(
        WriteConfig config, AlgorithmCall<G, C, R> call, int writes) {
    /**
     * Runs the algorithm, then {@code write}, then returns the one row that {@code answer} makes of both; no row when
     * {@link WriteConfig#skipIfRunning} holds and a job with the same id is running.
     *
     * @throws IllegalArgumentException when the caller's transaction holds changes
     */
    public <T> Stream<T> row(
            BiConsumer<AlgorithmRun<R>, PropertyWriter> write, BiFunction<AlgorithmRun<R>, PropertyWriter, T> answer) {
        return call.writeRow(config.skipIfRunning(), Collections.nCopies(writes, PropertyWriter.STAGE), run -> {
            PropertyWriter writer = new PropertyWriter(call.call(), run.workers(), config);
            run.times().time(Stage.WRITE, () -> write.accept(run, writer));
            return answer.apply(run, writer);
        });
    }
}
