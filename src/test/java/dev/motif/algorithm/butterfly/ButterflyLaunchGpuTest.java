package dev.motif.algorithm.butterfly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.butterfly.ButterflyLaunchGpu.Blocks;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.KernelAbi;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes of launches; needs no GPU. */
class ButterflyLaunchGpuTest {
    private static final int LARGE = 232_448;

    private static GpuInfo device(int sharedBytesPerBlock) {
        return new GpuInfo(0, "planned device", 9, 0, 132, sharedBytesPerBlock, 150_000_000_000L, 13000);
    }

    /** Turing, Ada, Ampere, Hopper. */
    @ParameterizedTest
    @ValueSource(ints = {65_536, 101_376, 166_912, LARGE})
    void tablesFitTheSharedMemoryOfTheDevice(int sharedBytes) {
        GpuInfo device = device(sharedBytes);
        int threads = ButterflyLaunchGpu.warpThreads(device);
        assertThat(ButterflyLaunchGpu.warpSharedBytes(threads)).isLessThan(sharedBytes);
        assertThat(ButterflyLaunchGpu.blocks(device)).isNotEmpty().allSatisfy(blocks -> {
            assertThat(blocks.sharedBytes()).isLessThan(sharedBytes);
            assertThat(blocks.tableWords()).isPositive().matches(words -> words % KernelAbi.TABLE_WORD_MULTIPLE == 0);
            assertThat(Integer.bitCount(blocks.hashWords())).isEqualTo(1);
        });
    }

    @Test
    void everyStartVertexIsTakenOnce() {
        List<Blocks> blocks = ButterflyLaunchGpu.blocks(device(LARGE));
        assertThat(blocks).extracting(Blocks::keyTo).isSorted().last().isEqualTo(KernelAbi.workKey(511));
        for (Blocks each : blocks) {
            assertThat(KernelAbi.workKey(each.leastWork())).isLessThan(each.keyTo());
            assertThat(KernelAbi.workKey(each.leastWork() - 1)).isGreaterThanOrEqualTo(each.keyTo());
        }
    }
}
