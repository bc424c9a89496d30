package dev.motif.algorithm;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Workers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One way to run an algorithm; every algorithm is tested on all of them.
 *
 * @param ordinal the index of the GPU among those of the host; not used for the CPU
 */
public record BackendCase(Backend backend, int concurrency, int ordinal) {
    private static final int MAX_CONCURRENCY = 3;

    /** The CPU with this many threads, or the first GPU. */
    public BackendCase(Backend backend, int concurrency) {
        this(backend, concurrency, 0);
    }

    /** One thread, and several. */
    public static Stream<BackendCase> cpu() {
        return IntStream.of(1, MAX_CONCURRENCY).mapToObj(concurrency -> new BackendCase(Backend.CPU, concurrency));
    }

    /** One case for each GPU of this host; for tests tagged {@code gpu}. */
    public static Stream<BackendCase> gpu() {
        return IntStream.range(0, Gpus.ofThisHost().devices().size())
                .mapToObj(ordinal -> new BackendCase(Backend.GPU, MAX_CONCURRENCY, ordinal));
    }

    private Backend.Choice choice() {
        return backend == Backend.GPU
                ? Backend.Choice.gpu(Gpus.ofThisHost().devices().get(ordinal), "chosen by the test")
                : Backend.Choice.cpu("chosen by the test");
    }

    public Workers workers() {
        return Workers.of(concurrency);
    }

    /** Runs the algorithm in this way; the caller owns the result. */
    public <G extends Graph, C, R extends AutoCloseable> R run(
            Algorithm<G, C, R> algorithm, G graph, C config, NativeMemory memory) {
        return run(algorithm, graph, config, new Execution(memory, workers(), new StageTimes()));
    }

    /** The same with workers that the test has chosen. */
    public <G extends Graph, C, R extends AutoCloseable> R run(
            Algorithm<G, C, R> algorithm, G graph, C config, Execution execution) {
        return algorithm.run(choice(), graph, config, execution);
    }

    @Override
    public String toString() {
        return backend + (backend == Backend.GPU ? " " + ordinal : "") + " with " + concurrency;
    }
}
