package dev.motif.graph.order;

import dev.motif.parallel.Workers;

/**
 * Runs the many short rounds of peeling. A round of little work runs on the calling thread, since handing it to others
 * would take longer than the work; that thread then polls the cancellation and publishes progress itself.
 */
public final class PeelRounds {
    private static final long SMALL_WORK = 1 << 15;
    private static final long STEPS_PER_POLL = 1 << 16;
    private static final long PUBLISH_NANOS = 50_000_000;

    private final Workers workers;
    private long published = System.nanoTime();

    /** The work of a round on the positions in {@code [from, to)}. */
    @FunctionalInterface
    public interface Body {
        public void run(int worker, long from, long to);
    }

    public PeelRounds(Workers workers) {
        this.workers = workers;
    }

    public Workers workers() {
        return workers;
    }

    /**
     * Runs {@code body} on {@code [from, to)}: on the calling thread in order when the work is little, otherwise with
     * all workers.
     *
     * @param work about how many memory accesses it takes
     * @param grain the number of positions that a worker takes at a time
     */
    public void run(long from, long to, long work, long grain, Body body) {
        poll();
        if (work < SMALL_WORK || workers.concurrency() == 1) {
            inChunks(from, to, Math.max(1, (to - from) * STEPS_PER_POLL / Math.max(1, work)), body);
        } else {
            workers.forRanges(to - from, grain, (worker, a, b) -> body.run(worker, from + a, from + b));
        }
    }

    /** Runs {@code body} on {@code [from, to)} in order, on the calling thread as worker 0. */
    public void runHere(long from, long to, Body body) {
        inChunks(from, to, STEPS_PER_POLL, body);
    }

    private void inChunks(long from, long to, long chunk, Body body) {
        for (long at = from; at < to; at += chunk) {
            poll();
            body.run(0, at, Math.min(to, at + chunk));
        }
    }

    private void poll() {
        workers.cancellation().check();
        long now = System.nanoTime();
        if (now - published > PUBLISH_NANOS) {
            published = now;
            workers.progress().publish();
        }
    }
}
