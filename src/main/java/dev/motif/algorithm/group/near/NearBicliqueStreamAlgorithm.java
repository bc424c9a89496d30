package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.Biclique;
import dev.motif.algorithm.group.biclique.model.BicliqueSize;
import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.DeviceGroup;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchStream;
import dev.motif.choice.DistinctStream;
import dev.motif.choice.FoundGroups;
import dev.motif.choice.GroupChoice;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.BipartiteGraph;
import java.util.function.BooleanSupplier;

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

    /** Passes on all near-bicliques that a bound wants. */
    @FunctionalInterface
    private interface Search {
        /** @param again whether a near-biclique may be passed on again */
        void run(Execution execution, Bound bound, SearchStream.Consumer<NearGroup> found, boolean again);
    }

    @Override
    public FoundGroups<Biclique> cpu(BipartiteGraph graph, NearBicliqueConfig config, Execution execution) {
        Search search = (searching, bound, found, again) -> new NearBicliqueCpu(config, searching)
                .search(
                        graph,
                        bound,
                        worker -> near -> found.accept(near, searching.workers().cancellation()));
        return found(graph, config, execution, () -> false, search);
    }

    @Override
    public GpuVersion<BipartiteGraph, FoundGroups<Biclique>> gpu(NearBicliqueConfig config) {
        if (config.window() != null) {
            return null;
        }
        return new NearGroupsGpu<>(this, config, !config.choice().ofLargest(), (graph, execution, devices) -> {
            Search search = (searching, bound, found, again) -> searching.runInTime(config.timeoutMillis(), timed -> {
                try (NearRoots roots = new NearBicliqueCpu(config, timed).roots(graph, bound)) {
                    NearGroupsGpu.find(roots, graph, timed, devices, again, found);
                }
            });
            return found(graph, config, execution, DeviceGroup.keepsOthersWaiting(devices), search);
        });
    }

    private static FoundGroups<Biclique> found(
            BipartiteGraph graph,
            NearBicliqueConfig config,
            Execution execution,
            BooleanSupplier keepsOthersWaiting,
            Search search) {
        return config.choice().ofLargest()
                ? largest(graph, config, execution, search)
                : new DistinctStream<>(
                        NearBicliqueCpu.STAGE,
                        (searching, consumer) -> search.run(
                                searching,
                                Bound.NONE,
                                (near, stopped) -> consumer.accept(biclique(near), stopped),
                                false),
                        Biclique.KIND,
                        config.choice(),
                        execution,
                        keepsOthersWaiting);
    }

    private static FoundGroups<Biclique> largest(
            BipartiteGraph graph, NearBicliqueConfig config, Execution execution, Search search) {
        return execution.inTime(config.timeoutMillis(), timed -> config.choice()
                .largest(Biclique.KIND, (near, least) -> size(graph, config.size(), near), timed, largest -> {
                    Bound bound = ofOther -> config.size().leastOfSide(largest.threshold(), ofOther);
                    search.run(
                            timed,
                            bound,
                            (near, stopped) -> {
                                // Before members are copied, which takes longer.
                                if (config.size().of(near.size(0), near.size(1)) >= largest.threshold()) {
                                    largest.offer(biclique(near));
                                }
                            },
                            true);
                }));
    }

    private static Biclique biclique(NearGroup near) {
        return Biclique.of(near.members(0), near.members(1));
    }

    private static long size(BipartiteGraph graph, BicliqueSize size, Biclique near) {
        return size == BicliqueSize.EDGES
                ? graph.edgesAmong(near.left(), near.right())
                : size.of(near.left().length, near.right().length);
    }

    @Override
    public String withoutGpu(NearBicliqueConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(NearBicliqueConfig config) {
        return NearCliqueAlgorithm.COST;
    }
}
