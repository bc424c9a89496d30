package dev.motif.bench;

import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Graph;
import java.util.Set;

/** An algorithm with its configuration. */
public interface BenchJob {
    /** The number of threads it wants. */
    int concurrency();

    /** Where it runs on a graph of this size. */
    Backend.Choice choose(Backend backend, GraphSize size);

    /** Runs once. The graph is of the algorithm's kind; the result is owned by the caller. */
    BenchResult run(Graph graph, Backend.Choice choice, Execution execution);

    /** The fields of the result that may differ between two runs, such as a choice by an estimate. */
    default Set<String> mayDiffer() {
        return Set.of();
    }

    /** Threads where the configuration does not say how many. */
    static int defaultConcurrency() {
        return Runtime.getRuntime().availableProcessors();
    }
}
