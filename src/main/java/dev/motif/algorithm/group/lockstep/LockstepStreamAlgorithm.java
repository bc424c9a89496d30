package dev.motif.algorithm.group.lockstep;

import dev.motif.algorithm.group.biclique.model.FoundBicliques;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;

/** Streams the groups that {@link LockstepAlgorithm} counts; the times of the graph must stay open too. */
public final class LockstepStreamAlgorithm extends StreamingAlgorithm<BipartiteGraph, LockstepConfig, FoundBicliques> {
    public LockstepStreamAlgorithm() {
        super(new LockstepAlgorithm(), "groups");
    }

    @Override
    public FoundBicliques cpu(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        return new FoundBicliques.Streamed(
                SearchWorker.STAGE,
                (searching, consumer) -> LockstepSearch.run(
                        graph,
                        config,
                        searching,
                        worker -> group -> consumer.accept(
                                group.members(), searching.workers().cancellation())),
                config.limit(),
                1,
                execution);
    }
}
