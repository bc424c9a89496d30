package dev.motif.parallel;

import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Runs pieces of one job on up to {@code concurrency} threads. Every method returns after all of its pieces have
 * ended, also when one fails or the job is cancelled, so that memory they use can be freed afterwards.
 *
 * <p>The calling thread waits, publishes progress and polls the cancellation every {@value #TICK_MILLIS} ms; no piece
 * begins after a failure or a cancellation.
 */
public final class Workers {
    /** The most threads that help a job: more only take memory and turns from each other. */
    public static final int MOST = 4 * Runtime.getRuntime().availableProcessors();

    private static final long TICK_MILLIS = 50;
    private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();
    private static final Executor POOL = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "motif-worker-" + THREAD_NUMBER.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    });

    private final int concurrency;
    private final Cancellation cancellation;
    private final Progress progress;
    private final Executor threads;

    /**
     * The work of one of several workers, from beginning to end. It polls {@link Group#stopped()}; workers are numbered
     * from 0.
     */
    @FunctionalInterface
    public interface WorkerBody {
        void run(int worker, Group group) throws Exception;
    }

    /**
     * Works on the indexes in {@code [from, to)}. Workers are numbered from 0, and each works on one range at a time.
     */
    @FunctionalInterface
    public interface RangeBody {
        void run(int worker, long from, long to) throws Exception;
    }

    /** Works on one index. Workers are numbered from 0, and each works on one index at a time. */
    @FunctionalInterface
    public interface IndexBody {
        void run(int worker, long index) throws Exception;
    }

    /**
     * Work on a range, like {@link RangeBody}, that may take long: the work of a vertex can grow with the whole graph.
     */
    @FunctionalInterface
    public interface CountedRangeBody {
        /** @param steps counts the steps of this worker */
        void run(int worker, long from, long to, Steps steps) throws Exception;
    }

    /**
     * Work on an index, like {@link IndexBody}, that may take long: the work of a vertex can grow with the whole graph.
     */
    @FunctionalInterface
    public interface CountedIndexBody {
        /** @param steps counts the steps of this worker */
        void run(int worker, long index, Steps steps) throws Exception;
    }

    /**
     * Describes the threads of a job; starts none yet.
     *
     * @param concurrency the number of threads, 1 or more
     * @throws IllegalArgumentException when {@code concurrency} is less than 1
     */
    public Workers(int concurrency, Cancellation cancellation, Progress progress) {
        this(concurrency, cancellation, progress, POOL);
    }

    /**
     * For tests.
     *
     * @param threads starts a thread for each worker
     */
    Workers(int concurrency, Cancellation cancellation, Progress progress, Executor threads) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("`concurrency` must be 1 or more, got " + concurrency);
        }
        this.concurrency = concurrency;
        this.cancellation = cancellation;
        this.progress = progress;
        this.threads = threads;
    }

    /** Workers for a job that is never cancelled and reports no progress. */
    public static Workers of(int concurrency) {
        return new Workers(concurrency, Cancellation.NEVER, Progress.NONE);
    }

    /** Workers for the same job, with the same cancellation and progress, but another number of threads. */
    public Workers with(int otherConcurrency) {
        return new Workers(otherConcurrency, cancellation, progress, threads);
    }

    /** Workers for the same job that {@code other} ends as well. */
    public Workers with(Cancellation other) {
        return new Workers(concurrency, () -> other.requested() || cancellation.requested(), progress, threads);
    }

    /** Workers for the same job that report no progress: for work that runs beside the job's current stage. */
    public Workers beside() {
        return new Workers(concurrency, cancellation, Progress.NONE, threads);
    }

    public int concurrency() {
        return concurrency;
    }

    public Cancellation cancellation() {
        return cancellation;
    }

    public Progress progress() {
        return progress;
    }

    /**
     * Splits {@code [0, length)} into ranges of {@code grain} indexes, the last one possibly shorter, and hands them
     * out in ascending order to workers as they become free. Failures are thrown as by {@link #run}.
     *
     * @throws CancellationException when the job was cancelled before all ranges were done
     */
    public void forRanges(long length, long grain, RangeBody body) {
        forRanges(length, grain, body.getClass(), (worker, group, from, to, steps) -> body.run(worker, from, to));
    }

    /**
     * Runs {@code body} on each index in {@code [0, length)}, which workers take in ranges as by {@link #forRanges}. For
     * work that is more than a few steps an index: a worker looks before each index whether the result is still wanted.
     * The progress advances by the indexes of each range that is done.
     *
     * @throws CancellationException when the job was cancelled before all indexes were done
     */
    public void forEach(long length, long grain, IndexBody body) {
        forEach(length, grain, body.getClass(), (worker, index, steps) -> body.run(worker, index));
    }

    /** Runs a body that counts its steps on each index; see {@link #forEach(long, long, IndexBody)}. */
    public void forEach(long length, long grain, CountedIndexBody body) {
        forEach(length, grain, body.getClass(), body);
    }

    private void forEach(long length, long grain, Class<?> code, CountedIndexBody body) {
        forRanges(length, grain, code, (worker, group, from, to, steps) -> {
            for (long index = from; index < to; index++) {
                if (group.stopped()) {
                    return;
                }
                body.run(worker, index, steps);
            }
            progress.advance(to - from);
        });
    }

    /** Runs a body that counts its steps on ranges; see {@link #forRanges(long, long, RangeBody)}. */
    public void forRanges(long length, long grain, CountedRangeBody body) {
        forRanges(
                length, grain, body.getClass(), (worker, group, from, to, steps) -> body.run(worker, from, to, steps));
    }

    private interface WatchedRangeBody {
        void run(int worker, Group group, long from, long to, Steps steps) throws Exception;
    }

    private void forRanges(long length, long grain, Class<?> code, WatchedRangeBody body) {
        long ranges = (length + grain - 1) / grain;
        AtomicLong next = new AtomicLong();
        run((int) Math.min(concurrency, ranges), code, (worker, group) -> {
            Steps steps = group.steps();
            for (long from = next.getAndAdd(grain); from < length; from = next.getAndAdd(grain)) {
                if (group.stopped()) {
                    return;
                }
                long to = Math.min(length, from + grain);
                body.run(worker, group, from, to, steps);
                steps.add(to - from);
            }
        });
    }

    /**
     * Runs {@code body} once on each of {@code workers} threads. A single worker runs on the calling thread when the
     * job cannot be cancelled and reports no progress. When workers fail, the first exception is thrown: as it is when
     * it is unchecked, otherwise wrapped in an {@link IllegalStateException}.
     *
     * @throws CancellationException when the job was cancelled or the calling thread interrupted
     */
    public void run(int workers, WorkerBody body) {
        run(workers, null, body);
    }

    /**
     * Runs {@code body} as {@link #run(int, WorkerBody)} does.
     *
     * @param code the class of the code that the workers run; while it is cold, the first of them begins alone
     *     ({@link ColdCode}); null to let them all begin at once
     */
    public void run(int workers, Class<?> code, WorkerBody body) {
        cancellation.check();
        Group group = new Group(workers, code);
        if (workers == 1 && cancellation == Cancellation.NEVER && progress == Progress.NONE) {
            group.work(0, body);
        } else {
            group.start(body);
        }
        group.join();
        cancellation.check();
    }

    /**
     * Runs {@code beside} on a thread of its own while the calling thread runs {@code own}; returns when both have ended.
     * It must poll the cancellation itself. Its failure is thrown as by {@link #run}.
     */
    public void runBeside(Runnable beside, Runnable own) {
        Group group = start(1, (worker, all) -> beside.run());
        try {
            own.run();
        } finally {
            group.join();
        }
    }

    /**
     * Runs {@code body} on {@code workers} threads beside the calling thread, which must {@link Group#join} them before
     * it frees what they use. They see {@link Group#stopped} when one of them has failed.
     */
    public Group start(int workers, WorkerBody body) {
        Group group = new Group(workers, null);
        group.start(body);
        return group;
    }

    /** The threads of one call of {@link Workers#run} or {@link Workers#start}. */
    public final class Group {
        private final CountDownLatch running;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final Set<Object> awaited = ConcurrentHashMap.newKeySet();
        private final int workers;

        /** The code of which the first worker runs a part alone, or null. */
        private final Class<?> cold;

        /** Whether the first worker needs others now. */
        private final CountDownLatch joinable = new CountDownLatch(1);

        private volatile boolean stopped;

        /** @param code the code of the workers; null to let them all begin at once */
        private Group(int workers, Class<?> code) {
            this.workers = workers;
            cold = code != null && workers > 1 && ColdCode.nanosLeft(code) > 0 ? code : null;
            running = new CountDownLatch(workers);
        }

        /**
         * True once a worker has failed or the job was cancelled. The result is not wanted any more, so workers should
         * return soon.
         */
        public boolean stopped() {
            return stopped;
        }

        /** Counts the steps of a worker, which ends once the result is not wanted any more. */
        public Steps steps() {
            return new Steps(() -> stopped || cancellation.requested());
        }

        /**
         * Sleeps until {@code ready} or the result is not wanted any more. Whoever makes it ready notifies {@code lock},
         * whose monitor the caller holds and gives away meanwhile.
         */
        public void await(Object lock, BooleanSupplier ready) throws InterruptedException {
            joinable.countDown();
            awaited.add(lock);
            while (!stopped && !ready.getAsBoolean()) {
                lock.wait();
            }
        }

        /**
         * Starts the workers. Never throws: when there is no thread for one, the workers that did start must still be
         * waited for.
         */
        private void start(WorkerBody body) {
            for (int i = 0; i < workers; i++) {
                int worker = i;
                try {
                    threads.execute(() -> work(worker, body));
                } catch (Throwable e) {
                    fail(e);
                    running.countDown();
                }
            }
        }

        private void work(int worker, WorkerBody body) {
            long start = System.nanoTime();
            try {
                if (worker > 0 && cold != null) {
                    joinable.await(ColdCode.nanosLeft(cold), TimeUnit.NANOSECONDS);
                }
                body.run(worker, this);
            } catch (Throwable e) {
                fail(e);
            } finally {
                if (worker == 0 && cold != null) {
                    ColdCode.add(cold, System.nanoTime() - start);
                    joinable.countDown();
                }
                running.countDown();
            }
        }

        private void fail(Throwable e) {
            if (!failure.compareAndSet(null, e) && failure.get() != e) {
                failure.get().addSuppressed(e);
            }
            stop();
        }

        private void stop() {
            stopped = true;
            joinable.countDown();
            for (Object lock : awaited) {
                synchronized (lock) {
                    lock.notifyAll();
                }
            }
        }

        /**
         * Waits until all workers have ended, publishes progress and polls the cancellation meanwhile. Their first
         * failure is thrown as by {@link Workers#run}.
         */
        public void join() {
            boolean interrupted = false;
            while (true) {
                try {
                    if (running.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                        break;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    stop();
                }
                watch();
            }
            watch();
            if (interrupted) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            }
            rethrow(failure.get());
        }

        /**
         * Polls the cancellation and publishes progress. Never throws: the workers may still be using memory that the
         * caller frees when this thread leaves.
         */
        private void watch() {
            try {
                if (cancellation.requested()) {
                    stop();
                }
                progress.publish();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                stop();
            }
        }
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }
}
