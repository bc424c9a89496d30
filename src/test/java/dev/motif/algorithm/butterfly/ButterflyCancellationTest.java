package dev.motif.algorithm.butterfly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.Execution;
import dev.motif.backend.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ButterflyCancellationTest {
    private static final int MORE_POLLS_THAN_A_RUN_HAS = 1000;

    private final NativeMemory memory = new NativeMemory(1 << 26);

    @Test
    void nothingStaysAllocatedAtWhateverPollTheRunIsCancelled() {
        try (LoadedGraph loaded = Generators.parse("crown,n=9").build(memory, Workers.of(2))) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            int polls = 0;
            while (cancelled(graph, polls)) {
                assertThat(memory.liveBytes()).as("cancelled at poll %d", polls).isEqualTo(graph.bytes());
                assertThat(++polls).isLessThan(MORE_POLLS_THAN_A_RUN_HAS);
            }
            assertThat(polls).isPositive();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    private boolean cancelled(BipartiteGraph graph, int allowedPolls) {
        AtomicInteger polls = new AtomicInteger();
        Workers workers = new Workers(2, () -> polls.getAndIncrement() >= allowedPolls, Progress.NONE);
        Execution execution = new Execution(memory, workers, new StageTimes());
        try (ButterflyCounts counts = new ButterflyCount().cpu(graph, new ButterflyConfig(true, true), execution)) {
            assertThat(counts.total()).isEqualTo(36 * 21);
            return false;
        } catch (CancellationException e) {
            return true;
        }
    }
}
