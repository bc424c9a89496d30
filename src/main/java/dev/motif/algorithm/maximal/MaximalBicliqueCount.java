package dev.motif.algorithm.maximal;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.BipartiteGraph;

/** Counting maximal bicliques by size and by vertex. */
public final class MaximalBicliqueCount
        implements Algorithm<BipartiteGraph, MaximalBicliqueConfig, MaximalBicliqueCounts> {
    @Override
    public String name() {
        return "biclique.maximal";
    }

    @Override
    public MaximalBicliqueCounts cpu(BipartiteGraph graph, MaximalBicliqueConfig config, Execution execution) {
        return new MaximalBicliqueCpu(graph, config, execution).count();
    }

    @Override
    public MemoryEstimate estimate(GraphSize size, MaximalBicliqueConfig config, int concurrency) {
        long perVertex = config.perVertex() == MaximalBicliqueConfig.PerVertex.NOTHING ? 0 : size.vertices();
        return MemoryEstimate.sum(
                name(),
                MaximalBicliqueSearch.estimate(size, config, concurrency),
                MemoryEstimate.of("result", perVertex * Long.BYTES));
    }
}
