package dev.motif.graph.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.leaks.LeavesNothing;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@LeavesNothing
class FoundItemsTest {
    private final NativeMemory memory = new NativeMemory(1L << 20);

    /** Item {@code i} finds {@code 2i + 1} and {@code 2i + 2}, as in a heap. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void allItemsAreTakenOnce(int threads) {
        int count = 20_000;
        try (OffHeapInts list = memory.ints(count)) {
            FoundItems items = new FoundItems(list, threads);
            for (int run = 0; run < 3; run++) {
                AtomicIntegerArray taken = new AtomicIntegerArray(count);
                items.begin(new int[] {0, -1}, 1);
                Workers.of(threads).run(threads, (worker, group) -> {
                    int[] own = new int[50];
                    int[] found = new int[2 * own.length];
                    for (int n = items.take(own, Cancellation.NEVER); n > 0; n = items.take(own, Cancellation.NEVER)) {
                        int foundCount = 0;
                        for (int i = 0; i < n; i++) {
                            taken.incrementAndGet(own[i]);
                            for (int next = 2 * own[i] + 1; next <= 2 * own[i] + 2 && next < count; next++) {
                                found[foundCount++] = next;
                            }
                        }
                        items.add(found, foundCount);
                        items.done(n);
                    }
                });
                assertThat(items.take(new int[1], Cancellation.NEVER)).isZero();
                for (int i = 0; i < count; i++) {
                    assertThat(taken.get(i)).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void nothingIsTakenAfterTheEnd() {
        try (OffHeapInts list = memory.ints(100)) {
            FoundItems items = new FoundItems(list, 1);
            items.begin(new int[100], 100);
            int[] own = new int[8];
            assertThat(items.take(own, Cancellation.NEVER)).isEqualTo(8);
            items.end();
            assertThat(items.take(own, Cancellation.NEVER)).isZero();
        }
    }

    @Test
    void whoeverWaitsForItemsIsCancelled() {
        try (OffHeapInts list = memory.ints(1)) {
            FoundItems items = new FoundItems(list, 2);
            items.begin(new int[1], 1);
            int[] own = new int[8];
            assertThat(items.take(own, Cancellation.NEVER)).isEqualTo(1);
            assertThatThrownBy(() -> items.take(own, () -> true)).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void itemsAreWantedWhileAThreadWaits() {
        try (OffHeapInts list = memory.ints(2)) {
            FoundItems items = new FoundItems(list, 2);
            items.begin(new int[1], 1);
            int[] own = new int[8];
            assertThat(items.take(own, Cancellation.NEVER)).isEqualTo(1);
            assertThat(items.wanted()).isFalse();
            Workers.of(2).run(2, (worker, group) -> {
                if (worker == 0) {
                    while (!items.wanted()) {
                        Thread.onSpinWait();
                    }
                    items.add(new int[] {7}, 1);
                    items.done(1);
                } else {
                    int[] taken = new int[8];
                    assertThat(items.take(taken, Cancellation.NEVER)).isEqualTo(1);
                    assertThat(taken[0]).isEqualTo(7);
                    items.done(1);
                }
            });
            assertThat(items.wanted()).isFalse();
            assertThat(items.take(own, Cancellation.NEVER)).isZero();
        }
    }

    /** Threads that find nothing add nothing, and nobody waits for it. */
    @Test
    void nothingIsAdded() {
        try (OffHeapInts list = memory.ints(10_000)) {
            FoundItems items = new FoundItems(list, 8);
            items.begin(new int[10_000], 10_000);
            Workers.of(8).run(8, (worker, group) -> {
                int[] own = new int[1];
                for (int n = items.take(own, Cancellation.NEVER); n > 0; n = items.take(own, Cancellation.NEVER)) {
                    items.add(own, 0);
                    items.done(n);
                }
            });
            assertThat(items.take(new int[1], Cancellation.NEVER)).isZero();
        }
    }
}
