package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.FoundBicliques;
import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;

/** Streams the near-bicliques that {@link NearBicliqueAlgorithm} counts. */
public final class NearBicliqueStreamAlgorithm
        extends StreamingAlgorithm<BipartiteGraph, NearBicliqueConfig, FoundBicliques> {
    public NearBicliqueStreamAlgorithm() {
        super(new NearBicliqueAlgorithm(), "near-bicliques");
    }

    @Override
    public FoundBicliques cpu(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return new FoundBicliques.Streamed(
                NearBicliqueCpu.STAGE,
                (searching, consumer) -> new NearBicliqueCpu(config, searching)
                        .search(
                                graph,
                                worker -> at -> consumer.accept(
                                        at.members(), searching.workers().cancellation())),
                config.limit(),
                execution);
    }
}
