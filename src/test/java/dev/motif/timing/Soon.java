package dev.motif.timing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Checks that work ends soon after it was told to, whatever else the machine does. It measures the processor time of
 * this JVM, which does not depend on other processes. Threads that wait use none, so there is also a long limit on the
 * time that passes, for work that never ends.
 */
public final class Soon {
    /** The most processor time for work to end: what two workers use in a second. */
    private static final Duration MOST_WORK = Duration.ofSeconds(2);

    private static final Duration NEVER = Duration.ofMinutes(2);

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final long workNanos = PROCESS.getProcessCpuTime();
    private final long nanos = System.nanoTime();

    private Soon() {}

    public static Soon afterNow() {
        return new Soon();
    }

    /** Fails when too much processor time was used since, or too much time has passed. */
    public void assertEnded() {
        Duration work = Duration.ofNanos(PROCESS.getProcessCpuTime() - workNanos);
        Duration passed = Duration.ofNanos(System.nanoTime() - nanos);
        assertThat(work).as("processor time until the end, %s after", passed).isLessThan(MOST_WORK);
        assertThat(passed).as("time until the end").isLessThan(NEVER);
    }
}
