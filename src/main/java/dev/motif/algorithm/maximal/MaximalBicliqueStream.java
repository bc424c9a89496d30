package dev.motif.algorithm.maximal;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.BipartiteGraph;

/** The maximal bicliques of a graph with their members, each once, in no particular order, while they are found. */
public final class MaximalBicliqueStream
        implements Algorithm<BipartiteGraph, MaximalBicliqueStreamConfig, FoundBicliques> {
    @Override
    public String name() {
        return "biclique.maximal";
    }

    /** Returns at once; the graph must stay open until the result has been closed. */
    @Override
    public FoundBicliques cpu(BipartiteGraph graph, MaximalBicliqueStreamConfig config, Execution execution) {
        return new MaximalBicliqueCursor(graph, config.search(), config.limit(), execution);
    }

    @Override
    public MemoryEstimate estimate(GraphSize size, MaximalBicliqueStreamConfig config, int concurrency) {
        return MemoryEstimate.sum(name(), MaximalBicliqueSearch.estimate(size, config.search(), concurrency));
    }
}
