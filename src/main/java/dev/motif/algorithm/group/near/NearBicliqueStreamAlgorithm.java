package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.biclique.model.FoundBicliques;
import dev.motif.backend.GroupChoice;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Comparator;

/**
 * Finds the near-bicliques that {@link NearBicliqueAlgorithm} counts: all of them while the search finds them, or the
 * largest, by the edges among their vertices or by their smaller side.
 */
public final class NearBicliqueStreamAlgorithm
        extends StreamingAlgorithm<BipartiteGraph, NearBicliqueConfig, FoundBicliques> {
    public NearBicliqueStreamAlgorithm() {
        super(new NearBicliqueAlgorithm(), "near-bicliques");
    }

    @Override
    protected GroupChoice choice(NearBicliqueConfig config) {
        return config.choice();
    }

    @Override
    public FoundBicliques cpu(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return config.choice().ofLargest() ? largest(graph, config, execution) : streamed(graph, config, execution);
    }

    private static FoundBicliques largest(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        LargestGroups.Heap<Biclique> heap = FoundBicliques.heap(execution);
        return OffHeapScope.closingOnFailure(
                heap,
                () -> execution.inTime(
                        config.timeoutMillis(),
                        timed -> FoundBicliques.of(
                                config.choice()
                                        .largest(
                                                (near, least) -> size(graph, config.size(), near),
                                                Comparator.naturalOrder(),
                                                FoundBicliques.FORM::arrays,
                                                heap,
                                                largest -> new NearBicliqueCpu(config, timed)
                                                        .search(graph, worker -> at -> largest.offer(at.members()))),
                                true,
                                heap)));
    }

    private static long size(BipartiteGraph graph, BicliqueSize size, Biclique near) {
        return size == BicliqueSize.EDGES
                ? graph.edgesAmong(near.left(), near.right())
                : size.of(near.left().length, near.right().length);
    }

    private static FoundBicliques streamed(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        return new FoundBicliques.Streamed(
                NearBicliqueCpu.STAGE,
                (searching, consumer) -> new NearBicliqueCpu(config, searching)
                        .search(
                                graph,
                                worker -> at -> consumer.accept(
                                        at.members(), searching.workers().cancellation())),
                config.choice().limit(),
                config.choice().maxOverlap(),
                execution);
    }
}
