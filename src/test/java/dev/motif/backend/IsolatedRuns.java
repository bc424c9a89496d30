package dev.motif.backend;

import dev.motif.backend.work.Execution;
import dev.motif.graph.Graph;
import dev.motif.process.WorkerProcess;
import java.util.List;

/** Runs algorithms in another process for tests of other packages. */
public final class IsolatedRuns {
    private IsolatedRuns() {}

    /** Runs an algorithm in {@code process} on {@code backend}, and returns its result, owned by the caller. */
    public static <G extends Graph, C, R extends AutoCloseable> R run(
            Algorithm<G, C, R> algorithm,
            C config,
            Backend backend,
            WorkerProcess process,
            G graph,
            Execution execution) {
        return IsolatedRun.of(algorithm, config, new Backend.Choice(backend, List.of(), "chosen by the test"))
                .in(process, graph, execution);
    }
}
