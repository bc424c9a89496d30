package dev.motif.research.gbc;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Deals tasks to workers: worker {@code w} of {@code n} owns the tasks {@code w, w + n, w + 2n, ...}. The status array
 * of the GBC paper (GCL) holds the number of tasks of each worker that have begun; a worker that steals a task counts
 * it at the owner. Thread-safe.
 */
final class GbcShares {
    /** Stands for no task. */
    static final long NONE = -1;

    private final AtomicLongArray begun;
    private final long tasks;
    private final boolean steals;

    GbcShares(int workers, long tasks, boolean steals) {
        this.begun = new AtomicLongArray(workers);
        this.tasks = tasks;
        this.steals = steals;
    }

    /** The next task for a worker, or {@link #NONE} when there is none left for it. */
    long next(int worker) {
        long task = claim(worker);
        for (int step = 1; task == NONE && steals && step < begun.length(); step++) {
            task = claim((worker + step) % begun.length());
        }
        return task;
    }

    /** The next task of an owner, or {@link #NONE}. */
    private long claim(int owner) {
        long share = share(owner, begun.length(), tasks);
        long turn = begun.get(owner) < share ? begun.getAndIncrement(owner) : share;
        return turn < share ? owner + turn * begun.length() : NONE;
    }

    private static long share(int owner, int workers, long tasks) {
        return owner < tasks ? (tasks - owner + workers - 1) / workers : 0;
    }

    long begun() {
        long[] status = new long[begun.length()];
        Arrays.setAll(status, owner -> begun.get(owner));
        return begun(status, tasks);
    }

    /**
     * The number of tasks that have begun, by a status array. An entry may be larger than the number of tasks of its
     * worker: thieves that came too late were counted as well.
     */
    static long begun(long[] status, long tasks) {
        long sum = 0;
        for (int owner = 0; owner < status.length; owner++) {
            sum += Math.min(share(owner, status.length, tasks), status[owner]);
        }
        return sum;
    }
}
