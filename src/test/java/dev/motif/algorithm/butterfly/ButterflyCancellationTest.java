package dev.motif.algorithm.butterfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.algorithm.butterfly.model.GbfcConfig;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.timing.Alarm;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ButterflyCancellationTest {
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 1000;

    private final NativeMemory memory = new NativeMemory(1 << 26);

    static Stream<ButterflyConfig> configs() {
        return Stream.of(
                new ButterflyConfig(true, true),
                ButterflyConfig.of(GbfcConfig.ALL),
                ButterflyConfig.of(GbfcConfig.withTable(false, true, true)),
                ButterflyConfig.of(GbfcConfig.byIntersection(true)));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled(ButterflyConfig config) {
        try (LoadedGraph loaded = Generators.parse("crown,n=9").build(memory, Workers.of(2))) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            int polls = 0;
            while (cancelled(graph, config, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                assertThat(++polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private boolean cancelled(BipartiteGraph graph, ButterflyConfig config, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        Execution execution = new Execution(memory, workers, new StageTimes());
        try (ButterflyResult counts = new ButterflyAlgorithm().cpu(graph, config, execution)) {
            assertThat(counts.total()).isEqualTo(36 * 21);
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }

    /** A single start vertex takes seconds here. */
    @Test
    void intersectionEndsSoonAfterCancellation() {
        try (LoadedGraph loaded =
                Generators.parse("complete,left=3000,right=3000").build(new NativeMemory(1L << 30), Workers.of(2))) {
            Alarm alarm = Alarm.in(200);
            Workers workers = new Workers(2, alarm::rang, Progress.NONE);
            Execution execution = new Execution(memory, workers, new StageTimes());
            ButterflyConfig config = ButterflyConfig.of(GbfcConfig.byIntersection(false));
            assertThatThrownBy(() -> new ButterflyAlgorithm()
                            .cpu((BipartiteGraph) loaded.graph(), config, execution)
                            .close())
                    .isInstanceOf(CancellationException.class);
            alarm.assertEndedSoonAfter();
        }
        assertThat(memory.liveBytes()).isZero();
    }
}
