package dev.motif.timing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Checks that work ends soon after it was told to, whatever else the machine does. It measures the processor time of
 * this JVM, or of another process, which does not depend on what else runs. Threads that wait use none, so there is also
 * a long limit on the time that passes, for work that never ends.
 */
public final class Soon {
    /** The most processor time for work to end: what two workers use in a second, and as much for what the JVM compiles. */
    private static final Duration MOST_WORK = Duration.ofSeconds(4);

    private static final Duration NEVER = Duration.ofMinutes(2);

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Supplier<Duration> processorTime;
    private final Duration workBefore;
    private final Duration mostWork;
    private final long nanos = System.nanoTime();

    private Soon(Supplier<Duration> processorTime, Duration mostWork) {
        this.processorTime = processorTime;
        this.workBefore = processorTime.get();
        this.mostWork = mostWork;
    }

    public static Soon afterNow() {
        return new Soon(() -> Duration.ofNanos(PROCESS.getProcessCpuTime()), MOST_WORK);
    }

    /** Measures another process, whose processor time is not known any more once it has ended. */
    public static Soon afterNow(ProcessHandle process, Duration mostWork) {
        return new Soon(() -> process.info().totalCpuDuration().orElse(Duration.ZERO), mostWork);
    }

    /** Whether little processor time was used since, and not too much time has passed. */
    public boolean hasEnded() {
        return work().compareTo(mostWork) < 0 && passed().compareTo(NEVER) < 0;
    }

    /** Fails when too much processor time was used since, or too much time has passed. */
    public void assertEnded() {
        assertThat(work())
                .as("processor time until the end, %s after", passed())
                .isLessThan(mostWork);
        assertThat(passed()).as("time until the end").isLessThan(NEVER);
    }

    private Duration work() {
        return processorTime.get().minus(workBefore);
    }

    private Duration passed() {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
