package dev.motif.cypher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StageTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Stage stage = new Stage("counting", 200, nanos::get);

    private void passes(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void steadyPaceIsExtrapolated() {
        for (int step = 1; step <= 10; step++) {
            passes(3000);
            stage.advance(20);
            assertThat(stage.fraction()).hasValue(step / 10.0);
            assertThat(stage.remaining().orElseThrow().toMillis()).isEqualTo(3000L * (10 - step));
        }
    }

    @Test
    void remainingTimeGrowsWhileNothingIsDone() {
        passes(2000);
        stage.advance(100);
        assertThat(stage.remaining()).contains(Duration.ofSeconds(2));
        passes(4000);
        assertThat(stage.remaining()).contains(Duration.ofSeconds(6));
    }

    @Test
    void remainingTimeIsUnknownUntilSomethingIsDone() {
        passes(5000);
        assertThat(stage.remaining()).isEmpty();
    }

    @Test
    void remainingTimeIsUnknownInTheFirstSecond() {
        stage.advance(100);
        passes(999);
        assertThat(stage.remaining()).isEmpty();
        passes(1);
        assertThat(stage.remaining()).contains(Duration.ofSeconds(1));
    }

    @Test
    void stageOfUnknownVolumeHasNeither() {
        Stage unknown = new Stage("reading", 0, nanos::get);
        unknown.advance(7);
        passes(5000);
        assertThat(unknown.fraction()).isEmpty();
        assertThat(unknown.remaining()).isEmpty();
    }

    @Test
    void moreThanExpectedIsAllOfIt() {
        passes(5000);
        stage.advance(500);
        assertThat(stage.fraction()).hasValue(1);
        assertThat(stage.remaining()).contains(Duration.ZERO);
    }

    @Test
    void longestTimesDoNotOverflow() {
        Stage slow = new Stage("counting", Long.MAX_VALUE, nanos::get);
        passes(TimeUnit.DAYS.toMillis(1));
        slow.advance(1);
        assertThat(slow.remaining()).contains(Duration.ofNanos(Long.MAX_VALUE));
    }
}
