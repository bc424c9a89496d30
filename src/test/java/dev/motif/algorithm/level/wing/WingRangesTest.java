package dev.motif.algorithm.level.wing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.order.PeeledEdges;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.oracle.PeelingOracle;
import dev.motif.parallel.Workers;
import dev.motif.timing.Seeds;
import java.util.HashSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that edges that are peeled in ranges have the wing numbers of a peeling level by level. */
@LeavesNothing
class WingRangesTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    private List<Long> wings(EdgeList list, int threads, long ranges) {
        Workers workers = Workers.of(threads);
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                PeeledEdges result =
                        new WingCpu(graph, new Execution(memory, workers, new StageTimes()), ranges).count()) {
            List<Long> wings = LongStream.range(0, result.edges().length())
                    .mapToObj(result.edges()::get)
                    .toList();
            assertThat(result.levels()).isEqualTo(new HashSet<>(wings).size());
            return wings;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 7, 100})
    void smallGraphsHaveWhatTheDefinitionSays(long ranges) {
        for (long seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            assertThat(wings(list, 1 + (int) (seed % 3), ranges))
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(PeelingOracle.wings(list));
        }
        for (EdgeList list : List.of(TestGraphs.complete(6, 5), TestGraphs.crown(7), TestGraphs.edgeless(3, 2))) {
            assertThat(wings(list, 2, ranges)).isEqualTo(PeelingOracle.wings(list));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 16, 64})
    void largeGraphsHaveThoseOfOnePeeling(long ranges) {
        for (long seed = 0; seed < 2; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 900, 700, 30_000, 3);
            assertThat(wings(list, 3, ranges)).isEqualTo(wings(list, 1, 1));
        }
    }

    @Test
    void estimateEnclosesThePeak() {
        Execution execution = new Execution(memory, Workers.of(8), new StageTimes());
        for (EdgeList list : List.of(
                RandomGraphs.bipartite(1, 2000, 2000, 20_000, 1), RandomGraphs.bipartite(2, 400, 300, 20_000, 2))) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                assertThat(WingCpu.ranges(graph.edgeCount(), 8)).isGreaterThan(1);
                MemoryEstimate estimate = new WingAlgorithm()
                        .cpuEstimate(graph, new WingConfig(), execution)
                        .offHeap();
                memory.resetPeak();
                new WingCpu(graph, execution).count().close();
                assertThat(memory.peakBytes() - graph.bytes()).isBetween(estimate.minBytes(), estimate.maxBytes());
            }
        }
    }

    @Test
    void failedAllocationsAndCancellationsLeaveNothing() {
        EdgeList list = RandomGraphs.bipartite(5, 40, 30, 400, 2);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            AllocationFailures.check(own -> new WingCpu(graph, new Execution(own, Workers.of(3), new StageTimes()), 6)
                    .count()
                    .close());
            assertThat(CanceledPolls.check(memory, 3, workers -> new WingCpu(
                                    graph, new Execution(memory, workers, new StageTimes()), 6)
                            .count()
                            .close()))
                    .isPositive();
        }
    }
}
