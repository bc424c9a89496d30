package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.count.butterfly.ButterflyAlgorithm;
import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.backend.GpuVersion;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes;
import dev.motif.gpu.driver.GpuException;
import dev.motif.gpu.sources.KernelParameters;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graphs.TestGraphs;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the runtime on a real device. */
@LeavesNothing
@Tag("gpu")
class GpuRuntimeTest {
    private static final ButterflyConfig EVERYTHING = new ButterflyConfig(true, true);

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(1L << 32);
    private final Workers workers = Workers.of(2);

    @Test
    void deviceIsDescribed() {
        assertThat(Gpus.ofThisHost().reason()).isNull();
        assertThat(device.info().totalBytes()).isGreaterThan(1L << 30);
        System.out.println(device.info());
    }

    /** As on drivers that are older than the machine code. */
    @Test
    void kernelsWorkFromPtx() throws IOException {
        List<KernelSignature> kernels = new ArrayList<>();
        for (Path kernel : KernelParameters.kernels()) {
            kernels.addAll(KernelSignature.ofModule(KernelParameters.module(kernel)));
        }
        System.setProperty(KernelModule.FORM_PROPERTY, "ptx");
        try (GpuSession session = device.open(1000, workers)) {
            Map<String, KernelModule> modules = new HashMap<>();
            for (KernelSignature kernel : kernels) {
                assertThat(modules.computeIfAbsent(kernel.module(), name -> KernelModule.load(name, device))
                                .function(kernel))
                        .isNotNull();
            }
            modules.values().forEach(KernelModule::unload);
        } finally {
            System.clearProperty(KernelModule.FORM_PROPERTY);
        }
        assertThat(kernels).hasSizeGreaterThan(50);
    }

    @Test
    void largeAndSmallArraysComeBackAsTheyWent() {
        for (long bytes : new long[] {8, 1 << 20, (1 << 20) + 8, (64 << 20) + 24}) {
            try (OffHeapLongs sent = memory.longs(bytes / Long.BYTES);
                    OffHeapLongs received = memory.zeroedLongs(bytes / Long.BYTES);
                    GpuSession session = device.open(bytes, workers)) {
                for (long i = 0; i < sent.length(); i++) {
                    sent.set(i, i * 0x9E3779B97F4A7C15L);
                }
                DeviceArray array = session.bytes(bytes);
                session.upload(sent.address(), bytes, array);
                session.download(array, received.address(), bytes);
                for (long i = 0; i < sent.length(); i++) {
                    assertThat(received.get(i)).isEqualTo(sent.get(i));
                }
            }
        }
    }

    @Test
    void forbiddenAllocationLeavesNothing() {
        device.allowAllocations(1);
        try (GpuSession session = device.open(1000, workers)) {
            session.bytes(100);
            assertThatThrownBy(() -> session.bytes(100))
                    .isInstanceOf(GpuException.class)
                    .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
        } finally {
            device.allowAllocations(-1);
        }
    }

    @Test
    void moreThanReservedIsRefused() {
        try (GpuSession session = device.open(1000, workers)) {
            session.bytes(900);
            assertThatThrownBy(() -> session.bytes(101)).hasMessageContaining("100 Bytes of the 1000 Bytes");
        }
    }

    @Test
    void copyOfAGraphStaysUntilTheGraphIsClosed() {
        Workers all = Workers.of(2);
        BipartiteGraph graph = TestGraphs.complete(50, 40).toGraph(memory, all);
        ButterflyAlgorithm butterflies = new ButterflyAlgorithm();
        for (int run = 0; run < 2; run++) {
            StageTimes times = new StageTimes();
            Execution execution = new Execution(memory, all, times);
            try (ButterflyResult counts = butterflies.gpu(ButterflyConfig.TOTAL).run(graph, execution, device)) {
                assertThat(counts.total()).isEqualTo(50 * 49 / 2 * 40 * 39 / 2);
            }
            assertThat(device.copies().bytesOf(graph)).isPositive();
            assertThat(Gpus.copiedBytes(graph)).isEqualTo(device.copies().bytesOf(graph));
            assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
            assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
        }
        graph.close();
        assertThat(device.copies().bytes()).isZero();
    }

    /** Runs with so little device memory that the graph does not fit at once. */
    private void countInPasses(BipartiteGraph graph, Workers with) {
        GpuVersion<BipartiteGraph, ButterflyResult> butterflies = new ButterflyAlgorithm().gpu(EVERYTHING);
        GraphSize size = GraphSize.of(graph);
        long limit = TestDevices.leastLimit(device, () -> butterflies.obstacle(device, size) == null);
        TestDevices.withLimit(device, limit, () -> {
            assertThat(butterflies.passes(device, size)).isGreaterThan(1);
            butterflies
                    .run(graph, new Execution(memory, with, new StageTimes()), device)
                    .close();
        });
    }

    @Test
    void everyAllocationThatFailsInPassesLeavesNothing() throws Exception {
        BipartiteGraph graph = TestGraphs.complete(30, 20).toGraph(memory, workers);
        assertThat(DeviceAllocationFailures.check(device, memory, graph, () -> countInPasses(graph, workers)))
                .isGreaterThan(4);
    }

    @Test
    void passesThatAreCanceledAtAnyPollLeaveNothing() {
        try (BipartiteGraph graph = TestGraphs.complete(30, 20).toGraph(memory, workers)) {
            int polls = CanceledPolls.check(memory, 2, with -> {
                try {
                    countInPasses(graph, with);
                } finally {
                    assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
                    assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
                }
            });
            assertThat(polls).isPositive();
        }
    }
}
