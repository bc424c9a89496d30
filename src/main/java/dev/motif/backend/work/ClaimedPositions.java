package dev.motif.backend.work;

import dev.motif.backend.work.DynamicSchedule.Participant;
import dev.motif.backend.work.DynamicSchedule.Range;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * The positions that one device claims for a search whose launches end after a slice of time: a few at first, and more
 * before their tasks run out, so that warps never wait for the last branches of some roots before they go on to others.
 * Not thread-safe.
 */
public final class ClaimedPositions {
    /** How long a launch takes at most while not all positions are claimed. */
    private static final long FEEDING_NANOS = 20_000_000;

    /** The number of launches, as large as the last one, for which tasks are to be ready. */
    private static final int LAUNCHES_AHEAD = 3;

    private final long positions;
    private final LongFunction<Range> source;
    private final List<Range> claimed = new ArrayList<>();
    private boolean hasAll;

    private ClaimedPositions(long positions, LongFunction<Range> source) {
        this.positions = positions;
        this.source = source;
    }

    /**
     * The positions that a participant claims.
     *
     * @param checksum see {@link Participant#begin}
     * @param positionsOf about how many positions have a number of tasks
     */
    public static ClaimedPositions of(Participant share, long positions, long checksum, LongUnaryOperator positionsOf) {
        long[] wanted = new long[1];
        Supplier<Range> ranges = share.ranges(positions, checksum, from -> positionsOf.applyAsLong(wanted[0]));
        return new ClaimedPositions(positions, tasks -> {
            wanted[0] = tasks;
            return ranges.get();
        });
    }

    /** The positions that have been claimed so far, in the same order, and then those that are left. */
    public ClaimedPositions again() {
        Iterator<Range> before = List.copyOf(claimed).iterator();
        return new ClaimedPositions(positions, tasks -> before.hasNext() ? before.next() : next(tasks));
    }

    /** Claims the next positions, with about {@code tasks} tasks, or all that are left; null when none is left. */
    public Range next(long tasks) {
        Range range = hasAll ? null : source.apply(tasks);
        hasAll = range == null || range.to() == positions;
        if (range != null) {
            claimed.add(range);
        }
        return range;
    }

    /** Whether there is nothing left to claim. */
    public boolean hasAll() {
        return hasAll;
    }

    public boolean hasFirst() {
        return claimed.stream().anyMatch(range -> range.from() == 0);
    }

    /** The time of the next launch: {@code slice}, or less while there may be something left to claim. */
    public LongSupplier nanos(LongSupplier slice) {
        return () -> hasAll ? slice.getAsLong() : Math.min(slice.getAsLong(), FEEDING_NANOS);
    }

    /** How many tasks should be there for the next launch. */
    public static long wanted(int blocks, long tasksOfLastLaunch) {
        return LAUNCHES_AHEAD * Math.max(blocks, tasksOfLastLaunch);
    }
}
