package dev.motif.graph;

import dev.motif.parallel.Workers;

/**
 * The edges {@code (u, v)}, {@code u < v}, of symmetric rows, in tasks of equally many slots that workers take as they
 * become free: a vertex of large degree is shared by many of them.
 */
public final class EdgeTasks {
    private static final long MIN_SLOTS_PER_TASK = 1 << 10;
    private static final long MOST_TASKS = 1 << 20;

    /** Neighbors that may be looked at before the cancellation is asked again: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    private final Csr rows;
    private final Workers workers;
    private final long slotsPerTask;
    private final long[] firstEdge;

    /** Receives an edge; one a worker. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param slot that of the other end, {@code v}, in the row of {@code u}
         * @param edge the number of the edge, in the order of (u, v)
         */
        void visit(int u, long slot, long edge);
    }

    /** @param rows symmetric, without self-loops */
    public EdgeTasks(Csr rows, Workers workers) {
        this.rows = rows;
        this.workers = workers;
        this.slotsPerTask = Math.max(MIN_SLOTS_PER_TASK, rows.slotCount() / MOST_TASKS);
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
     * Hands every edge to the visitor of the worker that has it, the edges of one task in ascending order. Between edges the
     * cancellation is asked, on the assumption that each takes about as long as its ends have neighbors. Progress advances by slots.
     *
     * @param visitors one a worker
     */
    public void forEach(Visitor[] visitors) {
        workers.forRanges(rows.slotCount(), slotsPerTask, (worker, from, to) -> {
            Visitor visitor = visitors[worker];
            long[] next = {firstEdge[(int) (from / slotsPerTask)], 0};
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

    private interface Range {
        void accept(int u, long first, long end);
    }

    /** The slots in {@code [from, to)} whose neighbor is above their vertex, vertex by vertex. */
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
