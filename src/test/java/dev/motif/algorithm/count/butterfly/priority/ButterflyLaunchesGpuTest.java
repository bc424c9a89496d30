package dev.motif.algorithm.count.butterfly.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.BackendCase;
import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.ButterflyValues;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.Backend;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.bench.generate.Generators;
import dev.motif.bench.load.LoadedGraph;
import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.gpu.TestDevices;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests graphs whose wedges are counted in several launches. */
@LeavesNothing
@Tag("gpu")
class ButterflyLaunchesGpuTest {
    private static final String SPEC = "uniform,left=30000,right=30000,edges=2000000,seed=3";

    /** The time of one launch: enough for a fiftieth of all wedges. */
    private static final long SHORT_NANOS = 10_000;

    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final BackendCase cpu = new BackendCase(Backend.CPU, 3);
    private final BackendCase gpu = BackendCase.gpu().findFirst().orElseThrow();
    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);

    @Test
    void countsAreThoseOfTheCpu() {
        try (LoadedGraph loaded = Generators.parse(SPEC).build(memory, cpu.workers())) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            ButterflyAlgorithm butterflies = new ButterflyAlgorithm();
            try (ButterflyResult expected = cpu.run(butterflies, graph, ButterflyValues.EVERYTHING, memory);
                    ButterflyResult cut = TestDevices.withSlices(
                            device,
                            SHORT_NANOS,
                            () -> gpu.run(butterflies, graph, ButterflyValues.EVERYTHING, memory));
                    ButterflyResult total = TestDevices.withSlices(
                            device, SHORT_NANOS, () -> gpu.run(butterflies, graph, ButterflyConfig.TOTAL, memory))) {
                assertThat(total.total()).isEqualTo(expected.total());
                assertThat(ButterflyValues.of(cut)).isEqualTo(ButterflyValues.of(expected));
            }
        }
    }

    @Test
    void cancelledBetweenLaunchesLeavesNothing() {
        try (LoadedGraph loaded = Generators.parse(SPEC).build(memory, cpu.workers())) {
            BipartiteGraph graph = (BipartiteGraph) loaded.graph();
            AtomicInteger polls = new AtomicInteger();
            int most = 5;
            Workers cancelling = new Workers(2, () -> polls.getAndIncrement() >= most, Progress.NONE);
            Execution execution = new Execution(memory, cancelling, new StageTimes());
            assertThatThrownBy(() -> TestDevices.withSlices(device, SHORT_NANOS, () -> new ButterflyAlgorithm()
                            .gpu(ButterflyConfig.TOTAL)
                            .run(graph, execution, device)))
                    .isInstanceOf(CancellationException.class);
            assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
        }
    }
}
