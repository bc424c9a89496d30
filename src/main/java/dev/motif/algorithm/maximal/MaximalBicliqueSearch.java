package dev.motif.algorithm.maximal;

import dev.motif.algorithm.maximal.MaximalBicliqueConfig.RootSide;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.BipartiteGraph;
import java.util.function.IntFunction;

/** Enumerates maximal bicliques on the CPU: the way from a graph to consumers, one a worker. */
final class MaximalBicliqueSearch {
    private final MaximalBicliqueConfig config;
    private final Pruning pruning;

    private MaximalBicliqueSearch(MaximalBicliqueConfig config, Pruning pruning) {
        this.config = config;
        this.pruning = pruning;
    }

    static MaximalBicliqueSearch of(MaximalBicliqueConfig config, Pruning pruning) {
        return new MaximalBicliqueSearch(config, pruning);
    }

    /**
     * Returns when all have been found.
     *
     * @param consumers makes the consumer of a worker; called before any worker begins
     */
    SearchReport run(BipartiteGraph graph, Execution execution, IntFunction<MaximalBicliqueConsumer> consumers) {
        throw new UnsupportedOperationException(
                "the search is in the next commit: " + config + pruning + RootSide.AUTO);
    }

    static MemoryEstimate estimate(GraphSize size, MaximalBicliqueConfig config, int concurrency) {
        throw new UnsupportedOperationException();
    }
}
