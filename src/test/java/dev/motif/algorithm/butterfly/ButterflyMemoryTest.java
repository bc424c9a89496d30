package dev.motif.algorithm.butterfly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.graph.AllocationFailures;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run on the CPU allocates no more than estimated, and frees everything when it fails. */
class ButterflyMemoryTest {
    private static final double MOST_TOO_MUCH = 1.5;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Run(ButterflyConfig config, BackendCase backend) {}

    static Stream<Run> runs() {
        Stream<ButterflyConfig> byPriority = Stream.of(false, true)
                .flatMap(perVertex -> Stream.of(false, true).map(perEdge -> new ButterflyConfig(perVertex, perEdge)));
        Stream<ButterflyConfig> byGbfc = Stream.of(
                        GbfcConfig.ALL, GbfcConfig.withTable(false, true, true), GbfcConfig.byIntersection(true))
                .map(ButterflyConfig::of);
        return Stream.concat(byPriority, byGbfc)
                .flatMap(config -> Stream.of(1, 3).map(n -> new Run(config, new BackendCase(Backend.CPU, n))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void estimateIsEnoughAndNotFarTooMuch(Run run) {
        // Intersection finds butterflies one by one, which is slow; its memory does not depend on their number.
        boolean oneByOne = run.config.gbfc() != null && run.config.gbfc().intersection();
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 30_000, 20_000, 200_000, 1),
                RandomGraphs.bipartite(2, 300, 200, oneByOne ? 20_000 : 200_000, 1),
                RandomGraphs.bipartite(3, 150_000, 10, 1000, 2));
        for (EdgeList list : lists) {
            try (BipartiteGraph graph = list.toGraph(memory, run.backend.workers())) {
                GraphSize size = GraphSize.of(graph);
                MemoryEstimate estimate = new ButterflyAlgorithm()
                        .cpuEstimate(size, run.config, run.backend.concurrency())
                        .offHeap();
                memory.resetPeak();
                run.backend
                        .run(new ButterflyAlgorithm(), graph, run.config, memory)
                        .close();
                long measured = memory.peakBytes() - graph.bytes();
                assertThat(estimate.maxBytes()).as("%s of %s", run, size).isGreaterThanOrEqualTo(measured);
                assertThat((double) estimate.maxBytes())
                        .as("%s of %s", run, size)
                        .isLessThan(MOST_TOO_MUCH * measured);
                assertThat(estimate.minBytes()).as("%s of %s", run, size).isLessThanOrEqualTo(measured);
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void estimateForNothingIsAlmostNothing(Run run) {
        MemoryEstimate estimate = new ButterflyAlgorithm()
                .cpuEstimate(new GraphSize(0, 0, 0), run.config, run.backend.concurrency())
                .offHeap();
        assertThat(estimate.maxBytes()).isLessThan(100);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void failedAllocationLeavesNothing(Run run) {
        EdgeList list = RandomGraphs.bipartite(7, 500, 300, 9000, 2).disjointUnion(TestGraphs.butterfly());
        try (BipartiteGraph graph = list.toGraph(memory, run.backend.workers())) {
            AllocationFailures.check(little -> run.backend
                    .run(new ButterflyAlgorithm(), graph, run.config, little)
                    .close());
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }
}
