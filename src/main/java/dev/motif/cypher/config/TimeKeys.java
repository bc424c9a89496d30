package dev.motif.cypher.config;

import dev.motif.backend.TimeWindow;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAmount;

/** Reads in which window of time relationships must lie. */
public final class TimeKeys {
    /** The keys that {@link #read} reads, for descriptions. */
    public static final String KEYS = "timeProperty, window";

    static final String PROPERTY = "timeProperty";
    private static final String WINDOW = "window";
    private static final String ALLOWED =
            "an INTEGER in [0, " + Long.MAX_VALUE + "] or a duration of 0 or more, without months, below 292 years";

    private TimeKeys() {}

    /**
     * The window; null when neither key was given.
     *
     * @throws IllegalArgumentException when one of the two is missing, or the window is none
     */
    public static TimeWindow read(Configuration given) {
        if (!given.has(PROPERTY)) {
            if (given.has(WINDOW)) {
                throw new IllegalArgumentException(
                        "`window` needs `timeProperty`, the column with the times of relationships");
            }
            return null;
        }
        return required(given);
    }

    /**
     * The window.
     *
     * @throws IllegalArgumentException when one of the two is missing, or the window is none
     */
    public static TimeWindow required(Configuration given) {
        String property = given.requiredString(PROPERTY);
        Object window = given.requiredValue(WINDOW, ALLOWED);
        if (!(window instanceof TemporalAmount duration)) {
            Long length = Configuration.whole(window);
            if (length == null || length < 0) {
                throw given.wrong(WINDOW, ALLOWED, window);
            }
            return TimeWindow.of(property, length);
        }
        long nanos = nanos(duration);
        if (nanos < 0) {
            throw given.wrong(WINDOW, ALLOWED, window);
        }
        return new TimeWindow(property, nanos, true, null);
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
