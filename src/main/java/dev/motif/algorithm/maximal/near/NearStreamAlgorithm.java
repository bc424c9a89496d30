package dev.motif.algorithm.maximal.near;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/** Streams the near-bicliques that {@link NearAlgorithm} counts while a search finds them, in no particular order. */
public final class NearStreamAlgorithm implements Algorithm<BipartiteGraph, NearConfig, FoundBicliques> {
    @Override
    public String name() {
        return "biclique.near.stream";
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public List<String> stages(GraphSize size, NearConfig config) {
        return List.of(NearCpu.STAGE);
    }

    /** Returns at once; the graph must stay open until the result has been closed. */
    @Override
    public FoundBicliques cpu(BipartiteGraph graph, NearConfig config, Execution execution) {
        return new Cursor(graph, config, execution);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, NearConfig config, int concurrency) {
        return withBuffer(NearCpu.estimate(size, concurrency));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, NearConfig config, Execution execution) {
        return withBuffer(new NearCpu(config, execution).estimate(graph));
    }

    private CpuEstimate withBuffer(CpuEstimate search) {
        return new CpuEstimate(
                MemoryEstimate.sum(
                        name(),
                        search.offHeap(),
                        MemoryEstimate.range(
                                "near-bicliques that nobody has fetched yet", 0, FoundBuffer.CAPACITY_BYTES)),
                search.heap());
    }

    /** Iterates over near-bicliques while a search finds them. */
    private static final class Cursor extends SearchStream<Biclique> implements FoundBicliques {
        Cursor(BipartiteGraph graph, NearConfig config, Execution execution) {
            super(
                    NearCpu.STAGE,
                    0,
                    (searching, consumer) -> new NearCpu(config, searching)
                            .search(
                                    graph,
                                    worker -> (search, level, left, right) -> consumer.accept(
                                            search.members(level),
                                            searching.workers().cancellation())),
                    FORM,
                    config.limit(),
                    execution,
                    () -> false);
        }
    }
}
