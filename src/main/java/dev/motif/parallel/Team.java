package dev.motif.parallel;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;

/**
 * The threads of a job that consists of many short rounds, one after the other, such as the rounds of a peeling. The
 * thread that makes it leads: it runs what lies between the rounds and rounds of little work alone, polls the
 * cancellation and publishes progress. Other threads are started with the first round of much work and stay until
 * {@link #close()}: between rounds they spin for a moment, then sleep.
 *
 * <p>A round waits for nobody who is late. Whoever finds it open takes part in it; once nothing is left to take, the
 * leader closes it and waits only for those who are in it. So it costs little when there are fewer free processors than
 * threads.
 */
public final class Team implements AutoCloseable {
    /** A round of less work, in memory accesses, is done sooner than others have noticed it. */
    private static final long LEAST_SHARED_WORK = 1 << 12;

    private static final long WORK_PER_CHUNK = 1 << 11;
    private static final long WORK_PER_POLL = 1 << 16;
    /** A sleeping thread is woken for this much work: to wake it takes some microseconds. */
    private static final long WORK_PER_WAKING = 1 << 14;
    /** The number of threads that one thread wakes, and that each of them wakes in turn. */
    private static final int WOKEN_BY_ONE = 2;

    private static final long SPINNING_NANOS = 50_000;
    private static final int SPINS_PER_LOOK = 64;
    private static final long PUBLISH_NANOS = 50_000_000;

    /** The state of a round is its number, times {@value #NUMBER}, {@value #OPEN} while it is open, and who is in it. */
    private static final long OPEN = 1 << 20;

    private static final long NUMBER = OPEN << 1;

    /** The places of the state, of the next position and of how many are to be woken, each on a cache line of its own. */
    private static final int STATE = 16;

    private static final int NEXT = 32;
    private static final int TO_WAKE = 48;

    private final Workers workers;
    private final int threads;
    private final AtomicLongArray words = new AtomicLongArray(64);
    private final AtomicReferenceArray<Thread> sleeping;
    private Workers.Group others;
    private long published = System.nanoTime();
    private volatile boolean closed;

    /** Whether one of the others has left a round by an error: set before it leaves, so that no round follows. */
    private volatile boolean failed;

    private Body body;
    private long end;
    private long grain;
    private boolean alone;

    /** The work of a round on the positions in {@code [from, to)}. */
    @FunctionalInterface
    public interface Body {
        void run(int worker, long from, long to);
    }

    /**
     * Work on the positions in {@code [0, length)}.
     *
     * @param work about how many memory accesses it takes
     */
    public record Round(long length, long work, Body body) {}

    /** A team of at most all threads of a job. */
    public Team(Workers workers) {
        this(workers, workers.concurrency());
    }

    /** @param most the most threads, not more than the job has */
    public Team(Workers workers, int most) {
        this.workers = workers;
        this.threads = Math.min(most, Runtime.getRuntime().availableProcessors());
        this.sleeping = new AtomicReferenceArray<>(threads);
    }

    public Workers workers() {
        return workers;
    }

    /** The number of threads that rounds have at most; workers are numbered below it. */
    public int threads() {
        return threads;
    }

    /** Whether the current round is done by one thread, which needs no atomic operations. Asked by the round itself. */
    public boolean alone() {
        return alone;
    }

    /**
     * Runs rounds until there is none: {@code next} gives each of them after the one before, and null in the end. It is not
     * asked again once a thread has failed.
     */
    public void run(Supplier<Round> next) {
        for (Round round = next.get(); round != null; round = next.get()) {
            run(0, round.length, round.work, round.body);
        }
    }

    /**
     * Runs {@code body} on {@code [from, to)}: on the calling thread in order when the work is little, otherwise with
     * all threads.
     *
     * @param work about how many memory accesses it takes
     */
    public void run(long from, long to, long work, Body body) {
        run(from, to, work, body.getClass(), body);
    }

    private void run(long from, long to, long work, Class<?> code, Body body) {
        alone = work < LEAST_SHARED_WORK || threads == 1 || to - from < 2;
        if (alone) {
            inChunks(from, to, positionsFor(WORK_PER_POLL, to - from, work), body);
        } else {
            long grain = positionsFor(WORK_PER_CHUNK, to - from, work);
            share(runCold(from, to, grain, code, body), to, grain, work, body);
        }
    }

    /** Runs cold code ({@link ColdCode}) on the calling thread until it is warm; returns from where it is still to run. */
    private long runCold(long from, long to, long grain, Class<?> code, Body body) {
        long left = ColdCode.nanosLeft(code);
        long start = left == 0 ? 0 : System.nanoTime();
        long ran = 0;
        long at = from;
        for (; at < to && ran < left; ran = System.nanoTime() - start) {
            poll();
            body.run(0, at, Math.min(to, at + grain));
            at = Math.min(to, at + grain);
        }
        if (ran > 0) {
            ColdCode.add(code, ran);
        }
        return at;
    }

