package dev.motif.algorithm.group.near;

import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.backend.work.SearchStream;
import dev.motif.graph.UnipartiteGraph;

/** Streams the near-cliques that {@link NearCliqueAlgorithm} counts, each as its vertices, ascending. */
public final class NearCliqueStreamAlgorithm
        extends StreamingAlgorithm<UnipartiteGraph, NearCliqueConfig, SearchStream<int[]>> {
    public NearCliqueStreamAlgorithm() {
        super(new NearCliqueAlgorithm(), "near-cliques");
    }

    @Override
    public SearchStream<int[]> cpu(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return new SearchStream<>(
                NearCliqueCpu.STAGE,
                0,
                (searching, consumer) -> new NearCliqueCpu(config, searching)
                        .search(
                                graph,
                                worker -> near -> consumer.accept(
                                        near.members(0), searching.workers().cancellation())),
                FoundBuffer.Form.CLIQUES,
                config.limit(),
                execution,
                () -> false);
    }
}
