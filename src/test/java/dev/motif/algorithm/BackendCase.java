package dev.motif.algorithm;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes;
import dev.motif.graph.Graph;
import dev.motif.graph.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One way to run an algorithm; every algorithm is tested on all of them. */
public record BackendCase(Backend backend, int concurrency) {
    private static final int MAX_CONCURRENCY = 3;

    public static Stream<BackendCase> cpu() {
        return IntStream.rangeClosed(1, MAX_CONCURRENCY)
                .mapToObj(concurrency -> new BackendCase(Backend.CPU, concurrency));
    }

    public Workers workers() {
        return Workers.of(concurrency);
    }

    /** The result is owned by the caller. */
    public <G extends Graph, C, R extends AutoCloseable> R run(
            Algorithm<G, C, R> algorithm, G graph, C config, NativeMemory memory) {
        Execution execution = new Execution(memory, workers(), new StageTimes());
        return algorithm.run(new Backend.Choice(backend, null, "chosen by the test"), graph, config, execution);
    }

    @Override
    public String toString() {
        return backend + " with " + concurrency;
    }
}
