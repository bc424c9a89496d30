package dev.motif.backend.work;

import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The time at which a run gives up. A run has one, made where it begins ({@link Execution#deadline(long)}), which all its
 * parts look at.
 *
 * @param timeoutMillis how many milliseconds after its start, 0 for never
 * @param startNanos what {@code nanoTime} said at its start
 * @param nanoTime the clock, such as {@link System#nanoTime}
 * @param whole the deadline that this one is a {@link #share} of; null for none
 */
public record Deadline(long timeoutMillis, long startNanos, LongSupplier nanoTime, Deadline whole)
        implements Cancellation {
    /** A deadline that never passes. */
    public static final Deadline NEVER = new Deadline(0, 0, System::nanoTime, null);

    /** A deadline {@code timeoutMillis} milliseconds from now, or {@link #NEVER} when it is 0. */
    static Deadline after(long timeoutMillis) {
        return after(timeoutMillis, System::nanoTime);
    }

    /** A deadline {@code timeoutMillis} milliseconds from now by another clock, or {@link #NEVER} when it is 0. */
    public static Deadline after(long timeoutMillis, LongSupplier nanoTime) {
        return timeoutMillis == 0 ? NEVER : new Deadline(timeoutMillis, nanoTime.getAsLong(), nanoTime, null);
    }

    /** The deadline that this one is a share of, or this one. */
    @Override
    public Deadline whole() {
        return whole == null ? this : whole;
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
                : Math.max(0, TimeUnit.MILLISECONDS.toNanos(timeoutMillis) - (nanoTime.getAsLong() - startNanos));
    }

    /**
     * Does {@code work}, whose workers are cancelled once this deadline has passed; returns whether all of it was done. Parts
     * of the work have no deadline of their own: what they do is cancelled.
     *
     * @throws CancellationException when the job itself was cancelled
     */
    public boolean limit(Execution execution, Consumer<Execution> work) {
        return limit(execution, NEVER, work);
    }

    private boolean limit(Execution execution, Deadline ofParts, Consumer<Execution> work) {
        Workers workers = execution.workers();
        try {
            work.accept(execution
                    .with(timeoutMillis == 0 ? workers : workers.with(this))
                    .until(ofParts));
            return true;
        } catch (CancellationException e) {
            workers.cancellation().check();
            if (!requested()) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Does {@code work} as {@link #limit} does, and returns its result. Parts of the work have this deadline.
     *
     * @throws IllegalStateException when this deadline has passed before it was done
     */
    public <T> T inTime(Execution execution, Function<Execution, T> work) {
        AtomicReference<T> result = new AtomicReference<>();
        if (!limit(execution, this, limited -> result.set(work.apply(limited)))) {
            throw error();
        }
        return result.get();
    }

    /**
     * Does {@code work}, whose workers this deadline may cancel: then {@code late} says how far it has come.
     *
     * @throws IllegalStateException {@code late}, when this deadline has passed
     */
    public void during(Runnable work, Supplier<IllegalStateException> late) {
        try {
            work.run();
        } catch (CancellationException e) {
            throw requested() ? late.get() : e;
        }
    }

    /** A deadline after one of {@code parts} equal parts of the time that is left; this one when it has passed or is none. */
    public Deadline share(int parts) {
        return timeoutMillis == 0 || requested()
                ? this
                : new Deadline(
                        Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft()) / parts),
                        nanoTime.getAsLong(),
                        nanoTime,
                        whole());
    }

    /** A deadline {@code millis} milliseconds from now where this one leaves so much time; otherwise this one. */
    public Deadline atMost(long millis) {
        return leaves(millis / 1e3) ? new Deadline(millis, nanoTime.getAsLong(), nanoTime, whole()) : this;
    }

    /** Whether {@code seconds} seconds are left. */
    public boolean leaves(double seconds) {
        return seconds <= nanosLeft() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    public IllegalStateException error() {
        return new IllegalStateException("the search was stopped by `timeoutMillis: " + timeoutMillis + "`");
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
