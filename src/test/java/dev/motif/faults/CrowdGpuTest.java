package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.gpu.GpuDevice;
import dev.motif.gpu.Gpus;
import dev.motif.neo4j.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen callers at once on all GPUs of the host. */
@Tag("gpu")
@Timeout(1200)
class CrowdGpuTest {
    private static final int CALLERS = 16;
    private static final int CALLS_OF_EACH = 200;

    @Test
    void everyCallerGetsTheResultOfTheCpu() throws Exception {
        Crowd crowd = new Crowd(TestDatabase.emptied(), "GPU", 300, 3000, 30_000);
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        crowd.run(CALLERS, CALLS_OF_EACH);
        aftermath.check("after a crowd");
        for (GpuDevice device : Gpus.ofThisHost().devices()) {
            assertThat(device.unusableReason()).isNull();
            assertThat(device.waitingCalls()).isZero();
            assertThat(device.reservedBytes()).isEqualTo(device.copies().bytes());
        }
        crowd.leave();
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
        for (GpuDevice device : Gpus.ofThisHost().devices()) {
            assertThat(device.reservedBytes()).isZero();
            assertThat(device.liveBytes()).isZero();
        }
    }
}