    /** Adds up what {@code sum} gives for all of {@code [from, to)}, run as by {@link #run}. */
    public long sum(long from, long to, long work, LongBinaryOperator sum) {
        LongAdder total = new LongAdder();
        run(from, to, work, sum.getClass(), (worker, a, b) -> total.add(sum.applyAsLong(a, b)));
        return total.sum();
    }

    /** Runs {@code body} on {@code [0, length)} in order, on the calling thread as worker 0. */
    public void runHere(long length, Body body) {
        alone = true;
        inChunks(0, length, WORK_PER_POLL, body);
    }

    private static long positionsFor(long chunk, long positions, long work) {
        return Math.max(1, (long) ((double) positions * chunk / Math.max(1, work)));
    }

    private void inChunks(long from, long to, long chunk, Body body) {
        for (long at = from; at < to; at += chunk) {
            poll();
            body.run(0, at, Math.min(to, at + chunk));
        }
    }

    private void share(long from, long to, long grain, long work, Body body) {
        if (from == to) {
            return;
        }
        if (others == null) {
            others = workers.start(threads - 1, this::takePart);
        }
        this.body = body;
        this.end = to;
        this.grain = grain;
        words.set(NEXT, from);
        words.set(STATE, words.get(STATE) + NUMBER + OPEN);
        words.set(TO_WAKE, work / WORK_PER_WAKING);
        wakeSome();
        try {
            takeChunks(0);
        } finally {
            words.set(NEXT, to);
            words.getAndAdd(STATE, -OPEN);
            for (int spins = 0; words.get(STATE) % OPEN != 0; spins++) {
                if (spins < SPINS_PER_LOOK) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
        if (failed) {
            close();
        }
    }

    private void takeChunks(int worker) {
        Body round = body;
        long to = end;
        long step = grain;
        for (long at = words.getAndAdd(NEXT, step); at < to; at = words.getAndAdd(NEXT, step)) {
            round.run(worker, at, Math.min(to, at + step));
            if (worker == 0) {
                poll();
            }
        }
    }

    /** Takes part in all rounds that are open, until the end. */
    private void takePart(int other, Workers.Group group) {
        int worker = other + 1;
        long last = 0;
        long idleSince = System.nanoTime();
        for (int spins = 1; !closed && !group.stopped(); spins++) {
            long state = words.get(STATE);
            if (state / NUMBER != last && isOpen(state)) {
                if (words.compareAndSet(STATE, state, state + 1)) {
                    last = state / NUMBER;
                    try {
                        wakeSome();
                        takeChunks(worker);
                    } catch (Throwable e) {
                        failed = true;
                        throw e;
                    } finally {
                        words.decrementAndGet(STATE);
                    }
                    idleSince = System.nanoTime();
                }
            } else if (spins % SPINS_PER_LOOK != 0 || System.nanoTime() - idleSince < SPINNING_NANOS) {
                Thread.onSpinWait();
            } else {
                sleep(worker, last);
                idleSince = System.nanoTime();
            }
        }
    }

    private static boolean isOpen(long state) {
        return state % NUMBER >= OPEN;
    }

    /** Sleeps until it is woken, unless a round after {@code last} is open already, which will wake nobody any more. */
    private void sleep(int worker, long last) {
        sleeping.set(worker, Thread.currentThread());
        long state = words.get(STATE);
        boolean missed = isOpen(state) && state / NUMBER != last;
        while (!missed && !closed && sleeping.get(worker) != null) {
            LockSupport.park(this);
        }
        sleeping.set(worker, null);
    }

    /** Wakes some of those who are to be woken for this round. */
    private void wakeSome() {
        for (int woken = 0; woken < WOKEN_BY_ONE && words.get(TO_WAKE) > 0; woken++) {
            if (words.getAndDecrement(TO_WAKE) <= 0 || !wakeOne()) {
                return;
            }
        }
    }

    /** Wakes a thread that sleeps; returns false when there is none. */
    private boolean wakeOne() {
        for (int worker = 1; worker < threads; worker++) {
            Thread thread = sleeping.get(worker) == null ? null : sleeping.getAndSet(worker, null);
            if (thread != null) {
                LockSupport.unpark(thread);
                return true;
            }
        }
        return false;
    }

    /**
     * Looks within a long piece of a round whether its result is still wanted; on the leader's thread progress is published,
     * too.
     *
     * @throws CancellationException when the result is not wanted any more
     */
    public void look(int worker) {
        if (worker == 0) {
            poll();
        } else {
            workers.cancellation().check();
        }
    }

    private void poll() {
        workers.cancellation().check();
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted");
        }
        long now = System.nanoTime();
        if (now - published > PUBLISH_NANOS) {
            published = now;
            workers.progress().publish();
        }
    }

    /** Ends the other threads; returns when none of them runs any more. Their first failure is thrown. */
    @Override
    public void close() {
        Workers.Group ending = others;
        if (ending != null) {
            others = null;
            closed = true;
            while (wakeOne()) {
                // all of them
            }
            ending.join();
        }
    }
}
