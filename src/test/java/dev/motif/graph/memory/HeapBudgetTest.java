package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
    private final HeapBudget budget = new HeapBudget(1000);

    @AfterEach
    void nothingIsLeft() {
        assertThat(budget.liveBytes()).isZero();
        assertThat(budget.freeBytes()).isEqualTo(budget.limitBytes());
    }

    @Test
    void limitOfZeroIsRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HeapBudget(0))
                .withMessage("`limitBytes` must be above 0, got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> budget.limitTo(-1));
        assertThat(budget.limitBytes()).isEqualTo(1000);
    }

    @Test
    void shareCountsUntilItIsClosed() {
        HeapBudget.Share share = budget.share("names", 100);
        share.add(500);
        share.become(300);
        share.become(400);
        assertThat(share.bytes()).isEqualTo(budget.liveBytes()).isEqualTo(400);
        assertThat(budget.freeBytes()).isEqualTo(600);
        assertThat(budget.peakBytes()).isEqualTo(600);
        budget.resetPeak();
        assertThat(budget.peakBytes()).isEqualTo(400);
        try (HeapBudget.Share other = budget.share("others", 600)) {
            share.close();
            share.close();
            assertThat(budget.liveBytes()).isEqualTo(other.bytes());
        }
        assertThat(share.bytes()).isZero();
        share.release(10);
        assertThatThrownBy(() -> share.add(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the share of names is closed");
    }

    /** Each takes pieces of 64 KiB of the share of all threads, and gives all back. */
    @Test
    void sharesOfThreadsTakePieces() {
        HeapBudget large = new HeapBudget(1 << 20);
        try (HeapBudget.Share all = large.share("pairs")) {
            HeapBudget.Share first = all.ofThread();
            HeapBudget.Share second = all.ofThread();
            assertThat(large.liveBytes()).isZero();
            first.add(10);
            first.add((1 << 16) - 10);
            second.add(100_000);
            assertThat(large.liveBytes()).isEqualTo((1 << 16) + 100_000);
            first.become(1);
            assertThat(first.bytes()).isEqualTo(1);
            second.release(100_000);
            second.add(99_999);
            assertThat(large.liveBytes()).isEqualTo((1 << 16) + 100_000);
            assertThatThrownBy(() -> second.add(1 << 20)).isInstanceOf(HeapBudget.Exceeded.class);
            assertThatIllegalArgumentException().isThrownBy(() -> second.add(-1));
            assertThat(second.bytes()).isEqualTo(99_999);
            first.close();
            assertThat(all.bytes()).isEqualTo(large.liveBytes()).isEqualTo(100_000);
            assertThatThrownBy(() -> first.add(1)).isInstanceOf(IllegalStateException.class);
            second.close();
            second.close();
            assertThat(large.liveBytes()).isZero();
        }
    }

    @Test
    void requestBeyondTheLimitSaysWhatToDoAndCountsNothing() {
        try (HeapBudget.Share share = budget.share("names", 400)) {
            for (long more : new long[] {601, Long.MAX_VALUE}) {
                assertThatThrownBy(() -> share.add(more)).isInstanceOf(HeapBudget.Exceeded.class);
                assertThatThrownBy(() -> budget.part().reserve("a call", more)).isInstanceOf(HeapBudget.Exceeded.class);
            }
            assertThatThrownBy(() -> share.add(2048))
                    .hasMessage("Not enough heap for names: 2.0 KiB needed, 600 Bytes of the heap budget of 1000 Bytes"
                            + " free. Wait until other calls have ended, or raise the heap budget with"
                            + " -Dmotif.heap.limit=<bytes, or a number with k, m or g> in server.jvm.additional.");
            assertThat(share.bytes())
                    .isEqualTo(budget.liveBytes())
                    .isEqualTo(budget.peakBytes())
                    .isEqualTo(400);
            share.add(600);
        }
    }

    @Test
    void wrongNumbersOfBytesAreRejected() {
        try (HeapBudget.Share share = budget.share("names", 10)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> share.add(-1))
                    .withMessage("bytes of names must be 0 or more, got -1");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> share.release(11))
                    .withMessage("a share of 10 bytes of names cannot give back 11");
            assertThatIllegalArgumentException().isThrownBy(() -> share.release(-1));
            assertThatIllegalArgumentException().isThrownBy(() -> budget.reserve("a call", -1));
            assertThat(budget.liveBytes()).isEqualTo(10);
        }
    }

    @Test
    void loweredLimitHoldsForWhatComes() {
        try (HeapBudget.Share share = budget.share("names", 400)) {
            budget.limitTo(300);
            assertThat(budget.freeBytes()).isZero();
            assertThatThrownBy(() -> share.add(1)).isInstanceOf(HeapBudget.Exceeded.class);
            share.release(200);
            share.add(100);
        }
        budget.limitTo(1000);
    }

    @Test
    void partsCountInAllThatTheyAreAPartOf() {
        HeapBudget user = budget.part();
        HeapBudget call = user.part();
        try (HeapBudget.Share share = call.share("names", 400);
                HeapBudget.Share others = user.part().share("others", 500)) {
            assertThat(List.of(call.liveBytes(), user.liveBytes(), budget.liveBytes()))
                    .containsExactly(400L, 900L, 900L);
            assertThat(call.freeBytes()).isEqualTo(100);
            assertThat(call.limitBytes()).isEqualTo(1000);
            assertThatThrownBy(() -> share.add(101)).isInstanceOf(HeapBudget.Exceeded.class);
            assertThat(List.of(call.liveBytes(), user.liveBytes(), budget.liveBytes()))
                    .containsExactly(400L, 900L, 900L);
            others.close();
            share.add(600);
        }
    }

    @Test
    void sharesUseWhatIsReservedFirst() {
        HeapBudget call = budget.part();
        try (HeapBudget.Reserved reserved = call.reserve("a call", 600)) {
            assertThat(budget.liveBytes()).isEqualTo(call.liveBytes()).isEqualTo(600);
            assertThat(call.freeBytes()).isEqualTo(1000);
            assertThat(budget.freeBytes()).isEqualTo(400);
            assertThatThrownBy(() -> budget.part().reserve("another call", 401))
                    .hasMessageStartingWith("Not enough heap for another call: 401 Bytes needed, 400 Bytes of");
            try (HeapBudget.Share share = call.share("names", 500)) {
                assertThat(budget.liveBytes()).isEqualTo(600);
                share.add(300);
                assertThat(budget.liveBytes()).isEqualTo(800);
                share.release(700);
                assertThat(budget.liveBytes()).isEqualTo(600);
                reserved.close();
                assertThat(budget.liveBytes()).isEqualTo(100);
                reserved.close();
            }
        }
    }

    /** Each of several threads takes and gives back until all have been refused many times. */
    @Test
    void neverMoreThanTheLimitIsLiveWithManyThreads() {
        HeapBudget user = budget.part();
        AtomicLong refused = new AtomicLong();
        HeapBudget.Share common = user.share("common");
        Workers.of(4).run(4, (worker, group) -> {
            HeapBudget call = user.part();
            for (int round = 0; round < 2_000; round++) {
                try (HeapBudget.Share own = call.share("own");
                        HeapBudget.Reserved reserved = call.reserve("a call", 50)) {
                    while (true) {
                        own.add(125);
                        if (budget.liveBytes() > 1000) {
                            throw new AssertionError(budget.liveBytes() + " bytes are live beside " + reserved);
                        }
                    }
                } catch (HeapBudget.Exceeded e) {
                    refused.incrementAndGet();
                }
                try {
                    common.add(3);
                    common.release(3);
                } catch (HeapBudget.Exceeded e) {
                    refused.incrementAndGet();
                }
            }
        });
        common.close();
        assertThat(refused.get()).isGreaterThanOrEqualTo(8_000);
        assertThat(budget.peakBytes()).isBetween(901L, 1000L);
    }

    @Test
    void partsOfOffHeapMemoryHavePartsOfOneHeap() {
        NativeMemory memory = new NativeMemory(1000);
        NativeMemory call = memory.part().part();
        assertThat(memory.heap().limitBytes()).isEqualTo(HeapBudget.limitOfProcess());
        try (HeapBudget.Share share = call.heap().share("names", 10)) {
            assertThat(memory.heap().liveBytes())
                    .isEqualTo(call.heap().liveBytes())
                    .isEqualTo(share.bytes());
            assertThat(memory.part().heap().liveBytes()).isZero();
        }
        assertThat(memory.heap().liveBytes()).isZero();
    }

    @Test
    void bytesOfObjectsAreTheirAlignedSizes() {
        assertThat(HeapBytes.object(0)).isEqualTo(16);
        assertThat(HeapBytes.object(Integer.BYTES + 1)).isEqualTo(24);
        assertThat(HeapBytes.array(0, Long.BYTES)).isEqualTo(16);
        assertThat(HeapBytes.array(3, Integer.BYTES)).isEqualTo(32);
        assertThat(HeapBytes.of("latin é")).isEqualTo(24 + 24);
        assertThat(HeapBytes.of("12345 €")).isEqualTo(24 + 32);
    }
}
