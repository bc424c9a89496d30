package dev.motif.backend;

import dev.motif.parallel.Cancellation;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The time at which a search gives up.
 *
 * @param timeoutMillis how many milliseconds after its start, 0 for never
 * @param startNanos the {@link System#nanoTime} of its start
 */
public record Deadline(long timeoutMillis, long startNanos) implements Cancellation {
    /** A deadline {@code timeoutMillis} milliseconds from now, or none when it is 0. */
    public static Deadline after(long timeoutMillis) {
        return new Deadline(timeoutMillis, System.nanoTime());
    }

    /** True once the deadline has passed. */
    @Override
    public boolean requested() {
        return nanosLeft() == 0;
    }

    /** The nanoseconds until the deadline, 0 once it has passed, and {@link Long#MAX_VALUE} when there is none. */
    public long nanosLeft() {
        return timeoutMillis == 0
                ? Long.MAX_VALUE
                : Math.max(0, TimeUnit.MILLISECONDS.toNanos(timeoutMillis) - (System.nanoTime() - startNanos));
    }

    /** A deadline after one of {@code parts} equal parts of the time that is left, or none when this is none. */
    public Deadline share(int parts) {
        return timeoutMillis == 0
                ? this
                : Deadline.after(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft()) / parts));
    }

    /** The error for a search in tasks that this deadline has stopped. */
    public IllegalStateException error(long tasksDone, long tasks) {
        return new IllegalStateException("the search was stopped by `timeoutMillis: " + timeoutMillis + "` after "
                + tasksDone + " of " + tasks + " tasks");
    }

    /**
     * The error for a search from roots that this deadline has stopped.
     *
     * @param share the part of the search's work that was done, from 0 to 1
     */
    public IllegalStateException error(long rootsDone, long roots, double share) {
        return new IllegalStateException(String.format(
                Locale.ROOT,
                "the search was stopped by `timeoutMillis: %d` after %d of %d start nodes, about %.1f%% of its work",
                timeoutMillis,
                rootsDone,
                roots,
                100 * share));
    }
}
