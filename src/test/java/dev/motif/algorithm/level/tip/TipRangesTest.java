package dev.motif.algorithm.level.tip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
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

/** Checks that vertices that are peeled in ranges have the tip numbers of a peeling level by level. */
@LeavesNothing
class TipRangesTest {
    private final NativeMemory memory = new NativeMemory(1L << 30);

    private List<Long> tips(EdgeList list, Side side, int threads, long ranges) {
        Workers workers = Workers.of(threads);
        try (BipartiteGraph graph = list.toGraph(memory, workers);
                TipResult result = new TipCpu(graph, new TipConfig(side), execution(memory, workers), ranges).count()) {
            List<Long> tips = LongStream.range(0, result.vertices().length())
                    .mapToObj(result.vertices()::get)
                    .toList();
            assertThat(result.levels()).isEqualTo(new HashSet<>(tips).size());
            return tips;
        }
    }

    private static Execution execution(NativeMemory memory, Workers workers) {
        return new Execution(memory, workers, new StageTimes());
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 7, 100})
    void smallGraphsHaveWhatTheDefinitionSays(long ranges) {
        for (long seed = 0; seed < Seeds.atMost(100); seed++) {
            EdgeList list = RandomGraphs.bipartite(seed);
            int threads = 1 + (int) (seed % 3);
            List<Long> expected = PeelingOracle.leftTips(list);
            assertThat(tips(list, Side.LEFT, threads, ranges))
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(expected);
            assertThat(tips(list.transposed(), Side.RIGHT, threads, ranges))
                    .as("seed %d: %s", seed, list)
                    .isEqualTo(expected);
        }
        for (EdgeList list : List.of(TestGraphs.complete(6, 5), TestGraphs.crown(7), TestGraphs.edgeless(3, 2))) {
            assertThat(tips(list, Side.LEFT, 2, ranges)).isEqualTo(PeelingOracle.leftTips(list));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 16, 64})
    void largeGraphsHaveThoseOfOnePeeling(long ranges) {
        for (long seed = 0; seed < 2; seed++) {
            EdgeList list = RandomGraphs.bipartite(seed, 900, 700, 30_000, 3);
            assertThat(tips(list, Side.LEFT, 3, ranges)).isEqualTo(tips(list, Side.LEFT, 1, 1));
            assertThat(tips(list, Side.RIGHT, 3, ranges)).isEqualTo(tips(list, Side.RIGHT, 1, 1));
        }
    }

    @Test
    void estimateEnclosesThePeak() {
        Execution execution = execution(memory, Workers.of(8));
        for (EdgeList list : List.of(
                RandomGraphs.bipartite(1, 2000, 2000, 20_000, 1),
                RandomGraphs.bipartite(2, 800, 300, 20_000, 2),
                RandomGraphs.bipartite(3, 600, 30_000, 30_000, 1))) {
            try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
                assertThat(TipCpu.ranges(graph.leftCount(), 8)).isGreaterThan(1);
                TipConfig config = new TipConfig(Side.LEFT);
                MemoryEstimate estimate =
                        new TipAlgorithm().cpuEstimate(graph, config, execution).offHeap();
                memory.resetPeak();
                new TipAlgorithm().cpu(graph, config, execution).close();
                assertThat(memory.peakBytes() - graph.bytes()).isBetween(estimate.minBytes(), estimate.maxBytes());
            }
        }
    }

    @Test
    void peelsOnceWhereThereIsNoMemoryForParts() {
        EdgeList list = RandomGraphs.bipartite(1, 2000, 2000, 20_000, 1);
        TipConfig config = new TipConfig(Side.LEFT);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            NativeMemory ample = new NativeMemory(1L << 30);
            new TipAlgorithm()
                    .cpu(graph, config, execution(ample, Workers.of(8)))
                    .close();
            NativeMemory tight = new NativeMemory(ample.peakBytes() - 1);
            try (TipResult result = new TipAlgorithm().cpu(graph, config, execution(tight, Workers.of(8)))) {
                assertThat(result.vertices().length()).isEqualTo(2000);
            }
            assertThat(tight.peakBytes()).isLessThan(ample.peakBytes());
        }
    }

    @Test
    void failedAllocationsAndCancellationsLeaveNothing() {
        EdgeList list = RandomGraphs.bipartite(5, 40, 30, 400, 2);
        TipConfig config = new TipConfig(Side.LEFT);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(1))) {
            AllocationFailures.check(own -> new TipCpu(graph, config, execution(own, Workers.of(3)), 6)
                    .count()
                    .close());
            assertThat(CanceledPolls.check(
                            memory, 3, workers -> new TipCpu(graph, config, execution(memory, workers), 6)
                                    .count()
                                    .close()))
                    .isPositive();
        }
    }
}
