package dev.motif.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StepsTest {
    private final AtomicLong looks = new AtomicLong();

    @Test
    void oneLookIsTakenForSoManySteps() {
        Steps steps = new Steps(() -> looks.incrementAndGet() == 4);
        for (int step = 0; step < 2 * Steps.PER_LOOK; step++) {
            steps.add();
        }
        assertThat(looks).hasValue(2);
        steps.add(10L * Steps.PER_LOOK);
        assertThat(looks).hasValue(3);
        assertThatThrownBy(() -> steps.add(Steps.PER_LOOK)).isInstanceOf(CancellationException.class);
    }

    @Test
    void callerMayLookItself() {
        Steps.asking(looks::incrementAndGet).add(Steps.PER_LOOK);
        assertThat(looks).hasValue(1);
    }

    /** Its workers need not wait for the thread that looks every 50 ms. */
    @Test
    void rangesAreCountedByTheirIndexes() {
        Workers workers = new Workers(1, () -> looks.get() > 0, Progress.NONE);
        AtomicLong done = new AtomicLong();
        assertThatThrownBy(() -> workers.forRanges(1L << 40, 1 << 10, (worker, from, to) -> {
                    looks.incrementAndGet();
                    done.addAndGet(to - from);
                }))
                .isInstanceOf(CancellationException.class);
        assertThat(done.get()).isLessThanOrEqualTo(Steps.PER_LOOK);
    }

    @Test
    void longIndexIsEndedByItsSteps() {
        Workers workers = new Workers(2, () -> looks.get() > 0, Progress.NONE);
        assertThatThrownBy(() -> workers.forEach(1, 1, (worker, index, steps) -> {
                    while (true) {
                        looks.incrementAndGet();
                        steps.add();
                    }
                }))
                .isInstanceOf(CancellationException.class);
        assertThat(looks.get()).isEqualTo(Steps.PER_LOOK);
    }
}
