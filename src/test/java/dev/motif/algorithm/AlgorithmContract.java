package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.AllocationFailures;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graphs.EdgeList;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.BegunStages;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that hold for every run of every algorithm, on the CPU here and on a GPU in a subclass. */
@LeavesNothing
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AlgorithmContract {
    private static final long LITTLE_ON_HOST = 1 << 18;

    final NativeMemory memory = new NativeMemory(1L << 33);

    /** Where runs are; null for the CPU. */
    final GpuDevice device;

    AlgorithmContract(GpuDevice device) {
        this.device = device;
    }

    abstract Stream<AlgorithmCase<?, ?, ?>> cases();

    final Execution execution(int workers, Cancellation cancellation, Progress progress) {
        return new Execution(memory, new Workers(workers, cancellation, progress), new StageTimes());
    }

    final Execution execution(int workers) {
        return execution(workers, Cancellation.NEVER, Progress.NONE);
    }

    final Graph smallest(AlgorithmCase<?, ?, ?> run) {
        return run.graph(run.graphs().get(0), memory);
    }

    Stream<AlgorithmCase<?, ?, ?>> casesOfKnownSize() {
        return cases().filter(AlgorithmCase::hasSizeEstimate);
    }

    @ParameterizedTest
    @MethodSource("casesOfKnownSize")
    void estimateEnclosesThePeak(AlgorithmCase<?, ?, ?> run) {
        for (EdgeList list : run.graphs()) {
            for (int workers : list == run.graphs().get(0) ? new int[] {1, 3} : new int[] {3}) {
                try (Graph graph = run.graph(list, memory)) {
                    long live = memory.liveBytes();
                    MemoryEstimate estimate = run.offHeap(GraphSize.of(graph), workers, device);
                    memory.resetPeak();
                    run.run(graph, execution(workers), device);
                    long peak = memory.peakBytes() - live;
                    String what = run + " with " + workers + " workers on " + GraphSize.of(graph);
                    // On a device the host may have some words more.
                    long most = estimate.maxBytes() + (device == null ? 0 : LITTLE_ON_HOST);
                    assertThat(peak).as(what).isBetween(device == null ? run.leastOf(estimate) : 0, most);
                    if (device == null && run.mostTimes() != null) {
                        assertThat((double) estimate.maxBytes()).as(what).isLessThan(run.mostTimes() * peak);
                    }
                    assertThat(memory.liveBytes()).isEqualTo(live);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void failedAllocationsLeaveNothing(AlgorithmCase<?, ?, ?> run) {
        try (Graph graph = smallest(run)) {
            long most = run.offHeap(GraphSize.of(graph), 2, device).maxBytes();
            int failures = AllocationFailures.count(
                    little -> run.run(graph, new Execution(little, Workers.of(2), new StageTimes()), device));
            if (device == null) {
                assertThat(failures > 0)
                        .as("%d failures, %d bytes", failures, most)
                        .isEqualTo(most > 0);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void cancellationAtAnyPollLeavesNothing(AlgorithmCase<?, ?, ?> run) {
        try (Graph graph = smallest(run)) {
            int polls = CanceledPolls.check(memory, 2, workers -> {
                try {
                    run.run(graph, new Execution(memory, workers, new StageTimes()), device);
                } finally {
                    checkDevice();
                }
            });
            assertThat(polls > 0).as("%d polls", polls).isEqualTo(!run.isAtOnce());
        }
    }

    /** Lets a next run begin as the first one: without the copies of the graph, which are all that is on the device. */
    private void checkDevice() {
        if (device != null) {
            assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
            assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
            TestDevices.evict(device);
        }
    }

    Stream<AlgorithmCase<?, ?, ?>> casesOfKnownStages() {
        return cases().filter(AlgorithmCase::hasKnownStages);
    }

    /** All of them on the CPU; on a GPU some may be left out. */
    @ParameterizedTest
    @MethodSource("casesOfKnownStages")
    void announcedStagesComeInTheirOrder(AlgorithmCase<?, ?, ?> run) {
        BegunStages begun = new BegunStages();
        try (Graph graph = smallest(run)) {
            run.run(graph, execution(2, Cancellation.NEVER, begun), device);
            List<String> announced = run.stages(graph);
            assertThat(announced).isNotEmpty();
            if (device == null) {
                assertThat(begun.names()).containsSubsequence(announced);
            } else {
                assertThat(announced)
                        .containsSubsequence(begun.names().stream()
                                .filter(announced::contains)
                                .distinct()
                                .toList());
            }
        }
    }
}
