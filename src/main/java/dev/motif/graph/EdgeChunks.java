package dev.motif.graph;

import dev.motif.parallel.Workers;

/**
 * Splits the edges {@code (u, v)}, {@code u < v}, of symmetric rows into tasks of equally many slots. Workers take
 * tasks as they become free, so several of them can share the row of a vertex of large degree.
 */
public final class EdgeChunks {
    private static final int SLOTS_PER_TASK = 1 << 10;
    private static final long MOST_TASKS = 1 << 20;

    /** How many neighbors may be visited between two checks of the cancellation: some milliseconds of work. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    private final Csr rows;
    private final Workers workers;
    private final long slotsPerTask;
    private final long[] firstEdge;

    /** Receives the edges of one worker. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Receives the edge from {@code u} to the neighbor in {@code slot}, which is greater than {@code u}.
         *
         * @param u the smaller end
         * @param slot the slot of the greater end, {@code v}, in the row of {@code u}
         * @param edge the number of the edge, in the order of (u, v), from 0
         */
        void visit(int u, long slot, long edge);
    }

    /**
     * Counts the edges of each task, on all workers.
     *
     * @param rows symmetric, without self-loops
     */
    public EdgeChunks(Csr rows, Workers workers) {
        this(rows, SLOTS_PER_TASK, workers);
    }

    /**
     * Counts the edges of each task, on all workers.
     *
     * @param rows symmetric, without self-loops
     * @param taskSize slots of a task, 1 or more; tasks have more slots when there would be too many of them
     */
    public EdgeChunks(Csr rows, int taskSize, Workers workers) {
        this.rows = rows;
        this.workers = workers;
        this.slotsPerTask = Math.max(taskSize, rows.slotCount() / MOST_TASKS + 1);
        this.firstEdge = new long[(int) (rows.slotCount() / slotsPerTask) + 2];
        workers.forRanges(rows.slotCount(), slotsPerTask, (worker, from, to) -> {
            long[] edges = {0};
            forward(from, to, (u, first, end) -> edges[0] += end - first);
            firstEdge[(int) (from / slotsPerTask) + 1] = edges[0];
        });
        for (int task = 1; task < firstEdge.length; task++) {
            firstEdge[task] += firstEdge[task - 1];
        }
    }

    /**
     * Hands every edge to the visitor of the worker that has its task, the edges of one task in ascending order. Checks
     * the cancellation between edges, assuming that the work of an edge is proportional to the degrees of its ends.
     * Progress advances by slots.
     *
     * @param visitors one for each worker
     */
    public void forEach(Visitor[] visitors) {
        workers.forRanges(rows.slotCount(), slotsPerTask, (worker, from, to) -> {
            Visitor visitor = visitors[worker];
            long[] next = {new Task(from, to).firstEdge(), 0};
            forward(from, to, (u, first, end) -> {
                for (long slot = first; slot < end; slot++) {
                    visitor.visit(u, slot, next[0]++);
                    next[1] += rows.degree(u) + rows.degree(rows.neighbor(slot));
                    if (next[1] > WORK_BETWEEN_POLLS) {
                        workers.cancellation().check();
                        next[1] = 0;
                    }
                }
            });
            workers.progress().advance(to - from);
        });
    }

    /** Receives the slots {@code [first, end)} of {@code u}, whose neighbors are greater than {@code u}. */
    public interface Range {
        void accept(int u, long first, long end);
    }

    public final class Task {
        private final long from;
        private final long to;

        private Task(long from, long to) {
            this.from = from;
            this.to = to;
        }

        /** The number of the task, from 0 on. */
        public int number() {
            return (int) (from / slotsPerTask);
        }

        /** The number of its first edge; the others follow in the order of {@link #forEachRange}. */
        public long firstEdge() {
            return EdgeChunks.this.firstEdge(number());
        }

        /** Hands over its edges, vertex by vertex. */
        public void forEachRange(Range range) {
            forward(from, to, range);
        }
    }

    public int count() {
        return (int) ((rows.slotCount() + slotsPerTask - 1) / slotsPerTask);
    }

    /** The number of the first edge of a task; for the task {@link #count()}, the number of all edges. */
    public long firstEdge(int task) {
        return firstEdge[task];
    }

    /** The most edges that a task may have. */
    public int mostEdges() {
        return Math.toIntExact(slotsPerTask);
    }

    @FunctionalInterface
    public interface TaskVisitor {
        void visit(int worker, Task task);
    }

    /** Hands over all tasks, to workers as they become free. */
    public void forEachTask(TaskVisitor visitor) {
        workers.forRanges(
                rows.slotCount(), slotsPerTask, (worker, from, to) -> visitor.visit(worker, new Task(from, to)));
    }

    /** Hands over the slots in {@code [from, to)} whose neighbor is greater than their vertex, vertex by vertex. */
    private void forward(long from, long to, Range range) {
        int u = rows.vertexOf(from);
        for (long slot = from; slot < to; u++) {
            long end = Math.min(to, rows.end(u));
            long first = Math.max(slot, rows.firstSlotFrom(u, u + 1));
            if (first < end) {
                range.accept(u, first, end);
            }
            slot = end;
        }
    }
}
