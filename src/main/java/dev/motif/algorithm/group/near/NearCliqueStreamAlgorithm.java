package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.backend.DistinctStream;
import dev.motif.backend.FoundGroups;
import dev.motif.backend.GroupChoice;
import dev.motif.backend.GroupKind;
import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.graph.UnipartiteGraph;

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

    @Override
    public FoundGroups<int[]> cpu(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return config.choice().ofLargest() ? largest(graph, config, execution) : streamed(graph, config, execution);
    }

    private static FoundGroups<int[]> largest(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return execution.inTime(config.timeoutMillis(), timed -> config.choice()
                .largest(GroupKind.CLIQUES, (near, least) -> near.length, timed, largest -> {
                    new NearCliqueCpu(config, timed).search(graph, other -> largest.threshold(), worker -> near -> {
                        // Before members are copied, which takes longer.
                        if (near.size() >= largest.threshold()) {
                            largest.offer(near.members());
                        }
                    });
                }));
    }

    private static FoundGroups<int[]> streamed(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return new DistinctStream<>(
                NearCliqueCpu.STAGE,
                (searching, consumer) -> new NearCliqueCpu(config, searching)
                        .search(
                                graph,
                                Bound.NONE,
                                worker -> near -> consumer.accept(
                                        near.members(), searching.workers().cancellation())),
                GroupKind.CLIQUES,
                config.choice(),
                execution);
    }
}
