package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.algorithm.butterfly.ButterflyConfig;
import dev.motif.algorithm.butterfly.ButterflyCount;
import dev.motif.algorithm.butterfly.ButterflyCounts;
import dev.motif.backend.Execution;
import dev.motif.backend.GraphSize;
import dev.motif.backend.StageTimes;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graphs.TestGraphs;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runtime on a real device. */
@Tag("gpu")
class GpuRuntimeTest {
    private static final long LARGE_BYTES = 1L << 30;
    private static final ButterflyConfig EVERYTHING = new ButterflyConfig(true, true);

    private final GpuDevice device = Gpus.ofThisHost().devices().get(0);
    private final NativeMemory memory = new NativeMemory(4 * LARGE_BYTES);
    private final Workers workers = Workers.of(2);

    @Test
    void deviceIsDescribed() {
        assertThat(Gpus.ofThisHost().reason()).isNull();
        assertThat(device.info().totalBytes()).isGreaterThan(1L << 30);
        System.out.println(device.info());
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
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }

    @Test
    void largeCopiesRunAtTheSpeedOfTheBus() {
        try (OffHeapLongs host = memory.zeroedLongs(LARGE_BYTES / Long.BYTES);
                GpuSession session = device.open(LARGE_BYTES, workers)) {
            DeviceArray array = session.bytes(LARGE_BYTES);
            double upload = 0;
            double download = 0;
            for (int run = 0; run < 7; run++) {
                long start = System.nanoTime();
                session.upload(host.address(), LARGE_BYTES, array);
                long middle = System.nanoTime();
                session.download(array, host.address(), LARGE_BYTES);
                upload = Math.max(upload, LARGE_BYTES / (double) (middle - start));
                download = Math.max(download, LARGE_BYTES / (double) (System.nanoTime() - middle));
            }
            System.out.printf("best of 7: upload %.1f GB/s, download %.1f GB/s%n", upload, download);
            assertThat(upload).isGreaterThan(5);
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
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }

    @Test
    void moreThanReservedIsRefused() {
        try (GpuSession session = device.open(1000, workers)) {
            session.bytes(900);
            assertThatThrownBy(() -> session.bytes(101)).hasMessageContaining("100 Bytes of the 1000 Bytes");
        }
        assertThat(device.liveBytes()).isZero();
    }

    @Test
    void copyOfAGraphStaysUntilTheGraphIsClosed() {
        Workers all = Workers.of(2);
        BipartiteGraph graph = TestGraphs.complete(50, 40).toGraph(memory, all);
        ButterflyCount butterflies = new ButterflyCount();
        for (int run = 0; run < 2; run++) {
            StageTimes times = new StageTimes();
            Execution execution = new Execution(memory, all, times);
            try (ButterflyCounts counts = butterflies.gpu(graph, ButterflyConfig.TOTAL, execution, device)) {
                assertThat(counts.total()).isEqualTo(50 * 49 / 2 * 40 * 39 / 2);
            }
            assertThat(device.copies().bytesOf(graph)).isPositive();
            assertThat(Gpus.copiedBytes(graph)).isEqualTo(device.copies().bytesOf(graph));
            assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
            assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
        }
        graph.close();
        assertThat(device.copies().bytes()).isZero();
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
        assertThat(memory.liveBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyAllocationThatFailsLeavesNothing(boolean inPasses) {
        BipartiteGraph graph = TestGraphs.complete(30, 20).toGraph(memory, workers);
        ButterflyCount butterflies = new ButterflyCount();
        GraphSize size = GraphSize.of(graph);
        long limit = inPasses
                ? TestDevices.leastLimit(device, () -> butterflies.gpuObstacle(device, size, EVERYTHING) == null)
                : device.limitBytes();
        try {
            TestDevices.withLimit(device, limit, () -> {
                assertThat(butterflies.gpuPasses(device, size, EVERYTHING) > 1).isEqualTo(inPasses);
                failAllAllocationsInTurn(graph);
            });
        } finally {
            graph.close();
        }
        assertThat(device.liveBytes()).isZero();
        assertThat(device.reservedBytes()).isZero();
    }

    /** With only the first 0, 1, 2, ... allocations allowed every failure is clean, until the call succeeds. */
    private void failAllAllocationsInTurn(BipartiteGraph graph) {
        long hostBytes = memory.liveBytes();
        int failures = 0;
        try {
            for (boolean failed = true; failed; failures++) {
                device.allowAllocations(failures);
                Execution execution = new Execution(memory, workers, new StageTimes());
                try (ButterflyCounts counts = new ButterflyCount().gpu(graph, EVERYTHING, execution, device)) {
                    failed = false;
                } catch (GpuException e) {
                    assertThat(e).hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
                    assertThat(device.liveBytes()).isEqualTo(device.copies().bytes());
                    assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
                    assertThat(memory.liveBytes()).isEqualTo(hostBytes);
                }
            }
        } finally {
            device.allowAllocations(-1);
        }
        assertThat(failures).isGreaterThan(15);
    }
}
