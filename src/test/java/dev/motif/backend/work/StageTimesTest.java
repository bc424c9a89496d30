package dev.motif.backend.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.backend.work.StageTimes.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StageTimesTest {
    private final StageTimes times = new StageTimes();

    @ParameterizedTest
    @EnumSource(Stage.class)
    void stageThatDidNotRunTookNoTime(Stage stage) {
        assertThat(times.millis(stage)).isZero();
        assertThat(times.exactMillis(stage)).isZero();
    }

    @Test
    void timesOfOneStageAddUp() {
        times.time(Stage.COMPUTE, () -> sleep(20));
        assertThat(times.<String>time(Stage.COMPUTE, () -> {
                    sleep(20);
                    return "result";
                }))
                .isEqualTo("result");
        assertThat(times.millis(Stage.COMPUTE)).isBetween(40L, 5000L);
        assertThat(times.exactMillis(Stage.COMPUTE)).isGreaterThanOrEqualTo(40);
        assertThat(times.millis(Stage.PREPARE)).isZero();
    }

    @Test
    void failedStageIsTimedToo() {
        assertThatThrownBy(() -> times.time(Stage.WRITE, () -> {
                    sleep(5);
                    throw new IllegalStateException("boom");
                }))
                .hasMessage("boom");
        assertThat(times.exactMillis(Stage.WRITE)).isGreaterThanOrEqualTo(5);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
