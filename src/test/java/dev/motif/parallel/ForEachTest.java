package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ForEachTest {
    @ParameterizedTest
    @CsvSource({"0, 1, 3", "1, 100, 4", "1000, 1, 1", "1000, 7, 2", "1000, 1000, 4", "1000, 999, 9"})
    void everyIndexIsTakenOnceAndAdvancesTheProgress(int length, int grain, int concurrency) {
        AtomicIntegerArray visits = new AtomicIntegerArray(length);
        StageProgress progress = new StageProgress("stage");
        progress.begin("stage", length);
        new Workers(concurrency, Cancellation.NEVER, progress).forEach(length, grain, (worker, index) -> {
            assertThat(worker).isBetween(0, concurrency - 1);
            visits.incrementAndGet((int) index);
        });
        assertThat(progress.done()).isEqualTo(length);
        for (int i = 0; i < length; i++) {
            assertThat(visits.get(i)).as("visits of %d", i).isOne();
        }
    }

    /** A range is long, so that all workers would have most of one before them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void noIndexBeginsOnceAWorkerCanSeeTheCancellation(int concurrency) {
        AtomicInteger begun = new AtomicInteger();
        VisibleStop stop = new VisibleStop(() -> begun.get() == concurrency);
        Workers workers = new Workers(concurrency, stop, stop);
        assertThatThrownBy(() -> workers.forEach(100_000, 512, (worker, index) -> {
                    begun.incrementAndGet();
                    stop.await();
                }))
                .isInstanceOf(CancellationException.class);
        assertThat(begun).hasValue(concurrency);
    }

    @Test
    void noIndexOfTheRangeBeginsAfterAFailure() {
        AtomicLong begun = new AtomicLong();
        assertThatThrownBy(() -> Workers.of(1).forEach(1000, 512, (worker, index) -> {
                    if (begun.incrementAndGet() == 10) {
                        throw new ArithmeticException("boom");
                    }
                }))
                .isInstanceOf(ArithmeticException.class);
        assertThat(begun).hasValue(10);
    }
}
