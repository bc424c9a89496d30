package dev.motif.cypher.job;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** One stage of a job: how far it has come, and how long it will still take. Thread-safe. */
final class Stage {
    /** The time from the start of a stage during which its pace is not used to predict its end. */
    private static final long SETTLING_NANOS = 1_000_000_000L;

    private final String name;
    private final long volume;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private final LongAdder done = new LongAdder();

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

    /** The time that the rest of the stage takes at its mean pace so far; empty while that is unknown. */
    Optional<Duration> remaining() {
        long elapsed = nanoTime.getAsLong() - startNanos;
        double fraction = fraction().orElse(0);
        if (fraction == 0 || elapsed < SETTLING_NANOS) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos((long) (elapsed / fraction - elapsed)));
    }
}
