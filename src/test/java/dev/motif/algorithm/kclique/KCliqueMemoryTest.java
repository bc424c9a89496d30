package dev.motif.algorithm.kclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.kclique.model.KCliqueConfig;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Encoding;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Parallelization;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Result;
import dev.motif.algorithm.kclique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.kclique.model.KCliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.AllocationFailures;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Alarm;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a run on the CPU allocates no more than estimated, and frees everything when it fails or is stopped. */
class KCliqueMemoryTest {
    private static final BackendCase ONE = new BackendCase(Backend.CPU, 1);
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 10_000;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    @AfterEach
    void nothingStaysAllocated() {
        assertThat(memory.liveBytes()).isZero();
    }

    static Stream<KCliqueConfig> configs() {
        return Stream.of(
                KCliqueConfig.all(),
                KCliqueConfig.total(3, 3),
                KCliqueConfig.total(3, 6).with(Parallelization.EDGE),
                KCliqueConfig.total(5, 5).with(Encoding.CSR),
                KCliqueConfig.of(5, Result.VERTEX),
                KCliqueConfig.of(5, Result.EDGE),
                KCliqueConfig.of(4, Result.EDGE).with(Encoding.CSR).with(Parallelization.EDGE));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void estimateIsEnough(KCliqueConfig config) {
        for (EdgeList list : new EdgeList[] {sparse(), RandomGraphs.unipartite(6), CliqueGraphs.complete(70)}) {
            for (int workers : new int[] {1, 3}) {
                BackendCase backend = new BackendCase(Backend.CPU, workers);
                try (UnipartiteGraph graph = list.toUnipartiteGraph(memory, backend.workers())) {
                    MemoryEstimate estimate = new KCliqueAlgorithm()
                            .cpuEstimate(GraphSize.of(graph), config, workers)
                            .offHeap();
                    memory.resetPeak();
                    backend.run(new KCliqueAlgorithm(), graph, config, memory).close();
                    assertThat(memory.peakBytes() - graph.bytes())
                            .as("%s with %d workers", config, workers)
                            .isBetween(estimate.minBytes(), estimate.maxBytes());
                }
            }
        }
    }

    private static EdgeList sparse() {
        EdgeList drawn = RandomGraphs.bipartite(1, 3_000, 3_000, 20_000, 1.5);
        return new EdgeList(
                3_000,
                3_000,
                drawn.edges().stream().filter(e -> e.left() < e.right()).toList());
    }

    @ParameterizedTest
    @MethodSource("configs")
    void failedAllocationLeavesNothing(KCliqueConfig config) {
        try (UnipartiteGraph graph = RandomGraphs.unipartite(6).toUnipartiteGraph(memory, ONE.workers())) {
            AllocationFailures.check(little ->
                    ONE.run(new KCliqueAlgorithm(), graph, config, little).close());
        }
    }

    @ParameterizedTest
    @MethodSource("configs")
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled(KCliqueConfig config) {
        try (UnipartiteGraph graph = CliqueGraphs.complete(30).toUnipartiteGraph(memory, ONE.workers())) {
            int polls = 0;
            while (cancelled(graph, config, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                assertThat(++polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
    }

    private boolean cancelled(UnipartiteGraph graph, KCliqueConfig config, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        try (KCliqueResult counts = run(graph, config, workers)) {
            assertThat(counts.count(config.minK())).isEqualTo(CliqueGraphs.choices(30, config.minK()));
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }

    private KCliqueResult run(UnipartiteGraph graph, KCliqueConfig config, Workers workers) {
        return new KCliqueAlgorithm().cpu(graph, config, new Execution(memory, workers, new StageTimes()));
    }

    /** A graph of 80 parts of 4 vertices, which has far too many cliques of 60 vertices for any search. */
    private static final EdgeList HOPELESS = CliqueGraphs.multipartite(80, 4);

    @ParameterizedTest
    @EnumSource(
            value = Technique.class,
            names = {"ORIENTATION", "PIVOT"})
    @Timeout(120)
    void hopelessSearchIsStoppedByItsTimeout(Technique technique) {
        for (Parallelization start : new Parallelization[] {Parallelization.VERTEX, Parallelization.EDGE}) {
            KCliqueConfig config =
                    KCliqueConfig.total(60, 60).with(technique).with(start).withTimeoutMillis(300);
            try (UnipartiteGraph graph = HOPELESS.toUnipartiteGraph(memory, ONE.workers())) {
                assertThatThrownBy(() -> run(graph, config, Workers.of(2)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the search was stopped by `timeoutMillis: 300` after ");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Parallelization.class)
    void runningSearchIsCancelledSoon(Parallelization start) {
        try (UnipartiteGraph graph = HOPELESS.toUnipartiteGraph(memory, ONE.workers())) {
            Alarm alarm = Alarm.in(200);
            Workers workers = new Workers(2, alarm::rang, Progress.NONE);
            KCliqueConfig config =
                    KCliqueConfig.of(60, Result.EDGE).with(Technique.PIVOT).with(start);
            assertThatThrownBy(() -> run(graph, config, workers)).isInstanceOf(CancellationException.class);
            alarm.assertEndedSoonAfter();
        }
    }
}
