package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Slow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen callers at once on the CPU. */
@Slow
@Timeout(600)
class CrowdTest {
    private static final int CALLERS = 16;
    private static final int CALLS_OF_EACH = 50;

    @Test
    void everyCallerGetsTheResultOfAQuietServer() throws Exception {
        Crowd crowd = new Crowd(TestDatabase.emptied(), "CPU", 300, 3000);
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        crowd.run(CALLERS, CALLS_OF_EACH);
        aftermath.check("after a crowd");
        crowd.leave();
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }
}
