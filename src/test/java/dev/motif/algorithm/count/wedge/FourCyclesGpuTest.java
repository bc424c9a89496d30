package dev.motif.algorithm.count.wedge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.algorithm.count.wedge.FourCyclesGpu.Blocks;
import dev.motif.gpu.GpuInfo;
import dev.motif.gpu.KernelAbi;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the sizes of launches; needs no GPU. */
class FourCyclesGpuTest {
    private static final int LARGE = 232_448;

    private static GpuInfo device(int sharedBytesPerBlock) {
        return new GpuInfo(0, "planned device", 9, 0, 132, sharedBytesPerBlock, 150_000_000_000L, 13000);
    }

    /** The sizes are those of Turing, Ada, Ampere and Hopper GPUs. */
    @ParameterizedTest
    @ValueSource(ints = {65_536, 101_376, 166_912, LARGE})
    void tablesFitTheSharedMemoryOfTheDevice(int sharedBytes) {
        GpuInfo device = device(sharedBytes);
        int threads = FourCyclesGpu.warpThreads(device);
        assertThat(FourCyclesGpu.warpSharedBytes(threads)).isLessThan(sharedBytes);
        assertThat(FourCyclesGpu.blocks(device)).isNotEmpty().allSatisfy(blocks -> {
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

        assertThat(FourCyclesGpu.cut(keyStarts, end, 0, 1 << 18, 1)).isEqualTo(1);
        assertThat(FourCyclesGpu.cut(keyStarts, end, 4, 1 << 18, 1)).isEqualTo(5);
        // Each of the lighter start vertices has at most 1280 wedges.
        int launch = (1 << 18) / 1280 + 1;
        assertThat(FourCyclesGpu.cut(keyStarts, end, 5, 1 << 18, 1)).isEqualTo(5 + launch);
        assertThat(FourCyclesGpu.cut(keyStarts, end, 105, 1 << 18, 1)).isEqualTo(105 + launch);
        assertThat(FourCyclesGpu.cut(keyStarts, end, 1000, 1 << 18, 1)).isEqualTo(1005);
        // Whole rounds of blocks, but for the last launch.
        assertThat(FourCyclesGpu.cut(keyStarts, end, 0, 1 << 18, 300)).isEqualTo(300);
        assertThat(FourCyclesGpu.cut(keyStarts, end, 5, 1 << 18, 100)).isEqualTo(305);
        assertThat(FourCyclesGpu.cut(keyStarts, end, 900, 1 << 18, 300)).isEqualTo(1005);
        assertThat(FourCyclesGpu.cut(keyStarts, end, 0, Long.MAX_VALUE, 1)).isEqualTo(1005);
        assertThat(FourCyclesGpu.cut(keyStarts, end, 0, 1, 1)).isEqualTo(1);
    }

    @Test
    void everyStartVertexIsTakenOnce() {
        List<Blocks> blocks = FourCyclesGpu.blocks(device(LARGE));
        assertThat(blocks).extracting(Blocks::keyTo).isSorted().last().isEqualTo(KernelAbi.workKey(511));
        for (Blocks each : blocks) {
            assertThat(KernelAbi.workKey(each.leastWork())).isLessThan(each.keyTo());
            assertThat(KernelAbi.workKey(each.leastWork() - 1)).isGreaterThanOrEqualTo(each.keyTo());
        }
    }
}
