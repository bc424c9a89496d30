package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.GpuSelection;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.bench.load.GraphKind;
import dev.motif.cypher.config.CallConfig;
import dev.motif.cypher.config.Configuration;
import dev.motif.graph.Graph;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * An algorithm that the command line can run.
 *
 * @param configHelp the keys of its configuration with their values, for {@code --help}, in one line
 * @param reader reads its configuration, all but {@code concurrency}
 * @param answer what the last line says of a run
 * @param mayDiffer what of that may differ between two runs
 */
public record BenchAlgorithm<G extends Graph, C, R extends AutoCloseable>(
        Algorithm<G, C, R> algorithm,
        String configHelp,
        Function<Configuration, C> reader,
        Answer<G, R> answer,
        Set<String> mayDiffer) {
    /** The last line of output about a run. */
    @FunctionalInterface
    public interface Answer<G, R> {
        /** @param counts the algorithm's result, which becomes a part of the answer */
        BenchResult of(Configuration given, G graph, R counts);
    }

    /** One whose runs all say the same. */
    public BenchAlgorithm(
            Algorithm<G, C, R> algorithm, String configHelp, Function<Configuration, C> reader, Answer<G, R> answer) {
        this(algorithm, configHelp, reader, answer, Set.of());
    }

    /** As in the procedures: {@code "butterfly"}, {@code "biclique.count"}. */
    public String name() {
        return algorithm.name();
    }

    public GraphKind graphKind() {
        return GraphKind.of(algorithm.graphType());
    }

    /** Whether it works on graphs of either kind. */
    public boolean takesAny() {
        return algorithm.graphType() == Graph.class;
    }

    /** Whether it works on graphs of this kind. */
    public boolean takes(GraphKind kind) {
        return takesAny() || kind == graphKind();
    }

    /** @throws IllegalArgumentException when {@code config} has an unknown key or a wrong value */
    public BenchJob configure(Map<String, Object> config) {
        Configuration given = new Configuration(config);
        C what = reader.apply(given);
        int concurrency = given.integer("concurrency", BenchJob.defaultConcurrency(), 1, CallConfig.MAX_CONCURRENCY);
        GpuSelection gpus = given.has("gpus") ? CallConfig.gpus(given) : GpuSelection.ONE;
        given.rejectUnknown();
        return new Job<>(this, given, what, concurrency, gpus);
    }

    private record Job<G extends Graph, C, R extends AutoCloseable>(
            BenchAlgorithm<G, C, R> bench, Configuration given, C config, int concurrency, GpuSelection gpus)
            implements BenchJob {
        @Override
        public Backend.Choice choose(Backend backend, GraphSize size) {
            return backend.choose(bench.algorithm, size, config, concurrency, gpus);
        }

        @Override
        public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
            G input = bench.algorithm.graphType().cast(graph);
            R counts = bench.algorithm.run(choice, input, config, execution);
            try {
                return bench.answer.of(given, input, counts);
            } catch (RuntimeException | Error e) {
                // Some results are made while they are read, which may be cancelled.
                close(counts, e);
                throw e;
            }
        }

        private static void close(AutoCloseable counts, Throwable failure) {
            try {
                counts.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }

        @Override
        public Set<String> mayDiffer() {
            return bench.mayDiffer;
        }
    }
}
