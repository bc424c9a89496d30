package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.backend.DistinctStream;
import dev.motif.backend.FoundGroups;
import dev.motif.backend.GroupChoice;
import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;

/**
 * Finds the near-bicliques that {@link NearBicliqueAlgorithm} counts: all of them while the search finds them, or the
 * largest, by the edges among their vertices or by their smaller side.
 */
public final class NearBicliqueStreamAlgorithm
        extends StreamingAlgorithm<BipartiteGraph, NearBicliqueConfig, FoundGroups<Biclique>> {
    public NearBicliqueStreamAlgorithm() {
        super(new NearBicliqueAlgorithm(), "near-bicliques");
    }

    @Override
    protected GroupChoice choice(NearBicliqueConfig config) {
        return config.choice();
    }

    @Override
    public FoundGroups<Biclique> cpu(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return config.choice().ofLargest() ? largest(graph, config, execution) : streamed(graph, config, execution);
    }

    private static FoundGroups<Biclique> largest(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return execution.inTime(config.timeoutMillis(), timed -> config.choice()
                .largest(Biclique.KIND, (near, least) -> size(graph, config.size(), near), timed, largest -> {
                    Bound bound = ofOther -> config.size().leastOfSide(largest.threshold(), ofOther);
                    new NearBicliqueCpu(config, timed).search(graph, bound, worker -> near -> {
                        // Before members are copied, which takes longer.
                        if (config.size().of(near.leftSize(), near.rightSize()) >= largest.threshold()) {
                            largest.offer(near.members());
                        }
                    });
                }));
    }

    private static long size(BipartiteGraph graph, BicliqueSize size, Biclique near) {
        return size == BicliqueSize.EDGES
                ? graph.edgesAmong(near.left(), near.right())
                : size.of(near.left().length, near.right().length);
    }

    private static FoundGroups<Biclique> streamed(
            BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return new DistinctStream<>(
                NearBicliqueCpu.STAGE,
                (searching, consumer) -> new NearBicliqueCpu(config, searching)
                        .search(
                                graph,
                                Bound.NONE,
                                worker -> at -> consumer.accept(
                                        at.members(), searching.workers().cancellation())),
                Biclique.KIND,
                config.choice(),
                execution);
    }
}
