package dev.motif.algorithm.kclique;

import dev.motif.backend.Algorithm;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.MemoryEstimate;
import dev.motif.graph.UnipartiteGraph;

public final class KCliqueCount implements Algorithm<UnipartiteGraph, KCliqueConfig, KCliqueCounts> {
    @Override
    public String name() {
        return "kclique";
    }

    @Override
    public KCliqueCounts cpu(UnipartiteGraph graph, KCliqueConfig config, Execution execution) {
        return new KCliqueCpu(graph, config, execution).count();
    }

    @Override
    public MemoryEstimate estimate(GraphSize size, KCliqueConfig config, int concurrency) {
        return MemoryEstimate.of(name(), 0);
    }
}
