package dev.motif.cypher;

import dev.motif.backend.StageTimes.Stage;
import dev.motif.graph.Graph;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A call of an algorithm's procedure that writes a property.
 *
 * @param call the call without the writing
 * @param property the property's key
 * @param concurrency how many transactions may write at once
 */
public record WriteCall<G extends Graph, C, R extends AutoCloseable>(
        AlgorithmCall<G, C, R> call, String property, int concurrency) {
    /**
     * Runs the algorithm, then {@code write}, and makes one row of both.
     *
     * @throws IllegalArgumentException when the caller's transaction holds changes
     */
    public <T> Stream<T> row(
            BiConsumer<AlgorithmRun<R>, PropertyWriter> write, BiFunction<AlgorithmRun<R>, PropertyWriter, T> answer) {
        PropertyWriter.checkNoUncommittedChanges(call.call());
        return call.row(run -> {
            PropertyWriter writer =
                    new PropertyWriter(call.call(), run.workers().with(concurrency), property);
            run.times().time(Stage.WRITE, () -> write.accept(run, writer));
            return answer.apply(run, writer);
        });
    }
}
