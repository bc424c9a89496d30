package dev.motif.backend.work;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Offers;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Hands the roots of a search out to workers, the roots of the largest weights first. When no root is left and a worker
 * is idle, the others give it parts of their remaining work.
 */
public final class SearchQueue {
    private final int rootCount;
    private final OffHeapLongs weights;
    private final OffHeapInts order;
    private final double totalWeight;
    private final Deadline deadline;
    private final Workers workers;
    private final Progress progress;
    private final AtomicLong nextRoot = new AtomicLong();
    private final Offers<Task> offers;
    private final LongAdder rootsDone = new LongAdder();
    private final LongAdder weightDone = new LongAdder();

    /**
     * A part of the search from one root. The nodes of the search tree at a certain depth are numbered in the order in
     * which they are met, and this part has those numbered {@code first}, {@code first + stride}, and so on. What is
     * above that depth belongs to the part that begins at 0.
     */
    public record Task(int root, long first, long stride) {}

    /** The nodes of a search tree that belong to a worker's task, some of which it gives to idle workers. */
    public static final class Part {
        /** A search is split into its nodes of this depth. Each part visits the nodes above for itself. */
        private static final int DEPTH = 2;

        /** A part with this stride gives nothing to others any more. */
        private static final long MOST_STRIDE = 1 << 16;

        private final WorkerTasks tasks;
        private int root;
        private long first;
        private long stride;

        /** The number of the next node to visit, and how many nodes of that depth were met. */
        private long next;

        private long met;

        /** @param tasks takes the nodes that are offered to other workers; null when nobody else works on the search */
        public Part(WorkerTasks tasks) {
            this.tasks = tasks;
        }

        public void begin(Task task) {
            root = task.root;
            first = task.first;
            stride = task.stride;
            next = first;
            met = 0;
        }

        /** Whether what is found at a node of {@code depth} counts for this part. */
        public boolean counts(int depth) {
            return first == 0 || depth >= DEPTH;
        }

        /** Whether this part visits the node of {@code depth} that is met now. */
        public boolean visits(int depth) {
            if (depth != DEPTH) {
                return true;
            }
            boolean own = met++ == next;
            next += own ? stride : 0;
            return own;
        }

        /** Offers half of the nodes that are left to an idle worker, once this part has visited one. */
        public void share() {
            if (tasks != null
                    && next > first
                    && tasks.othersIdle()
                    && stride < MOST_STRIDE
                    && tasks.offer(new Task(root, next + stride, 2 * stride))) {
                stride *= 2;
            }
        }
    }

    /**
     * The work of each worker: it makes its search, has it {@link WorkerTasks#runAll run tasks}, and frees the search's
     * memory.
     */
    @FunctionalInterface
    public interface WorkerSearch {
        void run(int worker, WorkerTasks tasks) throws Exception;
    }

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
     * @param stage the name of the search in its progress
     * @param scope owns the order of the roots
     */
    public SearchQueue(OffHeapLongs weights, String stage, Deadline deadline, Workers workers, OffHeapScope scope) {
        this(weights, WorkRange.ALL, stage, deadline, workers, scope);
    }

    /**
     * Orders the roots and begins a stage of progress.
     *
     * @param roots which roots there are to search from
     */
    public SearchQueue(
            OffHeapLongs weights,
            List<WorkRange> roots,
            String stage,
            Deadline deadline,
            Workers workers,
            OffHeapScope scope) {
        this.workers = workers;
        this.offers = new Offers<>(workers.concurrency());
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

    /**
     * Searches on all workers, until no task is left.
     *
     * @throws IllegalStateException when the deadline has passed
     */
    public void run(WorkerSearch search) {
        deadline.during(
                () -> workers.run(workers.concurrency(), search.getClass(), (worker, group) -> {
                    try {
                        search.run(worker, new WorkerTasks(group));
                    } catch (Stopped e) {
                        return; // whoever stopped the search says why
                    }
                }),
                this::late);
    }

    private IllegalStateException late() {
        return deadline.error(rootsDone.sum(), rootCount, weightDone.sum() / totalWeight);
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

    /** The tasks that one worker takes from this queue, and the parts of them that it offers to other workers. */
    public final class WorkerTasks {
        private final Workers.Group group;

        private WorkerTasks(Workers.Group group) {
            this.group = group;
        }

        /** Takes tasks and runs them until none is left. */
        public void runAll(Consumer<Task> search) throws InterruptedException {
            for (Task task = take(); task != null; task = take()) {
                search.accept(task);
                done(task);
            }
        }

        /**
         * The next task, or null when all is done or the result is not wanted any more. Waits while other workers may
         * still offer parts of their tasks.
         */
        public Task take() throws InterruptedException {
            Task root = takeRoot();
            return root == null ? take(offers) : root;
        }

        /** The whole search from the next root, or null when none is left or the result is not wanted any more. */
        public Task takeRoot() {
            long position = group.stopped() ? rootCount : nextRoot.getAndIncrement();
            return position < rootCount ? new Task(order.get(position), 0, 1) : null;
        }

        /**
         * Waits for a part of the search that the caller's workers offer each other in their own way, once they have taken all
         * roots; null when all of them wait, or the result is not wanted any more.
         */
        public <T> T take(Offers<T> parts) throws InterruptedException {
            return parts.take(group);
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
                throw late();
            }
        }

        /** Whether an idle worker waits for a part of a task that nobody has offered yet. */
        public boolean othersIdle() {
            return offers.wanted();
        }

        /** Offers a part of this worker's task to an idle worker; false when another worker was faster. */
        public boolean offer(Task part) {
            boolean promised = offers.promise();
            if (promised) {
                offers.add(part);
            }
            return promised;
        }
    }
}
