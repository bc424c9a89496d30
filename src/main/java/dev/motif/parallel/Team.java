package dev.motif.parallel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The threads of a job that consists of many short phases, one after the other. They stay together from the first phase
 * to the last and meet after each one, where the last to come prepares the next phase. It does those of little work
 * alone, since the others would come too late.
 *
 * <p>Who waits looks for the next phase for some microseconds, unless there are more threads than processors, and then
 * sleeps.
 */
public final class Team {
    /** Phases of fewer memory accesses, some microseconds, are done by one thread. */
    private static final long SMALL_WORK = 1 << 12;

    private static final int LOOKS = 1 << 9;

    private final int size;
    private final Supplier<Phase> plan;
    private final int looks;
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicLong next = new AtomicLong();
    private Phase phase;
    private boolean alone;

    /** How often all have met. */
    private volatile int meetings;

    /**
     * Work on the positions in {@code [0, length)}.
     *
     * @param grain the number of positions that a thread takes at a time
     * @param work about how many memory accesses it takes
     */
    public record Phase(long length, long grain, long work, Workers.RangeBody body) {}

    /**
     * Describes a team; starts no thread yet.
     *
     * @param size the number of threads
     * @param plan gives the next phase, null after the last one; it runs while no thread works on a phase
     */
    public Team(int size, Supplier<Phase> plan) {
        this.size = size;
        this.plan = plan;
        this.looks = size <= Runtime.getRuntime().availableProcessors() ? LOOKS : 0;
    }

    /** Runs all phases. Failures and cancellation are thrown as by {@link Workers#run}. */
    public void run(Workers workers) {
        workers.run(size, (worker, group) -> {
            while (meet(worker, group)) {
                work(worker, group);
            }
        });
    }

    /** Whether the current phase is done by one thread, which needs no atomic operations. Asked by the phase itself. */
    public boolean alone() {
        return alone;
    }

    /** Waits for the next phase; returns whether there is one. */
    private boolean meet(int worker, Workers.Group group) throws Exception {
        int meeting = meetings;
        if (arrived.incrementAndGet() == size) {
            arrived.set(0);
            prepare(worker, group);
            meetings = meeting + 1;
            synchronized (this) {
                notifyAll();
            }
        } else {
            for (int look = 0; look < looks && meetings == meeting && !group.stopped(); look++) {
                Thread.onSpinWait();
            }
            if (meetings == meeting) {
                synchronized (this) {
                    group.await(this, () -> meetings != meeting);
                }
            }
        }
        return !group.stopped() && phase != null;
    }

    /** Finds the next phase for all threads, and does those before it. */
    private void prepare(int worker, Workers.Group group) throws Exception {
        do {
            phase = plan.get();
            next.set(0);
            alone = size == 1 || phase != null && phase.work < SMALL_WORK;
            if (phase != null && alone) {
                work(worker, group);
            }
        } while (phase != null && alone && !group.stopped());
    }

    private void work(int worker, Workers.Group group) throws Exception {
        Phase now = phase;
        for (long from = next.getAndAdd(now.grain); from < now.length; from = next.getAndAdd(now.grain)) {
            if (group.stopped()) {
                return;
            }
            now.body.run(worker, from, Math.min(now.length, from + now.grain));
        }
    }
}
