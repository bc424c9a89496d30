package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;
import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The runtime on a real device. */
@Tag("gpu")
class GpuRuntimeTest {
    private static final long LARGE_BYTES = 1L << 30;

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
}
