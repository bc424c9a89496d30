package dev.motif.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.parallel.Workers;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
    private static final long PIB = 1L << 50;

    private final NativeMemory memory = new NativeMemory(1000);

    @Test
    void limitOfZeroIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NativeMemory(0))
                .withMessage("`limitBytes` must be above 0, got 0");
    }

    @Test
    void negativeLengthIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> memory.ints(-1))
                .withMessage("`length` must be 0 or more, got -1");
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void arraysCountUntilTheyAreClosed() {
        OffHeapInts ints = memory.ints(10);
        OffHeapLongs longs = memory.longs(20);
        assertThat(memory.liveBytes()).isEqualTo(40 + 160);
        assertThat(memory.freeBytes()).isEqualTo(800);
        ints.close();
        assertThat(memory.liveBytes()).isEqualTo(160);
        longs.close();
        assertThat(memory.liveBytes()).isZero();
        assertThat(memory.freeBytes()).isEqualTo(memory.limitBytes()).isEqualTo(1000);
    }

    @Test
    void peakIsTheMostLiveAtOnce() {
        memory.ints(100).close();
        try (OffHeapInts kept = memory.ints(50)) {
            assertThat(memory.peakBytes()).isEqualTo(400);
            memory.resetPeak();
            assertThat(memory.peakBytes()).isEqualTo(kept.bytes());
            memory.longs(10).close();
            assertThat(memory.peakBytes()).isEqualTo(280);
        }
    }

    @Test
    void wholeBudgetCanBeUsed() {
        try (OffHeapLongs all = memory.longs(125)) {
            assertThat(all.bytes()).isEqualTo(1000);
            assertThat(memory.freeBytes()).isZero();
            assertThatThrownBy(() -> memory.ints(1)).isInstanceOf(OffHeapMemoryException.class);
        }
    }

    @Test
    void allocationBeyondTheBudgetSaysWhatToDo() {
        try (OffHeapInts used = memory.ints(150)) {
            assertThatThrownBy(() -> memory.longs(256))
                    .isInstanceOf(OffHeapMemoryException.class)
                    .hasNoCause()
                    .hasMessage(
                            "Not enough off-heap memory: 2.0 KiB needed, 400 Bytes of the budget of 1000 Bytes free."
                                    + " Drop graphs with motif.graph.drop, or raise the budget with -Dmotif.offheap.limit="
                                    + "<bytes, or a number with k, m or g> in server.jvm.additional.");
            assertThat(memory.liveBytes()).isEqualTo(used.bytes());
            assertThat(memory.peakBytes()).isEqualTo(used.bytes());
        }
    }

    @Test
    void allocationThatTheMachineRefusesLeavesNothing() {
        NativeMemory unlimited = new NativeMemory(Long.MAX_VALUE);
        assertThatThrownBy(() -> unlimited.longs(512 * PIB))
                .isInstanceOf(OffHeapMemoryException.class)
                .hasMessageContaining("4.0 EiB needed")
                .hasNoCause()
                .hasSuppressedException(new OutOfMemoryError("Unable to allocate 4611686018427387904 bytes"));
        assertThat(unlimited.liveBytes()).isZero();
    }

    @Test
    void emptyArraysTakeNothing() {
        try (OffHeapInts ints = memory.zeroedInts(0);
                OffHeapLongs longs = memory.zeroedLongs(0)) {
            assertThat(ints.length() + longs.length()).isZero();
            assertThat(ints.address()).isNotZero();
            assertThat(memory.liveBytes()).isZero();
        }
        assertThat(memory.liveBytes()).isZero();
    }

    @Test
    void zeroedArraysAreZeroWhereFreedOnesWereNot() {
        for (int round = 0; round < 20; round++) {
            try (OffHeapInts ints = memory.zeroedInts(100);
                    OffHeapLongs longs = memory.zeroedLongs(50)) {
                for (int i = 0; i < 100; i++) {
                    assertThat(ints.get(i) | longs.get(i / 2)).isZero();
                    ints.set(i, -1);
                }
                for (int i = 0; i < 50; i++) {
                    longs.set(i, -1);
                }
            }
        }
    }

    @Test
    void truncatedArrayGivesBytesBack() {
        try (OffHeapLongs array = memory.longs(100)) {
            array.truncate(30);
            assertThat(memory.liveBytes()).isEqualTo(240);
            array.truncate(0);
            assertThat(memory.liveBytes()).isZero();
        }
        assertThat(memory.liveBytes()).isZero();
        assertThat(memory.peakBytes()).isEqualTo(800);
    }

    @Test
    void budgetHoldsWithManyThreads() {
        Workers.of(4).forRanges(4000, 1, (worker, from, to) -> {
            try (OffHeapInts array = memory.ints(100)) {
                array.set(99, 1);
            } catch (OffHeapMemoryException e) {
                assertThat(e).hasMessageContaining("400 Bytes needed");
            }
        });
        assertThat(memory.liveBytes()).isZero();
        assertThat(memory.peakBytes()).isBetween(400L, 800L);
    }
}
