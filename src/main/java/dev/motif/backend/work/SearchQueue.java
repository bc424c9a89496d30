package dev.motif.backend.work;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Hands the roots of a search out to workers, those of the largest weights first. When no root is left and a worker is
 * idle, the others give it parts of their remaining work.
 */
public final class SearchQueue {
    private static final long IDLE_NANOS = 50_000;

    private final int rootCount;
    private final OffHeapLongs weights;
    private final OffHeapInts order;
    private final double totalWeight;
    private final int seats;
    private final Deadline deadline;
    private final Progress progress;
    private final AtomicLong nextRoot = new AtomicLong();
    private final Queue<Task> offered;
    private final AtomicInteger idle = new AtomicInteger();
    private final LongAdder rootsDone = new LongAdder();
    private final LongAdder weightDone = new LongAdder();

    /**
     * A part of the search from one root. The nodes of the search tree at a certain depth are numbered in the order in
     * which they are met, and this part has those numbered {@code first}, {@code first + stride}, and so on. What is
     * above that depth belongs to the part that begins at 0.
     */
    public record Task(int root, long first, long stride) {}

    /** Thrown to leave a search whose result is not wanted any more. */
    public static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Stopped() {
            super(null, null, false, false);
        }
    }

    /**
     * Orders the roots and begins a stage of progress.
     *
     * @param weights for each root about how much work it is, 1 or more; must stay open
     * @param seats the number of workers
     * @param stage the name of the search in its progress
     * @param scope owns the order of the roots
     */
    public SearchQueue(
            OffHeapLongs weights, int seats, String stage, Deadline deadline, Workers workers, OffHeapScope scope) {
        this(weights, WorkRange.ALL, seats, stage, deadline, workers, scope);
    }

    /**
     * Orders the roots and begins a stage of progress.
     *
     * @param roots which roots there are to search from
     */
    public SearchQueue(
            OffHeapLongs weights,
            List<WorkRange> roots,
            int seats,
            String stage,
            Deadline deadline,
            Workers workers,
            OffHeapScope scope) {
        this(weights, roots, seats, stage, deadline, workers, scope, new ConcurrentLinkedQueue<>());
    }

    /**
     * For tests.
     *
     * @param offered takes the parts on offer; empty and thread-safe
     */
    SearchQueue(
            OffHeapLongs weights,
            List<WorkRange> roots,
            int seats,
            String stage,
            Deadline deadline,
            Workers workers,
            OffHeapScope scope,
            Queue<Task> offered) {
        this.offered = offered;
        this.seats = seats;
        this.deadline = deadline;
        this.progress = workers.progress();
        this.weights = weights;
        Positions positions = Positions.of(roots, weights.length());
        this.rootCount = (int) positions.count();
        this.order = order(weights, positions, scope);
        long total = 0;
        for (long i = 0; i < rootCount; i++) {
            total += weights.get(order.get(i));
        }
        this.totalWeight = total;
        progress.begin(stage, total);
    }

    /** A check that throws {@link Stopped} when the result of {@code group} is not wanted any more. */
    public static Runnable check(Workers.Group group) {
        return () -> {
            if (group.stopped()) {
                throw new Stopped();
            }
        };
    }

    /** The roots by the number of binary digits of their weights, the most first. */
    private static OffHeapInts order(OffHeapLongs weights, Positions roots, OffHeapScope scope) {
        long[] next = new long[Long.SIZE + 1];
        for (long i = 0; i < roots.count(); i++) {
            next[Long.numberOfLeadingZeros(weights.get(roots.at(i))) + 1]++;
        }
        for (int digits = 1; digits < next.length; digits++) {
            next[digits] += next[digits - 1];
        }
        OffHeapInts order = scope.ints(roots.count());
        for (long i = 0; i < roots.count(); i++) {
            int root = (int) roots.at(i);
            order.set(next[Long.numberOfLeadingZeros(weights.get(root))]++, root);
        }
        return order;
    }

    /** The access of one worker to this queue. */
    public final class Seat {
        private final Workers.Group group;

        /** Gives a worker of {@code group} access; each worker makes its own. */
        public Seat(Workers.Group group) {
            this.group = group;
        }

        /**
         * The next task, or null when all is done or the result is not wanted any more. Waits while other workers may
         * still offer parts of their tasks.
         */
        public Task take() {
            if (group.stopped()) {
                return null;
            }
            Task part = offered.poll();
            if (part != null) {
                return part;
            }
            long position = nextRoot.getAndIncrement();
            return position < rootCount ? new Task(order.get(position), 0, 1) : awaitOffer();
        }

        /**
         * Waits for a part of a task of another worker; null when all workers are idle or the result is not wanted any
         * more.
         *
         * <p>A worker takes a part only while it does not count as idle. So when all are idle, none of them has a part
         * that it could divide, and nothing is on offer.
         */
        private Task awaitOffer() {
            idle.incrementAndGet();
            while (idle.get() < seats && !group.stopped()) {
                if (!offered.isEmpty()) {
                    idle.decrementAndGet();
                    Task part = offered.poll();
                    if (part != null) {
                        return part;
                    }
                    idle.incrementAndGet();
                }
                LockSupport.parkNanos(IDLE_NANOS);
            }
            return null;
        }

        /**
         * Reports that {@code task} is done. Progress counts the weight of its root when the task is the part that
         * begins at 0.
         *
         * @throws Stopped when the result is not wanted any more
         * @throws IllegalStateException when the deadline has passed
         */
        public void done(Task task) {
            if (task.first() == 0) {
                long weight = weights.get(task.root());
                rootsDone.increment();
                weightDone.add(weight);
                progress.advance(weight);
            }
            check();
        }

        /**
         * Checks whether the search should go on.
         *
         * @throws Stopped when the result is not wanted any more
         * @throws IllegalStateException when the deadline has passed
         */
        public void check() {
            if (group.stopped()) {
                throw new Stopped();
            }
            if (deadline.requested()) {
                throw deadline.error(rootsDone.sum(), rootCount, weightDone.sum() / totalWeight);
            }
        }

        /** True when another worker is idle and nothing is on offer: then a call of {@link #offer} is useful. */
        public boolean othersIdle() {
            return idle.get() > 0 && offered.isEmpty();
        }

        /** Offers a part of this worker's task to idle workers. */
        public void offer(Task task) {
            offered.add(task);
        }
    }
}
