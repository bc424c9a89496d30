package dev.motif.cypher;

import dev.motif.backend.StageTimes.Stage;
import dev.motif.graph.Graph;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A call of an algorithm's procedure that writes a property.
 *
 * @param config how to write
 * @param call the call without the writing
 */
public record WriteCall<G extends Graph, C, R extends AutoCloseable>(WriteConfig config, AlgorithmCall<G, C, R> call) {
    /**
     * Runs the algorithm, then {@code write}, and makes one row of both.
     *
     * @throws IllegalArgumentException when the caller's transaction holds changes
     */
    public <T> Stream<T> row(
            BiConsumer<AlgorithmRun<R>, PropertyWriter> write, BiFunction<AlgorithmRun<R>, PropertyWriter, T> answer) {
        return call.writeRow(config.skipIfRunning(), run -> {
            PropertyWriter writer = new PropertyWriter(call.call(), run.workers(), config);
            run.times().time(Stage.WRITE, () -> write.accept(run, writer));
            return answer.apply(run, writer);
        });
    }
}
