package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.clique.FoundCliques;
import dev.motif.backend.GroupChoice;
import dev.motif.backend.LargestGroups;
import dev.motif.backend.StreamingAlgorithm;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.FoundBuffer;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;

/**
 * Finds the near-cliques that {@link NearCliqueAlgorithm} counts, each as its vertices, ascending: all of them while the
 * search finds them, or the near-cliques with the most vertices.
 */
public final class NearCliqueStreamAlgorithm
        extends StreamingAlgorithm<UnipartiteGraph, NearCliqueConfig, FoundCliques> {
    public NearCliqueStreamAlgorithm() {
        super(new NearCliqueAlgorithm(), "near-cliques");
    }

    @Override
    protected GroupChoice choice(NearCliqueConfig config) {
        return config.choice();
    }

    @Override
    public FoundCliques cpu(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return config.choice().ofLargest() ? largest(graph, config, execution) : streamed(graph, config, execution);
    }

    private static FoundCliques largest(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        LargestGroups.Heap<int[]> heap =
                LargestGroups.Heap.ofCliques(execution.memory().heap());
        return OffHeapScope.closingOnFailure(
                heap,
                () -> execution.inTime(
                        config.timeoutMillis(),
                        timed -> FoundCliques.of(
                                config.choice()
                                        .largest(
                                                (near, least) -> near.length,
                                                Arrays::compare,
                                                FoundBuffer.Form.CLIQUES::arrays,
                                                heap,
                                                largest -> new NearCliqueCpu(config, timed)
                                                        .search(graph, worker -> near -> offer(near, largest))),
                                heap)));
    }

    private static void offer(NearCliqueCpu.Found near, LargestGroups<int[]> largest) {
        // Before members are copied, which takes longer.
        if (near.size() >= largest.threshold()) {
            largest.offer(near.members());
        }
    }

    private static FoundCliques streamed(UnipartiteGraph graph, NearCliqueConfig config, Execution execution) {
        return new FoundCliques.Streamed(
                NearCliqueCpu.STAGE,
                (searching, consumer) -> new NearCliqueCpu(config, searching)
                        .search(
                                graph,
                                worker -> near -> consumer.accept(
                                        near.members(), searching.workers().cancellation())),
                config.choice().limit(),
                config.choice().maxOverlap(),
                0,
                execution,
                () -> false);
    }
}
