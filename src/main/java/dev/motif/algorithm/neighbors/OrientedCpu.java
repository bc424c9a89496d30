package dev.motif.algorithm.neighbors;

import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.OrientedGraph;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;

/**
 * Finds each triangle {@code u > v > w} once, from its vertex of the smallest degree, and credits its three edges. Workers
 * take vertices {@code u} and mark their neighbors in an array of their own.
 */
final class OrientedCpu {
    private static final long MAX_VERTICES_PER_TASK = 256;
    private static final int TASKS_PER_WORKER = 64;
    private static final long SLOTS_PER_TASK = 1 << 16;

    /** Neighbors that may be looked at before the cancellation is asked again: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    private OrientedCpu() {}

    /**
     * Adds to {@code counts} the triangles of each edge.
     *
     * @param toHubs from each rank to its neighbors of lower rank
     * @param counts one for each slot, all 0
     */
    static void count(Csr toHubs, OffHeapInts counts, Workers workers, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Finder[] finders = new Finder[workers.concurrency()];
            for (int worker = 0; worker < finders.length; worker++) {
                finders[worker] = new Finder(toHubs, counts, workers.cancellation(), scope);
            }
            workers.progress().begin("finding triangles", toHubs.vertexCount());
            long fair = toHubs.vertexCount() / ((long) workers.concurrency() * TASKS_PER_WORKER) + 1;
            workers.forRanges(toHubs.vertexCount(), Math.min(fair, MAX_VERTICES_PER_TASK), (worker, from, to) -> {
                for (long u = from; u < to; u++) {
                    finders[worker].findFrom((int) u);
                }
                workers.progress().advance(to - from);
            });
        }
    }

    /** Puts the triangles of each slot of {@code ranked} in the order of edges. */
    static void byEdge(OrientedGraph ranked, OffHeapInts bySlot, OffHeapInts byEdge, Workers workers) {
        workers.forRanges(bySlot.length(), SLOTS_PER_TASK, (worker, from, to) -> {
            for (long slot = from; slot < to; slot++) {
                byEdge.set(ranked.edges().get(slot), bySlot.get(slot));
            }
        });
    }

    /** The off-heap bytes of one worker. */
    static long bytesPerWorker(long vertices) {
        return vertices * Integer.BYTES;
    }

    /** The state of one worker. */
    private static final class Finder {
        private static final int NO_NEIGHBOR = -1;

        private final Csr rows;
        private final OffHeapInts neighbors;
        private final OffHeapInts counts;
        private final Cancellation cancellation;

        /** For the neighbors of the vertex at hand the triangles with both that were found so far. */
        private final OffHeapInts found;

        private long work;

        Finder(Csr rows, OffHeapInts counts, Cancellation cancellation, OffHeapScope scope) {
            this.rows = rows;
            this.neighbors = rows.neighbors();
            this.counts = counts;
            this.cancellation = cancellation;
            this.found = scope.ints(rows.vertexCount());
            for (long v = 0; v < found.length(); v++) {
                found.set(v, NO_NEIGHBOR);
            }
        }

        void findFrom(int u) {
            long start = rows.start(u);
            long end = rows.end(u);
            if (end - start < 2) {
                return;
            }
            for (long slot = start; slot < end; slot++) {
                found.set(neighbors.get(slot), 0);
            }
            for (long slot = start + 1; slot < end; slot++) {
                int v = neighbors.get(slot);
                found.add(v, closeWith(v));
            }
            for (long slot = start; slot < end; slot++) {
                int v = neighbors.get(slot);
                credit(slot, found.get(v));
                found.set(v, NO_NEIGHBOR);
            }
        }

        /** Finds the triangles with {@code u} and {@code v}, credits their other edges, and returns their number. */
        private int closeWith(int v) {
            long end = rows.end(v);
            int triangles = 0;
            for (long slot = rows.start(v); slot < end; slot++) {
                int w = neighbors.get(slot);
                int ofUW = found.get(w);
                if (ofUW != NO_NEIGHBOR) {
                    found.set(w, ofUW + 1);
                    counts.getAndAdd(slot, 1);
                    triangles++;
                }
            }
            poll(end - rows.start(v));
            return triangles;
        }

        private void credit(long slot, int triangles) {
            if (triangles > 0) {
                counts.getAndAdd(slot, triangles);
            }
        }

        private void poll(long more) {
            work += more;
            if (work > WORK_BETWEEN_POLLS) {
                cancellation.check();
                work = 0;
            }
        }
    }
}
