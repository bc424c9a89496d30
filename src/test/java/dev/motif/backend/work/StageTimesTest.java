package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.work.StageTimes.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StageTimesTest {
    private final StageTimes times = new StageTimes();
    private long passedNanos;

    @ParameterizedTest
    @EnumSource(Stage.class)
    void stageThatDidNotRunTookNoTime(Stage stage) {
        assertThat(times.millis(stage)).isZero();
        assertThat(times.exactMillis(stage)).isZero();
    }

    @Test
    void timesOfOneStageAddUp() {
        times.time(Stage.COMPUTE, this::passTime);
        assertThat(times.<String>time(Stage.COMPUTE, () -> {
                    passTime();
                    return "result";
                }))
                .isEqualTo("result");
        assertThat(passedNanos).isPositive();
        assertThat(times.exactMillis(Stage.COMPUTE)).isGreaterThanOrEqualTo(passedNanos / 1e6);
        times.add(Stage.COMPUTE, 2000);
        assertThat(times.exactMillis(Stage.COMPUTE)).isGreaterThanOrEqualTo(2000 + passedNanos / 1e6);
        assertThat(times.millis(Stage.COMPUTE)).isEqualTo(Math.round(times.exactMillis(Stage.COMPUTE)));
        assertThat(times.millis(Stage.PREPARE)).isZero();
    }

    @Test
    void failedStageIsTimedToo() {
        assertThatThrownBy(() -> times.time(Stage.WRITE, () -> {
                    passTime();
                    throw new IllegalStateException("boom");
                }))
                .hasMessage("boom");
        assertThat(times.exactMillis(Stage.WRITE)).isGreaterThanOrEqualTo(passedNanos / 1e6);
    }

    /** Until the clock has gone on: a stage around it takes as long at least, on whatever machine. */
    private void passTime() {
        long begun = System.nanoTime();
        while (System.nanoTime() == begun) {
            Thread.onSpinWait();
        }
        passedNanos += System.nanoTime() - begun;
    }
}
