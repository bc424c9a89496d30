package dev.motif.algorithm.butterfly.peel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.butterfly.cohesion.CohesionAlgorithm;
import dev.motif.algorithm.butterfly.cohesion.CohesionConfig;
import dev.motif.algorithm.butterfly.tip.TipAlgorithm;
import dev.motif.algorithm.butterfly.tip.TipConfig;
import dev.motif.algorithm.butterfly.wing.WingAlgorithm;
import dev.motif.algorithm.butterfly.wing.WingConfig;
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
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that wing and tip numbers and cohesion allocate no more than estimated, and free everything. */
class PeelMemoryTest {
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 3000;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    private record Case<C, R extends AutoCloseable>(
            Algorithm<BipartiteGraph, C, R> algorithm, C config, BackendCase backend) {
        void run(BipartiteGraph graph, NativeMemory from) {
            close(backend.run(algorithm, graph, config, from));
        }

        void run(BipartiteGraph graph, Execution execution) {
            close(algorithm.cpu(graph, config, execution));
        }

        private static void close(AutoCloseable result) {
            try {
                result.close();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        MemoryEstimate estimate(GraphSize size) {
            return algorithm.cpuEstimate(size, config, backend.concurrency()).offHeap();
        }
    }

    static Stream<Case<?, ?>> cases() {
        return Stream.of(1, 3).map(n -> new BackendCase(Backend.CPU, n)).flatMap(PeelMemoryTest::cases);
    }

    private static Stream<Case<?, ?>> cases(BackendCase backend) {
        return Stream.of(
                new Case<>(new WingAlgorithm(), new WingConfig(), backend),
                new Case<>(new TipAlgorithm(), new TipConfig(Side.LEFT), backend),
                new Case<>(new TipAlgorithm(), new TipConfig(Side.RIGHT), backend),
                new Case<>(new CohesionAlgorithm(), CohesionConfig.ALL, backend));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void estimateIsEnough(Case<?, ?> run) {
        List<EdgeList> lists = List.of(
                RandomGraphs.bipartite(1, 3000, 2000, 40_000, 1),
                RandomGraphs.bipartite(2, 300, 200, 60_000, 1),
                TestGraphs.complete(60, 60),
                TestGraphs.complete(300, 2),
                RandomGraphs.bipartite(3, 15_000, 10, 1000, 2));
        for (EdgeList list : lists) {
            try (BipartiteGraph graph = list.toGraph(memory, run.backend.workers())) {
                GraphSize size = GraphSize.of(graph);
                memory.resetPeak();
                run.run(graph, memory);
                long measured = memory.peakBytes() - graph.bytes();
                assertThat(run.estimate(size).maxBytes())
                        .as("%s of %s", run, size)
                        .isGreaterThanOrEqualTo(measured);
                assertThat(run.estimate(size).minBytes())
                        .as("%s of %s", run, size)
                        .isLessThanOrEqualTo(measured);
            }
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void estimateForNothingIsAlmostNothing(Case<?, ?> run) {
        assertThat(run.estimate(new GraphSize(0, 0, 0)).maxBytes()).isLessThan(200);
    }

    /** Graphs of one component each: how much searches of several take depends on which of them run at once. */
    @ParameterizedTest
    @MethodSource("cases")
    void failedAllocationLeavesNothing(Case<?, ?> run) {
        for (EdgeList list : List.of(RandomGraphs.bipartite(7, 500, 300, 9000, 2), TestGraphs.complete(4, 5))) {
            try (BipartiteGraph graph = list.toGraph(memory, run.backend.workers())) {
                AllocationFailures.check(little -> run.run(graph, little));
                assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled(Case<?, ?> run) {
        EdgeList list = RandomGraphs.bipartite(5, 30, 20, 150, 1).disjointUnion(TestGraphs.crown(6));
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            int polls = 0;
            while (cancelled(run, graph, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                assertThat(++polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private boolean cancelled(Case<?, ?> run, BipartiteGraph graph, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers =
                new Workers(run.backend.concurrency(), () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        try {
            run.run(graph, new Execution(memory, workers, new StageTimes()));
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }
}
