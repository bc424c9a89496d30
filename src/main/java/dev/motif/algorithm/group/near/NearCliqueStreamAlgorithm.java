package dev.motif.algorithm.group.near;

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
import dev.motif.choice.GroupKind;
import dev.motif.choice.StreamingAlgorithm;
import dev.motif.graph.UnipartiteGraph;
import java.util.function.BooleanSupplier;

/**
 * Finds the near-cliques that {@link NearCliqueAlgorithm} counts, each as its vertices, ascending: all of them while the
 * search finds them, or the near-cliques with the most vertices.
 */
public final class NearCliqueStreamAlgorithm
        extends StreamingAlgorithm<UnipartiteGraph, NearCliqueConfig, FoundGroups<int[]>> {
    public NearCliqueStreamAlgorithm() {
        super(new NearCliqueAlgorithm(), "near-cliques");
    }

    @Override
    protected GroupChoice choice(NearCliqueConfig config) {
        return config.choice();
    }

    /** Passes on all near-cliques that a bound wants. */
    @FunctionalInterface
    private interface Search {
        /** @param again whether a near-clique may be passed on again */
        void run(Execution execution, Bound bound, SearchStream.Consumer<NearGroup> found, boolean again);
    }

    @Override
    public FoundGroups<int[]> cpu(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        Search search = (searching, bound, found, again) -> new NearCliqueCpu(config, searching)
                .search(
                        graph,
                        bound,
                        worker -> near -> found.accept(near, searching.workers().cancellation()));
        return found(config, execution, () -> false, search);
    }

    @Override
    public GpuVersion<UnipartiteGraph, FoundGroups<int[]>> gpu(NearCliqueConfig config) {
        if (config.window() != null) {
            return null;
        }
        return new NearGroupsGpu<>(this, config, !config.choice().ofLargest(), (graph, execution, devices) -> {
            Search search = (searching, bound, found, again) -> searching.runInTime(config.timeoutMillis(), timed -> {
                try (NearRoots roots = new NearCliqueCpu(config, timed).roots(graph, bound)) {
                    NearGroupsGpu.find(roots, graph, timed, devices, again, found);
                }
            });
            return found(config, execution, DeviceGroup.keepsOthersWaiting(devices), search);
        });
    }

    private static FoundGroups<int[]> found(
            NearCliqueConfig config, Execution execution, BooleanSupplier keepsOthersWaiting, Search search) {
        return config.choice().ofLargest()
                ? largest(config, execution, search)
                : new DistinctStream<>(
                        NearCliqueCpu.STAGE,
                        (searching, consumer) -> search.run(
                                searching,
                                Bound.NONE,
                                (near, stopped) -> consumer.accept(near.members(0), stopped),
                                false),
                        GroupKind.CLIQUES,
                        config.choice(),
                        execution,
                        keepsOthersWaiting);
    }

    private static FoundGroups<int[]> largest(NearCliqueConfig config, Execution execution, Search search) {
        return execution.inTime(config.timeoutMillis(), timed -> config.choice()
                .largest(GroupKind.CLIQUES, (near, least) -> near.length, timed, largest -> {
                    Bound bound = ofOther -> largest.threshold();
                    search.run(
                            timed,
                            bound,
                            (near, stopped) -> {
                                // Before members are copied, which takes longer.
                                if (near.size(0) >= largest.threshold()) {
                                    largest.offer(near.members(0));
                                }
                            },
                            true);
                }));
    }

    @Override
    public String withoutGpu(NearCliqueConfig config) {
        return WindowParts.ON_CPU;
    }

    @Override
    public RunCost cost(NearCliqueConfig config) {
        return NearCliqueAlgorithm.COST;
    }
}
