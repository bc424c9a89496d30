package dev.motif.backend;

import java.io.Serializable;
import java.time.Duration;

/**
 * A window of time: what is searched has relationships that are no more than its length apart.
 *
 * @param key the key of a configuration that has the length, for errors
 * @param property the column with the times of relationships; null where these are there
 * @param length the most that the last relationship may be later than the first, 0 or more, in the unit of the times
 * @param nanos whether {@code length} is in nanoseconds as long as the times are not there, given as a duration
 * @param times when the relationships of each edge happened; null while only the size of a graph is known
 */
public record TimeWindow(String key, String property, long length, boolean nanos, EdgeTimes times)
        implements Serializable {
    private static final String WINDOW = "window";

    /** @throws IllegalArgumentException when {@code length} is negative */
    public TimeWindow {
        if (length < 0) {
            throw new IllegalArgumentException("`" + key + "` must be 0 or more, got " + length);
        }
    }

    /** A window over the times of a column of integers, in their unit. */
    public static TimeWindow of(String property, long length) {
        return new TimeWindow(WINDOW, property, length, false, null);
    }

    /**
     * A window over the times of a column of temporal values.
     *
     * @throws IllegalArgumentException when {@code length} is negative, or 292 years or more
     */
    public static TimeWindow of(String property, Duration length) {
        try {
            return new TimeWindow(WINDOW, property, length.toNanos(), true, null);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("`window` must be below 292 years, got " + length);
        }
    }

    /** A window over times that are there. */
    public TimeWindow(long length, EdgeTimes times) {
        this(WINDOW, null, length, false, times);
    }

    /** A configuration with a window of time, for which the algorithm needs the times of the graph. */
    public interface Timed<C> {
        /** The window; null for none. */
        TimeWindow window();

        C within(TimeWindow other);
    }
}
