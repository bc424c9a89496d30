package dev.motif.algorithm.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.biclique.densest.DensestAlgorithm;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Result;
import dev.motif.algorithm.biclique.model.BicliqueConfig.Technique;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.backend.Algorithm;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.AllocationFailures;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Alarm;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;

/** Checks that a run on the CPU allocates no more than estimated, and frees everything when it fails or is stopped. */
class BicliqueMemoryTest {
    private static final BackendCase ONE = new BackendCase(Backend.CPU, 1);
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 10_000;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    @AfterEach
    void nothingStaysAllocated() {
        assertThat(memory.liveBytes()).isZero();
    }

    static Stream<BicliqueConfig> configs() {
        return Arrays.stream(Result.values())
                .flatMap(result -> Stream.of(BicliqueConfig.of(3, 3, result), BicliqueConfig.of(1, 3, result)));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void estimateIsEnough(BicliqueConfig config) {
        for (int workers : new int[] {1, 3}) {
            BackendCase backend = new BackendCase(Backend.CPU, workers);
            EdgeList list = RandomGraphs.bipartite(1, 3_000, 2_000, 20_000, 1.5);
            try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
                MemoryEstimate estimate = new BicliqueAlgorithm()
                        .cpuEstimate(GraphSize.of(graph), config, workers)
                        .offHeap();
                memory.resetPeak();
                backend.run(new BicliqueAlgorithm(), graph, config, memory).close();
                assertThat(memory.peakBytes() - graph.bytes())
                        .as("%s with %d workers", config, workers)
                        .isBetween(estimate.minBytes(), estimate.maxBytes());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("configs")
    void failedAllocationLeavesNothing(BicliqueConfig config) {
        EdgeList list = RandomGraphs.bipartite(7, 200, 150, 3000, 2).disjointUnion(TestGraphs.butterfly());
        try (BipartiteGraph graph = list.toGraph(memory, ONE.workers())) {
            boolean allocates =
                    !config.starsAlone() || config.result() == Result.VERTEX || config.result() == Result.EDGE;
            if (allocates) {
                failuresLeaveNothing(new BicliqueAlgorithm(), graph, config);
            }
        }
    }

    @Test
    void failedAllocationOfTheDensestSubgraphLeavesNothing() {
        EdgeList list = RandomGraphs.bipartite(7, 200, 150, 3000, 2);
        try (BipartiteGraph graph = list.toGraph(memory, ONE.workers())) {
            failuresLeaveNothing(new DensestAlgorithm(), graph, BicliqueConfig.of(2, 2, Result.VERTEX));
        }
    }

    private static <R extends AutoCloseable> void failuresLeaveNothing(
            Algorithm<BipartiteGraph, BicliqueConfig, R> algorithm, BipartiteGraph graph, BicliqueConfig config) {
        AllocationFailures.check(little -> {
            try (R result = ONE.run(algorithm, graph, config, little)) {
                assertThat(result).isNotNull();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Result.class)
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled(Result result) {
        BicliqueConfig config = BicliqueConfig.of(4, 4, result);
        try (BipartiteGraph graph = TestGraphs.crown(10).toGraph(memory, ONE.workers())) {
            int polls = 0;
            while (cancelled(graph, config, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                assertThat(++polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
    }

    private boolean cancelled(BipartiteGraph graph, BicliqueConfig config, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        try (BicliqueResult counts = run(graph, config, workers)) {
            assertThat(counts.total()).isEqualTo(210 * 15);
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }

    private BicliqueResult run(BipartiteGraph graph, BicliqueConfig config, Workers workers) {
        return new BicliqueAlgorithm().cpu(graph, config, new Execution(memory, workers, new StageTimes()));
    }

    /** The search is stopped: it would take years. */
    @ParameterizedTest
    @Timeout(120)
    @NullSource
    @EnumSource(value = Side.class, names = "LEFT")
    void hopelessSearchIsStoppedByItsTimeout(Side side) {
        BicliqueConfig config =
                BicliqueConfig.total(30, 30).with(Technique.PIVOT).with(side).withTimeoutMillis(300);
        try (BipartiteGraph graph = TestGraphs.crown(120).toGraph(memory, ONE.workers())) {
            assertThatThrownBy(() -> run(graph, config, Workers.of(2)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching("the search was stopped by `timeoutMillis: 300` after 0 of 120 start nodes,"
                            + " about 0\\.0% of its work");
        }
    }

    @Test
    void runningSearchIsCancelledSoon() {
        Alarm alarm = Alarm.in(200);
        Workers workers = new Workers(2, alarm::rang, Progress.NONE);
        try (BipartiteGraph graph = TestGraphs.crown(120).toGraph(memory, ONE.workers())) {
            assertThatThrownBy(() -> run(graph, BicliqueConfig.total(30, 30), workers))
                    .isInstanceOf(CancellationException.class);
            alarm.assertEndedSoonAfter();
        }
    }

    @Test
    void hopelessSearchIsEstimatedAsSuch() {
        try (BipartiteGraph graph = TestGraphs.crown(120).toGraph(memory, ONE.workers())) {
            Execution estimating = new Execution(memory, ONE.workers(), new StageTimes());
            SearchEstimate hopeless = SearchEstimate.of(graph, BicliqueConfig.total(30, 30), estimating);
            assertThat(hopeless.words()).isGreaterThan(1e12);
            SearchEstimate pivots =
                    SearchEstimate.of(graph, BicliqueConfig.total(30, 30).with(Technique.PIVOT), estimating);
            assertThat(pivots.nodes()).isGreaterThan(1e12);
            assertThat(pivots.words()).isGreaterThan(hopeless.words());
            SearchEstimate easy = SearchEstimate.of(graph, BicliqueConfig.total(2, 3), estimating);
            assertThat(easy.nodes()).isLessThan(1e6);
        }
    }
}
