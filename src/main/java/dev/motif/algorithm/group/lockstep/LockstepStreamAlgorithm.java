package dev.motif.algorithm.group.lockstep;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.backend.work.Execution;
import dev.motif.choice.DistinctStream;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.BipartiteGraph;

/** Streams the groups that {@link LockstepAlgorithm} counts; the times of the graph must stay open too. */
public final class LockstepStreamAlgorithm
        extends StreamingAlgorithm<BipartiteGraph, LockstepConfig, FoundGroups<Biclique>> {
    public LockstepStreamAlgorithm() {
        super(new LockstepAlgorithm(), "groups");
    }

    @Override
    public FoundGroups<Biclique> cpu(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        return new DistinctStream<>(
                SearchWorker.STAGE,
                0,
                (searching, consumer) -> LockstepSearch.run(
                        graph,
                        config,
                        searching,
                        worker -> group -> consumer.accept(
                                group.members(), searching.workers().cancellation())),
                Biclique.KIND,
                GroupChoice.all(config.limit()),
                execution);
    }
}
