package dev.motif.algorithm.maximal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.maximal.Searches.Way;
import dev.motif.algorithm.maximal.model.FoundBicliques;
import dev.motif.algorithm.maximal.model.MaximalBicliqueConfig.PerVertex;
import dev.motif.algorithm.maximal.model.MaximalBicliqueStreamConfig;
import dev.motif.algorithm.maximal.model.SizeLimits;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.AllocationFailures;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import dev.motif.timing.Slow;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a search allocates no more than estimated, and frees everything when it fails. */
class MaximalBicliqueMemoryTest {
    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<Way> ways() {
        return Searches.ways();
    }

    /**
     * The ways with one worker, which needs the same memory in every run; several workers share their work differently
     * each time.
     */
    static Stream<Way> waysAlone() {
        return Searches.ways().filter(way -> way.threads() == 1);
    }

    @AfterEach
    void nothingStaysAllocated() {
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void estimateIsEnough(Way way) {
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 30_000, 20_000, 50_000, 1),
                RandomGraphs.bipartite(2, 60, 2000, 6000, 1),
                RandomGraphs.bipartite(3, 3000, 10, 1000, 2),
                RandomGraphs.bipartite(4, 1000, 3000, 9000, 4));
        Way perVertex = way.with(way.config().with(PerVertex.COUNT));
        for (EdgeList list : lists) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                GraphSize size = GraphSize.of(graph);
                MemoryEstimate estimate = way.counting()
                        .cpuEstimate(size, perVertex.config(), way.threads())
                        .offHeap();
                memory.resetPeak();
                way.counting()
                        .cpu(graph, perVertex.config(), perVertex.execution(memory))
                        .close();
                long measured = memory.peakBytes() - graph.bytes();
                assertThat(measured).as("%s of %s", way, size).isBetween(estimate.minBytes(), estimate.maxBytes());
            }
        }
    }

    /** Uses graphs with hubs on either side, with many frames, with large frames, and without edges. */
    @Slow
    @ParameterizedTest
    @MethodSource("ways")
    void estimateOfAGraphIsCloseToThePeak(Way way) {
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 30_000, 20_000, 50_000, 1),
                RandomGraphs.bipartite(2, 60, 2000, 6000, 1),
                RandomGraphs.bipartite(3, 2000, 7, 5000, 1),
                RandomGraphs.bipartite(4, 7, 2000, 5000, 1),
                RandomGraphs.bipartite(5, 3000, 3000, 12_000, 2),
                TestGraphs.complete(300, 200),
                TestGraphs.crown(14),
                TestGraphs.star(5000),
                TestGraphs.edgeless(3000, 2000));
        List<SizeLimits> limits = List.of(SizeLimits.NONE, new SizeLimits(3, Integer.MAX_VALUE, 2, 50));
        for (EdgeList list : lists) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                for (SizeLimits sizes : limits) {
                    Way limited = way.with(way.config().with(sizes));
                    Searches.countedAsEstimated(graph, limited, memory).close();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("waysAlone")
    void failedAllocationLeavesNothing(Way way) {
        EdgeList list = RandomGraphs.bipartite(7, 60, 900, 4000, 2);
        Way perVertex = way.with(way.config().with(PerVertex.LARGEST));
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            AllocationFailures.check(little -> way.counting()
                    .cpu(graph, perVertex.config(), perVertex.execution(little))
                    .close());
        }
    }

    @ParameterizedTest
    @MethodSource("waysAlone")
    void failedAllocationEndsTheCursor(Way way) {
        EdgeList list = RandomGraphs.bipartite(7, 60, 900, 4000, 2);
        MaximalBicliqueStreamConfig config = new MaximalBicliqueStreamConfig(way.config(), Long.MAX_VALUE);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            AllocationFailures.check(little -> {
                try (FoundBicliques found = way.streaming().cpu(graph, config, way.execution(little))) {
                    found.forEachRemaining(biclique -> {});
                }
            });
        }
    }
}
