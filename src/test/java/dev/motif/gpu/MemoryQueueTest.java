package dev.motif.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.gpu.driver.GpuException;
import dev.motif.parallel.Cancellation;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class MemoryQueueTest {
    private final MemoryQueue queue = new MemoryQueue(100, bytes -> false);

    private static LongSupplier bytes(long bytes) {
        return () -> bytes;
    }

    private CompletableFuture<Long> reserve(long bytes, Cancellation cancellation) {
        int before = queue.waiting();
        CompletableFuture<Long> reserved =
                CompletableFuture.supplyAsync(() -> queue.reserve(bytes(bytes), cancellation));
        while (queue.waiting() == before && !reserved.isDone()) {
            Thread.onSpinWait();
        }
        return reserved;
    }

    @Test
    void moreThanTheLimitIsAnErrorThatNamesTheSetting() {
        assertThatThrownBy(() -> queue.reserve(bytes(101), Cancellation.NEVER))
                .isInstanceOf(GpuException.class)
                .hasMessage("101 Bytes of device memory are needed, but only 100 Bytes may be used"
                        + " (-Dmotif.gpu.memory sets the limit)");
        assertThat(queue.reservedBytes()).isZero();
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void smallCallDoesNotOvertakeALargeOne() throws Exception {
        queue.reserve(bytes(60), Cancellation.NEVER);
        CompletableFuture<Long> large = reserve(80, Cancellation.NEVER);
        AtomicInteger looks = new AtomicInteger();
        CompletableFuture<Long> small = reserve(10, () -> {
            looks.incrementAndGet();
            return false;
        });
        // Between two looks at its cancellation it tries to get the bytes.
        while (looks.get() < 5 && !small.isDone()) {
            Thread.onSpinWait();
        }
        assertThat(small).isNotDone();
        assertThat(large).isNotDone();
        queue.release(60);
        large.get(5, TimeUnit.MINUTES);
        small.get(5, TimeUnit.MINUTES);
        assertThat(queue.reservedBytes()).isEqualTo(90);
    }

    @Test
    void cancelledCallLeavesTheQueue() throws Exception {
        queue.reserve(bytes(60), Cancellation.NEVER);
        boolean[] cancelled = {false};
        CompletableFuture<Long> large = reserve(80, () -> cancelled[0]);
        CompletableFuture<Long> small = reserve(40, Cancellation.NEVER);
        cancelled[0] = true;
        assertThatThrownBy(() -> large.get(5, TimeUnit.MINUTES)).hasCauseInstanceOf(CancellationException.class);
        assertThat(small.get(5, TimeUnit.MINUTES)).isEqualTo(40);
    }

    @Test
    void unusedCopiesAreEvictedBeforeACallWaits() {
        MemoryQueue[] evicting = new MemoryQueue[1];
        evicting[0] = new MemoryQueue(100, bytes -> {
            evicting[0].release(70);
            return true;
        });
        evicting[0].reserve(bytes(70), Cancellation.NEVER);
        assertThat(evicting[0].reserve(bytes(50), Cancellation.NEVER)).isEqualTo(50);
        assertThat(evicting[0].reservedBytes()).isEqualTo(50);
    }
}
