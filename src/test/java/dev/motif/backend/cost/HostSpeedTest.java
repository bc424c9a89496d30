package dev.motif.backend.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HostSpeedTest {
    @Test
    void processorDoesSteps() {
        assertThat(CpuSpeed.stepsPerSecond()).isFinite().isPositive();
    }

    @Test
    void deviceIsMeasuredOnceAndCallsMeanwhileDoNotWait() {
        Object device = new Object();
        HostSpeed measured = new HostSpeed(1, 2, 3);
        HostSpeed[] meanwhile = new HostSpeed[1];
        assertThat(HostSpeed.measuredOnce(device, () -> {
                    meanwhile[0] = HostSpeed.measuredOnce(device, HostSpeedTest::failed);
                    return measured;
                }))
                .isSameAs(measured);
        assertThat(meanwhile[0]).isSameAs(HostSpeed.TYPICAL);
        assertThat(HostSpeed.measuredOnce(device, HostSpeedTest::failed)).isSameAs(measured);
    }

    @Test
    void deviceThatCannotBeMeasuredIsTakenForATypicalOne() {
        Object device = new Object();
        AtomicInteger tries = new AtomicInteger();
        for (int call = 0; call < 3; call++) {
            assertThat(HostSpeed.measuredOnce(device, () -> {
                        tries.incrementAndGet();
                        throw new IllegalStateException("no");
                    }))
                    .isSameAs(HostSpeed.TYPICAL);
        }
        assertThat(tries).hasValue(1);
    }

    private static HostSpeed failed() {
        throw new AssertionError("it must not be measured again");
    }
}
