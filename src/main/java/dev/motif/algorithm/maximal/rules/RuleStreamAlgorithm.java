package dev.motif.algorithm.maximal.rules;

import dev.motif.algorithm.maximal.search.SearchWorker;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/** Streams the rules that {@link RuleAlgorithm} counts while a search finds them, in no particular order. */
public final class RuleStreamAlgorithm implements Algorithm<BipartiteGraph, RuleConfig, Rules> {
    @Override
    public String name() {
        return "biclique.rules.stream";
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public List<String> stages(GraphSize size, RuleConfig config) {
        return List.of(SearchWorker.STAGE);
    }

    /** Returns at once; the graph must stay open until the result has been closed. */
    @Override
    public Rules cpu(BipartiteGraph graph, RuleConfig config, Execution execution) {
        return new Rules(graph, config, execution);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, RuleConfig config, int concurrency) {
        return withBuffer(RuleSearch.estimate(size, config, concurrency));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, RuleConfig config, Execution execution) {
        return withBuffer(RuleSearch.estimate(graph, config, execution));
    }

    private CpuEstimate withBuffer(CpuEstimate search) {
        return new CpuEstimate(
                MemoryEstimate.sum(
                        name(),
                        search.offHeap(),
                        MemoryEstimate.range("rules that nobody has fetched yet", 0, FoundBuffer.CAPACITY_BYTES)),
                search.heap());
    }
}
