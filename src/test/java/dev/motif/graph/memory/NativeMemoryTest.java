package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

@LeavesNothing
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
                            "Not enough off-heap memory: 2.0 KiB needed, 400 Bytes of the budget of 1000 Bytes free,"
                                    + " 600 Bytes used."
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

    private NativeMemory user(long limit) {
        return memory.part(new NativeMemory.Limit("user's limit", "motif.test", limit));
    }

    @Test
    void partsCountInAllThatTheyAreAPartOf() {
        NativeMemory user = user(600);
        NativeMemory call = user.part();
        NativeMemory other = user.part();
        OffHeapLongs longs = call.longs(50);
        assertThat(List.of(call, user, memory)).allMatch(each -> each.liveBytes() == 400 && each.peakBytes() == 400);
        assertThat(other.liveBytes()).isZero();
        assertThat(List.of(call, user, other)).allMatch(each -> each.freeBytes() == 200 && each.limitBytes() == 600);
        assertThat(memory.freeBytes()).isEqualTo(600);
        longs.truncate(10);
        assertThat(List.of(call, user, memory)).allMatch(each -> each.liveBytes() == 80);
        try (NativeMemory.Reserved reserved = other.reserved(100)) {
            assertThat(reserved).isNotNull();
            assertThat(List.of(user, memory)).allMatch(each -> each.liveBytes() == 180);
        }
        longs.close();
        assertThat(List.of(call, user, memory)).allMatch(each -> each.liveBytes() == 0);
    }

    @Test
    void limitOfAPartIsNamedWithWhatIsUsedAndNeeded() {
        NativeMemory user = user(600);
        try (OffHeapLongs held = user.part().longs(50)) {
            assertThat(held.bytes()).isEqualTo(400);
            assertThatThrownBy(() -> user.part().longs(26))
                    .isInstanceOf(OffHeapMemoryException.class)
                    .hasMessageStartingWith(
                            "Not enough off-heap memory: 208 Bytes needed, 200 Bytes of the user's limit"
                                    + " of 600 Bytes free, 400 Bytes used.")
                    .hasMessageContaining("raise the user's limit with -Dmotif.test=");
            assertThat(memory.liveBytes()).isEqualTo(user.liveBytes()).isEqualTo(400);
            assertThat(user.tightestLimit().name()).isEqualTo("user's limit");
            try (OffHeapLongs others = memory.longs(60)) {
                assertThat(others.bytes()).isEqualTo(480);
                assertThat(user.part().freeBytes()).isEqualTo(120);
                assertThat(user.part().tightestLimit().name()).isEqualTo("budget");
                assertThatThrownBy(() -> user.part().longs(16)).hasMessageContaining("120 Bytes of the budget of 1000");
                assertThat(user.liveBytes()).isEqualTo(400);
            }
        }
    }

    /** Each of several threads takes and gives back until all have failed at least once. */
    @Test
    void partNeverHasMoreThanItsLimitWithManyThreads() {
        NativeMemory large = new NativeMemory(PIB);
        NativeMemory user = large.part(new NativeMemory.Limit("user's limit", "motif.test", 10_000));
        AtomicLong refused = new AtomicLong();
        Workers.of(4).run(4, (worker, group) -> {
            NativeMemory call = user.part();
            for (int round = 0; round < 2_000; round++) {
                List<OffHeapLongs> held = new ArrayList<>();
                try {
                    while (true) {
                        held.add(call.longs(125));
                        if (user.liveBytes() > 10_000 || held.size() > 10) {
                            throw new AssertionError(user.liveBytes() + " bytes are live");
                        }
                    }
                } catch (OffHeapMemoryException e) {
                    refused.incrementAndGet();
                } finally {
                    held.forEach(OffHeapLongs::close);
                }
            }
        });
        assertThat(refused).hasValue(8_000);
        assertThat(user.peakBytes()).isEqualTo(10_000);
        assertThat(user.liveBytes()).isEqualTo(large.liveBytes()).isZero();
    }
}
