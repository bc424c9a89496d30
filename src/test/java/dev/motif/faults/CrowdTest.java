package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Slow;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Sixteen callers at once on the CPU. */
@Slow
class CrowdTest {
    private static final int CALLERS = 16;

    @Test
    void everyCallerGetsTheResultOfAQuietServer() throws Exception {
        Crowd crowd = new Crowd(TestDatabase.emptied(), "CPU", 300, 3000);
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        System.out.printf("%d calls of %d callers%n", crowd.run(CALLERS, Duration.ofSeconds(10)), CALLERS);
        aftermath.check("after a crowd");
        crowd.leave();
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }
}
