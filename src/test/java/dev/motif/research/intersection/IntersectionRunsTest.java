package dev.motif.research.intersection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.commonneighbors.CommonNeighborsAlgorithmTest;
import dev.motif.algorithm.commonneighbors.CommonNeighborsCases;
import dev.motif.algorithm.commonneighbors.model.CommonNeighborsResult;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.AllocationFailures;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Alarm;
import dev.motif.timing.Slow;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run on the CPU allocates no more than estimated, ends when it is cancelled, and frees everything. */
class IntersectionRunsTest {
    private static final double MOST_TOO_MUCH = 1.5;
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 1000;

    private final IntersectionAlgorithm algorithm = new IntersectionAlgorithm();
    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Run(IntersectionConfig config, BackendCase backend) {}

    static Stream<IntersectionConfig> configs() {
        return IntersectionCases.configs();
    }

    static Stream<Run> runs() {
        return configs().flatMap(config -> Stream.of(1, 3).map(n -> new Run(config, new BackendCase(Backend.CPU, n))));
    }

    @AfterEach
    void nothingStaysAllocated() {
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void estimateIsEnoughAndNotFarTooMuch(Run run) {
        for (EdgeList list : List.of(
                CommonNeighborsAlgorithmTest.skewed(1, 20_000, 100_000, 1),
                CommonNeighborsAlgorithmTest.skewed(2, 400, 60_000, 1),
                CommonNeighborsAlgorithmTest.skewed(3, 50_000, 500, 2))) {
            try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, run.backend.workers())) {
                MemoryEstimate estimate = algorithm
                        .cpuEstimate(GraphSize.of(graph), run.config, run.backend.concurrency())
                        .offHeap();
                memory.resetPeak();
                run.backend.run(algorithm, graph, run.config, memory).close();
                long measured = memory.peakBytes() - graph.bytes();
                assertThat(estimate.minBytes()).isLessThanOrEqualTo(measured);
                assertThat(estimate.maxBytes())
                        .isBetween(measured, Math.max(measured, (long) (MOST_TOO_MUCH * measured) - 1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void failedAllocationLeavesNothing(Run run) {
        EdgeList list = CommonNeighborsAlgorithmTest.skewed(7, 500, 6000, 2);
        try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, run.backend.workers())) {
            AllocationFailures.check(little ->
                    run.backend.run(algorithm, graph, run.config, little).close());
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }

    @Slow
    @ParameterizedTest
    @MethodSource("configs")
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled(IntersectionConfig config) {
        try (UnipartiteGraph graph = CommonNeighborsCases.complete(60).toUnipartiteGraph(memory, Workers.of(2))) {
            int polls = 0;
            while (cancelled(graph, config, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                assertThat(++polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
    }

    private boolean cancelled(UnipartiteGraph graph, IntersectionConfig config, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        try (CommonNeighborsResult counts =
                algorithm.cpu(graph, config, new Execution(memory, workers, new StageTimes()))) {
            assertThat(counts.triangles()).isEqualTo(60 * 59 * 58 / 6);
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }

    static Stream<IntersectionConfig> techniques() {
        return Stream.of(IntersectionConfig.of(MpsConfig.ALL), IntersectionConfig.of(BmpConfig.ALL));
    }

    /** Counting would take many seconds if it was not cancelled. */
    @Slow
    @ParameterizedTest
    @MethodSource("techniques")
    void countingEndsSoonAfterCancellation(IntersectionConfig config) {
        try (LoadedGraph loaded =
                Generators.parse("gnm,n=5000,edges=9000000,seed=1").build(memory, Workers.of(2))) {
            Alarm alarm = Alarm.in(1000);
            Workers workers = new Workers(2, alarm::rang, Progress.NONE);
            Execution execution = new Execution(memory, workers, new StageTimes());
            assertThatThrownBy(() -> algorithm
                            .cpu((UnipartiteGraph) loaded.graph(), config, execution)
                            .close())
                    .isInstanceOf(CancellationException.class);
            alarm.assertEndedSoonAfter();
        }
    }
}
