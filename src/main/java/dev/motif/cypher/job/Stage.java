package dev.motif.cypher.job;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** One stage of a job: how far it has come, and how long it will still take. Thread-safe. */
final class Stage {
    /** The time from the start of a stage during which its pace is not used to predict its end. */
    private static final long SETTLING_NANOS = 1_000_000_000L;

    /** The part of a stage that must be done for its end to be predicted. */
    private static final double LEAST_DONE = 0.05;

    /** The factor within which the pace of a quarter of the progress must be the pace of the quarter before. */
    private static final double STEADY = 1.5;

    /** How many times what was done at the last mark must be done for the next one, so that there are few. */
    private static final double BETWEEN_MARKS = 1.05;

    private final String name;
    private final long volume;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private final LongAdder done = new LongAdder();

    /** The time that each part of the stage took, by the part that was done. */
    private final NavigableMap<Double, Long> marks = new ConcurrentSkipListMap<>();

    /**
     * A stage that begins now.
     *
     * @param volume the sum of the amounts that {@link #advance} will be given, or 0 when that is unknown
     * @param nanoTime the clock, such as {@link System#nanoTime}
     */
    Stage(String name, long volume, LongSupplier nanoTime) {
        this.name = name;
        this.volume = volume;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
    }

    String name() {
        return name;
    }

    /**
     * Adds {@code amount} to the part of the volume that is done.
     *
     * @param amount 0 or more, so that a stage never goes back
     */
    void advance(long amount) {
        done.add(amount);
    }

    /** The part that is done, in [0, 1]; empty when that is unknown. */
    OptionalDouble fraction() {
        return volume > 0 ? OptionalDouble.of(Math.min(1, (double) done.sum() / volume)) : OptionalDouble.empty();
    }

    /** Remembers when the stage came as far as it is now. Called many times a second, by one thread. */
    void mark() {
        double fraction = fraction().orElse(0);
        if (fraction > 0 && (marks.isEmpty() || fraction >= BETWEEN_MARKS * marks.lastKey())) {
            marks.put(fraction, elapsed());
        }
    }

    private long elapsed() {
        return nanoTime.getAsLong() - startNanos;
    }

    /**
     * The time that the rest of the stage takes at the pace of the recent half of its progress. Empty while that is
     * unknown: also while too little is done, and when the two quarters of that half differ, as in a search whose roots do, where the past says
     * nothing about the rest.
     */
    Optional<Duration> remaining() {
        double fraction = fraction().orElse(0);
        Mark now = new Mark(fraction, elapsed());
        Mark half = lastMark(fraction / 2);
        Mark quarter = lastMark(fraction * 3 / 4);
        // At the last mark too: while a large root is searched, its pace falls from above the mean to below.
        boolean steady = now.nanos >= SETTLING_NANOS
                && fraction >= LEAST_DONE
                && isSteady(half.paceTo(quarter), quarter.paceTo(now))
                && isSteady(half.paceTo(quarter), quarter.paceTo(lastMark(1)));
        return steady ? Optional.of(Duration.ofNanos((long) (half.paceTo(now) * (1 - fraction)))) : Optional.empty();
    }

    /** The last mark at which at most {@code fraction} was done; not a number where there is none. */
    private Mark lastMark(double fraction) {
        Map.Entry<Double, Long> mark = marks.floorEntry(fraction);
        return mark == null ? Mark.NONE : new Mark(mark.getKey(), mark.getValue());
    }

    private static boolean isSteady(double before, double recent) {
        return Math.max(before, recent) <= STEADY * Math.min(before, recent);
    }

    private record Mark(double fraction, long nanos) {
        static final Mark NONE = new Mark(Double.NaN, 0);

        /** The time that the whole stage would take at the pace from here; not a number where nothing was done. */
        double paceTo(Mark later) {
            return (later.nanos - nanos) / (later.fraction - fraction);
        }
    }
}
