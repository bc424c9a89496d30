package dev.motif.bench.experiments;

import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.bench.BenchAlgorithms;
import dev.motif.bench.BenchJob;
import dev.motif.bench.BenchRunner;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.graph.Graph;
import java.util.Map;
import java.util.function.Function;

/**
 * One of several ways to the same answer.
 *
 * @param name the heading of its column
 * @param backend {@link Backend#CPU} or {@link Backend#GPU}
 * @param threads how many it may use, or 0 for those of the run
 * @param body runs it
 * @param answer what of its result all techniques of a row must agree on
 */
public record Technique(
        String name, Backend backend, int threads, Body body, Function<Map<String, Object>, Object> answer) {
    /** Runs a technique once. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs on a graph and returns figures by name. It adds its times to {@code execution}, polls the cancellation
         * and leaves nothing allocated.
         */
        Map<String, Object> run(Graph graph, Execution execution) throws Exception;
    }

    /**
     * A configuration of one of the project's algorithms.
     *
     * @param algorithm as in the procedures
     * @param config its configuration, as in the procedures
     * @param answer the key of its row that techniques must agree on
     * @throws IllegalArgumentException when there is no such algorithm or the configuration is wrong
     */
    public static Technique algorithm(
            String name, Backend backend, String algorithm, Map<String, Object> config, String answer) {
        BenchJob job = BenchAlgorithms.named(algorithm).configure(config);
        Body body = (graph, execution) -> new BenchRunner(
                        job, job.choose(backend, GraphSize.of(graph)), execution.memory(), execution.workers())
                .runOnce(graph, execution.times());
        return new Technique(name, backend, 0, body, field(answer));
    }

    /** A technique that is only there to be compared with: on the CPU, with the threads of the run. */
    public static Technique baseline(String name, String answer, Body body) {
        return new Technique(name, Backend.CPU, 0, body, field(answer));
    }

    /** The same technique on a number of threads of its own. */
    public Technique onThreads(int count) {
        return new Technique(name, backend, count, body, answer);
    }

    /** The same technique, before each run of which the devices drop what they have of graphs. */
    public Technique cold() {
        return new Technique(
                name,
                backend,
                threads,
                (graph, execution) -> {
                    if (backend == Backend.GPU) {
                        for (GpuDevice device : Gpus.ofThisHost().devices()) {
                            device.open(device.limitBytes(), execution.workers())
                                    .close();
                        }
                    }
                    return body.run(graph, execution);
                },
                answer);
    }

    /** The same technique, whose time is that of all but preparing. */
    public Technique withoutPreparing() {
        return new Technique(
                name,
                backend,
                threads,
                (graph, execution) -> {
                    StageTimes all = new StageTimes();
                    Map<String, Object> result =
                            body.run(graph, new Execution(execution.memory(), execution.workers(), all));
                    execution.times().add(Stage.TRANSFER, all.exactMillis(Stage.TRANSFER));
                    execution.times().add(Stage.COMPUTE, all.exactMillis(Stage.COMPUTE));
                    return result;
                },
                answer);
    }

    public Technique named(String other) {
        return new Technique(other, backend, threads, body, answer);
    }

    /** The same technique, whose answer is made of its result by a function: for nested results. */
    public Technique answering(Function<Map<String, Object>, Object> other) {
        return new Technique(name, backend, threads, body, other);
    }

    private static Function<Map<String, Object>, Object> field(String key) {
        return result -> {
            if (result.get(key) == null) {
                throw new IllegalStateException("no `" + key + "` in " + result);
            }
            return result.get(key);
        };
    }
}
