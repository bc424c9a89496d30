package dev.motif.backend;

import dev.motif.parallel.Cancellation;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * When a search gives up.
 *
 * @param timeoutMillis 0 for never
 * @param startNanos when it began
 */
public record Deadline(long timeoutMillis, long startNanos) implements Cancellation {
    /** From now on. */
    public static Deadline after(long timeoutMillis) {
        return new Deadline(timeoutMillis, System.nanoTime());
    }

    /** True when it is over. */
    @Override
    public boolean requested() {
        return nanosLeft() == 0;
    }

    /** Until it is over, 0 from then on; longer than any search when there is none. */
    public long nanosLeft() {
        return timeoutMillis == 0
                ? Long.MAX_VALUE
                : Math.max(0, TimeUnit.MILLISECONDS.toNanos(timeoutMillis) - (System.nanoTime() - startNanos));
    }

    /** The error that says so, for a search in tasks. */
    public IllegalStateException error(long tasksDone, long tasks) {
        return new IllegalStateException("the search was stopped by `timeoutMillis: " + timeoutMillis + "` after "
                + tasksDone + " of " + tasks + " tasks");
    }

    /** The error that says so. */
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
