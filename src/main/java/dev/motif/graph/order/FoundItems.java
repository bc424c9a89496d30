package dev.motif.graph.order;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.parallel.Cancellation;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Items that the threads of a round take, and find while they work on others. So what would be many short rounds, each of
 * the items that were found in the one before, is one in which nobody waits for the end of the others' work. A thread may
 * work on what it found without adding it; it adds some when others wait.
 *
 * <p>Each item is added at most once. {@link #begin} may be called between rounds only, the other methods by several
 * threads at once.
 */
public final class FoundItems {
    /** Fewer items are not worth a turn. */
    private static final int LEAST_TAKEN = 4;

    private static final int SPINS_PER_LOOK = 16;
    private static final int LOOKS_PER_POLL = 64;

    /** The places of the counters, each on a cache line of its own. */
    private static final int TAKEN = 16;

    private static final int ADDED = 32;
    private static final int RESERVED = 48;
    private static final int OPEN = 64;
    private static final int WAITING = 80;

    private final OffHeapInts items;
    private final int threads;
    private final AtomicLongArray counters = new AtomicLongArray(96);
    private volatile boolean ended;

    /** @param items a list for all items from one {@link #begin} to the next */
    public FoundItems(OffHeapInts items, int threads) {
        this.items = items;
        this.threads = threads;
    }

    /** Begins a round with the first {@code count} of {@code first}, which are 1 or more; forgets all other items. */
    public void begin(int[] first, int count) {
        items.copyFrom(first, 0, 0, count);
        counters.set(TAKEN, 0);
        counters.set(ADDED, count);
        counters.set(RESERVED, count);
        counters.set(OPEN, count);
        counters.set(WAITING, 0);
        ended = false;
    }

    /**
     * Takes items that nobody has taken, fewer of them when fewer are left; returns how many. Waits while there are none
     * and others may add some; returns 0 when all are done, or after {@link #end}.
     */
    public int take(int[] taken, Cancellation cancellation) {
        int count = takeNow(taken);
        if (count < 0) {
            counters.getAndIncrement(WAITING);
            for (int looks = 1; count < 0; looks++) {
                if (looks % LOOKS_PER_POLL == 0) {
                    cancellation.check();
                    Thread.yield();
                } else {
                    spin();
                }
                count = takeNow(taken);
            }
            counters.getAndDecrement(WAITING);
        }
        return count;
    }

    private int takeNow(int[] taken) {
        while (!ended) {
            long from = counters.get(TAKEN);
            long left = counters.get(ADDED) - from;
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(Math.min(left, taken.length), LEAST_TAKEN + left / (2L * threads));
            if (counters.compareAndSet(TAKEN, from, from + count)) {
                items.copyTo(from, taken, count);
                return count;
            }
        }
        return 0;
    }

    private static void spin() {
        for (int spins = 0; spins < SPINS_PER_LOOK; spins++) {
            Thread.onSpinWait();
        }
    }

    /** Whether a thread waits for items. */
    public boolean wanted() {
        return counters.get(WAITING) > 0;
    }

    /** Adds the first {@code count} of {@code found}, whose finder has items that are not done. */
    public void add(int[] found, int count) {
        if (count == 0) {
            return;
        }
        counters.getAndAdd(OPEN, count);
        long at = counters.getAndAdd(RESERVED, count);
        items.copyFrom(found, 0, at, count);
        for (int looks = 1; counters.get(ADDED) != at; looks++) {
            if (looks % LOOKS_PER_POLL == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
        counters.set(ADDED, at + count);
    }

    /** Says that {@code count} items that were taken are done, with all that was found because of them and not added. */
    public void done(int count) {
        if (counters.addAndGet(OPEN, -count) == 0) {
            ended = true;
        }
    }

    /** Ends the round: nobody gets items any more. */
    public void end() {
        ended = true;
    }
}
