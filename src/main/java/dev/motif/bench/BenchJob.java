package dev.motif.bench;

import dev.motif.backend.Backend;
import dev.motif.backend.Execution;
import dev.motif.graph.Graph;

/** An algorithm with its configuration. */
interface BenchJob {
    /** The number of threads it wants. */
    int concurrency();

    /** Runs once. The graph is of the algorithm's kind; the result is owned by the caller. */
    BenchResult run(Graph graph, Backend.Choice choice, Execution execution);

    /** Threads where the configuration does not say how many. */
    static int defaultConcurrency() {
        return Runtime.getRuntime().availableProcessors();
    }
}
