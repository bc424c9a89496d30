package dev.motif.cypher.config;

import dev.motif.backend.TimeWindow;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAmount;

/** Reads in which window of time relationships must lie. */
public final class TimeKeys {
    /** The keys that {@link #read} reads, for descriptions. */
    public static final String KEYS = "timeProperty, window";

    /** The keys that {@link #readSpan} reads, for descriptions. */
    public static final String SPAN_KEYS = "timeProperty, span";

    static final String PROPERTY = "timeProperty";
    private static final String WINDOW = "window";
    private static final String SPAN = "span";
    private static final String ALLOWED =
            "an INTEGER in [0, " + Long.MAX_VALUE + "] or a duration of 0 or more, without months, below 292 years";

    private TimeKeys() {}

    /**
     * The window; null when neither key was given.
     *
     * @throws IllegalArgumentException when one of the two is missing, or the window is none
     */
    public static TimeWindow read(Configuration given) {
        return read(given, WINDOW);
    }

    /**
     * The window in which all relationships of a group must lie, by the key {@code span}; null when neither key was given.
     *
     * @throws IllegalArgumentException when one of the two is missing, the window is none, or nodes must be contained
     */
    public static TimeWindow readSpan(Configuration given) {
        TimeWindow span = read(given, SPAN);
        if (span != null && given.has("contains")) {
            throw new IllegalArgumentException("`contains` must be left out with `span`");
        }
        return span;
    }

    private static TimeWindow read(Configuration given, String key) {
        if (!given.has(PROPERTY)) {
            if (given.has(key)) {
                throw new IllegalArgumentException(
                        "`" + key + "` needs `timeProperty`, the column with the times of relationships");
            }
            return null;
        }
        return required(given, key);
    }

    /**
     * The window.
     *
     * @throws IllegalArgumentException when one of the two is missing, or the window is none
     */
    public static TimeWindow required(Configuration given) {
        return required(given, WINDOW);
    }

    private static TimeWindow required(Configuration given, String key) {
        String property = given.requiredString(PROPERTY);
        Object window = given.requiredValue(key, ALLOWED);
        if (!(window instanceof TemporalAmount duration)) {
            Long length = Configuration.whole(window);
            if (length == null || length < 0) {
                throw given.wrong(key, ALLOWED, window);
            }
            return new TimeWindow(key, property, length, false, null);
        }
        long nanos = nanos(duration);
        if (nanos < 0) {
            throw given.wrong(key, ALLOWED, window);
        }
        return new TimeWindow(key, property, nanos, true, null);
    }

    /** The nanoseconds of a duration, a day being 24 hours; -1 when there are too many, less than none, or months. */
    private static long nanos(TemporalAmount duration) {
        try {
            long nanos = 0;
            for (var unit : duration.getUnits()) {
                long amount = duration.get(unit);
                if (amount != 0 && unit.getDuration().compareTo(ChronoUnit.WEEKS.getDuration()) > 0) {
                    return -1;
                }
                nanos = Math.addExact(
                        nanos, Math.multiplyExact(amount, unit.getDuration().toNanos()));
            }
            return Math.max(-1, nanos);
        } catch (ArithmeticException e) {
            return -1;
        }
    }
}
