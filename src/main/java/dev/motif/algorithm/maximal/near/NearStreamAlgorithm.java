package dev.motif.algorithm.maximal.near;

import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;

/** Streams the near-bicliques that {@link NearAlgorithm} counts. */
public final class NearStreamAlgorithm extends StreamingAlgorithm<BipartiteGraph, NearConfig, FoundBicliques> {
    public NearStreamAlgorithm() {
        super(new NearAlgorithm(), "near-bicliques");
    }

    @Override
    public FoundBicliques cpu(BipartiteGraph graph, NearConfig config, Execution execution) {
        return new FoundBicliques.Streamed(
                NearCpu.STAGE,
                (searching, consumer) -> new NearCpu(config, searching)
                        .search(
                                graph,
                                worker -> at -> consumer.accept(
                                        at.members(), searching.workers().cancellation())),
                config.limit(),
                execution);
    }
}
