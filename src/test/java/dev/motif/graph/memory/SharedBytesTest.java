package dev.motif.graph.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.parallel.Workers;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class SharedBytesTest {
    private static final long LIMIT = 3000;

    @Test
    void threadsNeverHaveMoreThanTheLimit() {
        SharedBytes shared = new SharedBytes(LIMIT);
        AtomicLong taken = new AtomicLong();
        LongAccumulator most = new LongAccumulator(Math::max, 0);
        Workers.of(8).forRanges(2000, 1, (worker, index, end) -> {
            long bytes = 7 * index % LIMIT;
            try (SharedBytes.Taken ignored = shared.take(bytes)) {
                most.accumulate(taken.addAndGet(bytes));
                Thread.onSpinWait();
                taken.addAndGet(-bytes);
            }
        });
        assertThat(most.get()).isBetween(LIMIT / 2, LIMIT);
    }

    @Test
    void moreThanTheLimitIsTakenAlone() {
        SharedBytes shared = new SharedBytes(LIMIT);
        AtomicLong taken = new AtomicLong();
        Workers.of(4).forRanges(100, 1, (worker, index, end) -> {
            long bytes = index % 3 == 0 ? 5 * LIMIT : 1;
            try (SharedBytes.Taken ignored = shared.take(bytes)) {
                long all = taken.addAndGet(bytes);
                assertThat(all == 5 * LIMIT || all < LIMIT).isTrue();
                taken.addAndGet(-bytes);
            }
        });
        assertThat(taken.get()).isZero();
    }
}
