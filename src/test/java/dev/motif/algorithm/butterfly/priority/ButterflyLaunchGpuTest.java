package dev.motif.algorithm.butterfly.priority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.butterfly.priority.ButterflyLaunchGpu.Blocks;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.KernelAbi;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the sizes of launches; needs no GPU. */
class ButterflyLaunchGpuTest {
    private static final int LARGE = 232_448;

    private static GpuInfo device(int sharedBytesPerBlock) {
        return new GpuInfo(0, "planned device", 9, 0, 132, sharedBytesPerBlock, 150_000_000_000L, 13000);
    }

    /** The sizes are those of Turing, Ada, Ampere and Hopper GPUs. */
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

    /** The start vertices have two work keys; each one with the larger key has more wedges than a launch may have. */
    @Test
    void launchesAreCutByWedges() {
        long[] keyStarts = new long[KernelAbi.WORK_KEYS + 1];
        int heavy = KernelAbi.workKey(1 << 20);
        int light = KernelAbi.workKey(1 << 10);
        Arrays.fill(keyStarts, heavy + 1, keyStarts.length, 5);
        Arrays.fill(keyStarts, light + 1, keyStarts.length, 1005);
        int end = KernelAbi.workKey(512) + 1;

        long[] cuts = ButterflyLaunchGpu.cuts(keyStarts, 0, end, 1 << 18, 1);
        assertThat(cuts).startsWith(0, 1, 2, 3, 4, 5).endsWith(1005).isSorted().doesNotHaveDuplicates();
        // Each of these start vertices has at most 1280 wedges.
        assertThat(cuts[7] - cuts[6]).isEqualTo((1 << 18) / 1280 + 1);
        assertThat(ButterflyLaunchGpu.cuts(keyStarts, 0, end, 1 << 18, 300)).containsExactly(0, 300, 600, 900, 1005);
        assertThat(ButterflyLaunchGpu.cuts(keyStarts, 0, end, Long.MAX_VALUE, 1))
                .containsExactly(0, 1005);
        assertThat(ButterflyLaunchGpu.cuts(keyStarts, light + 1, end, 1, 1)).containsExactly(1005, 1005);
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
