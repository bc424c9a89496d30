package dev.motif.algorithm.maximal.lockstep;

import dev.motif.algorithm.maximal.model.Biclique;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.algorithm.maximal.search.SearchWorker;
import dev.motif.backend.Algorithm;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.BipartiteGraph;
import java.util.List;

/** Streams the groups that {@link LockstepAlgorithm} counts while a search finds them, in no particular order. */
public final class LockstepStreamAlgorithm implements Algorithm<BipartiteGraph, LockstepConfig, FoundBicliques> {
    @Override
    public String name() {
        return "biclique.lockstep.stream";
    }

    @Override
    public Class<BipartiteGraph> graphType() {
        return BipartiteGraph.class;
    }

    @Override
    public List<String> stages(GraphSize size, LockstepConfig config) {
        return List.of(SearchWorker.STAGE);
    }

    /** Returns at once; the graph and its times must stay open until the result has been closed. */
    @Override
    public FoundBicliques cpu(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        return new Cursor(graph, config, execution);
    }

    @Override
    public CpuEstimate cpuEstimate(GraphSize size, LockstepConfig config, int concurrency) {
        return withBuffer(LockstepSearch.estimate(size, config, concurrency));
    }

    @Override
    public CpuEstimate cpuEstimate(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        return withBuffer(LockstepSearch.estimate(graph, config, execution));
    }

    private CpuEstimate withBuffer(CpuEstimate search) {
        return new CpuEstimate(
                MemoryEstimate.sum(
                        name(),
                        search.offHeap(),
                        MemoryEstimate.range("groups that nobody has fetched yet", 0, FoundBuffer.CAPACITY_BYTES)),
                search.heap());
    }

    /** Iterates over groups while a search finds them. */
    private static final class Cursor extends SearchStream<Biclique> implements FoundBicliques {
        Cursor(BipartiteGraph graph, LockstepConfig config, Execution execution) {
            super(
                    SearchWorker.STAGE,
                    0,
                    (searching, consumer) -> LockstepSearch.run(
                            graph,
                            config,
                            searching,
                            worker -> group -> consumer.accept(
                                    group.members(), searching.workers().cancellation())),
                    FORM,
                    config.limit(),
                    execution,
                    () -> false);
        }
    }
}
