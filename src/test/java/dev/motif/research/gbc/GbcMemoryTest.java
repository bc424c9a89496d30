package dev.motif.research.gbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.graph.AllocationFailures;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.graphs.RandomGraphs;
import dev.motif.graphs.TestGraphs;
import dev.motif.oracle.CommonNeighborhoods;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig.Partitioning;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbc.GbcConfig.Techniques;
import dev.motif.timing.Alarm;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that GBC frees on the CPU what it allocates, whatever happens. */
class GbcMemoryTest {
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 3000;

    private final NativeMemory memory = new NativeMemory(1L << 32);

    static Stream<Techniques> configs() {
        return Stream.of(
                Techniques.DEFAULT,
                Techniques.GBL,
                GbcCases.inParts(Partitioning.BCPAR, Sets.HTB, 20_000),
                GbcCases.inParts(Partitioning.RANGES, Sets.CSR, 20_000));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void failedAllocationLeavesNothing(Techniques gbc) {
        EdgeList list = RandomGraphs.bipartite(7, 60, 40, 600, 2);
        BackendCase backend = new BackendCase(Backend.CPU, 2);
        try (BipartiteGraph graph = list.toGraph(memory, backend.workers())) {
            GbcConfig config = GbcCases.config(3, 3, null, gbc);
            AllocationFailures.check(little -> GbcCases.count(graph, config, backend, little));
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }

    @ParameterizedTest
    @MethodSource("configs")
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled(Techniques gbc) {
        EdgeList list = RandomGraphs.bipartite(8, 60, 40, 600, 2);
        try (BipartiteGraph graph = list.toGraph(memory, Workers.of(2))) {
            GbcConfig config = GbcCases.config(3, 3, Side.LEFT, gbc);
            long wanted = CommonNeighborhoods.count(list, 3, 3).longValueExact();
            int polls = 0;
            while (cancelled(graph, config, wanted, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                polls += 1 + polls / 20;
                assertThat(polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private boolean cancelled(BipartiteGraph graph, GbcConfig config, long wanted, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        Execution execution = new Execution(memory, workers, new StageTimes());
        try (BicliqueResult counts = new GbcAlgorithm().cpu(graph, config, execution)) {
            assertThat(counts.total()).isEqualTo(wanted);
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }

    @Test
    void searchIsCancelledSoon() {
        Alarm alarm = Alarm.in(300);
        Workers workers = new Workers(2, alarm::rang, Progress.NONE);
        Execution execution = new Execution(memory, workers, new StageTimes());
        GbcConfig config = GbcCases.config(16, 16, Side.LEFT, Techniques.DEFAULT);
        try (BipartiteGraph graph = TestGraphs.crown(48).toGraph(memory, Workers.of(1))) {
            assertThatThrownBy(() -> new GbcAlgorithm().cpu(graph, config, execution))
                    .isInstanceOf(CancellationException.class);
            alarm.assertEndedSoonAfter();
            assertThat(memory.liveBytes()).isEqualTo(graph.bytes());
        }
    }

    @Test
    void wrongTechniquesAreRefused() {
        Techniques usual = Techniques.DEFAULT;
        for (int iterations : List.of(-1, Techniques.MAX_ITERATIONS + 1)) {
            assertThatThrownBy(() -> new Techniques(
                            usual.priority(),
                            usual.twoHopFilter(),
                            usual.sets(),
                            usual.reorder(),
                            iterations,
                            usual.exploration(),
                            usual.balance(),
                            usual.partitioning(),
                            0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("`reorderIterations` must be in [0, 1000000], got " + iterations);
        }
        assertThatThrownBy(() -> GbcCases.inParts(Partitioning.BCPAR, Sets.HTB, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`partitionBytes` must be 0 or more, got -1");
    }
}
