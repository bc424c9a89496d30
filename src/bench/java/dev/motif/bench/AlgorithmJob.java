package dev.motif.bench;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.graph.Graph;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A job that runs one algorithm and says what came out.
 *
 * @param answer makes of the graph and the algorithm's result, which it passes on, what the last line says
 * @param mayDiffer what of that may differ between two runs
 */
record AlgorithmJob<G extends Graph, C, R extends AutoCloseable>(
        Algorithm<G, C, R> algorithm,
        Class<G> graphType,
        C config,
        int concurrency,
        BiFunction<G, R, BenchResult> answer,
        Set<String> mayDiffer)
        implements BenchJob {
    AlgorithmJob(
            Algorithm<G, C, R> algorithm,
            Class<G> graphType,
            C config,
            int concurrency,
            BiFunction<G, R, BenchResult> answer) {
        this(algorithm, graphType, config, concurrency, answer, Set.of());
    }

    @Override
    public Backend.Choice choose(Backend backend, GraphSize size) {
        return backend.choose(algorithm, size, config);
    }

    @Override
    public BenchResult run(Graph graph, Backend.Choice choice, Execution execution) {
        G input = graphType.cast(graph);
        return answer.apply(input, algorithm.run(choice, input, config, execution));
    }
}
