package dev.motif.algorithm.count.wedge;

import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Positions;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjIntConsumer;

/**
 * Counts the cycles of four vertices of a graph, whether or not opposite ones are adjacent; in a bipartite graph these are
 * its butterflies. Vertices are ranked by degree. A cycle is found from the vertex {@code u} opposite the one that ranks
 * first, {@code w}: each pair of wedges {@code u-v-w} with the same ends is one. Workers take start vertices {@code u}, each
 * with counters of its own.
 */
public final class FourCycles {
    /** The name of the stage. */
    public static final String STAGE = "counting wedges";

    private static final long MAX_VERTICES_PER_TASK = 512;
    private static final int TASKS_PER_WORKER = 64;

    private FourCycles() {}

    /**
     * Counts the 4-cycles that are found from some of the vertices: in total, and by vertex or by slot where there is
     * an array for it.
     *
     * @param rows symmetric, in the order of the ranks: the vertex of the largest degree is 0
     * @param starts the start vertices
     * @param perRank receives the cycles by vertex, added to its values; or null
     * @param perSlot receives the cycles by slot of {@code rows}, the cycles of an edge split between its two slots,
     *     added to its values; or null
     * @throws ArithmeticException when a vertex is in 2^63 cycles or more
     */
    public static ExactSum count(
            Csr rows,
            Positions starts,
            OffHeapLongs perRank,
            OffHeapLongs perSlot,
            NativeMemory memory,
            Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            if (perRank == null && perSlot == null) {
                TotalCounter[] counters = TotalCounter.forWorkers(rows, rows, workers, scope);
                forEachStart(starts.count(), starts::at, counters, TotalCounter::countFrom, workers);
                return TotalCounter.sum(counters);
            }
            WedgeCounter[] wedges = WedgeCounter.forWorkers(workers, rows, scope);
            Counter[] counters = Counter.forWorkers(rows, perRank, perSlot, wedges);
            forEachStart(starts.count(), starts::at, counters, Counter::countFrom, workers);
            ExactSum total = new ExactSum();
            for (Counter counter : counters) {
                total.add(counter.total);
            }
            return total;
        }
    }

    /** The off-heap bytes that {@link #count} needs beside its arguments. */
    public static long bytes(long vertices, int workers, boolean local) {
        return local ? WedgeCounter.bytes(vertices, workers) : EndCounts.bytes(vertices, workers);
    }

    /**
     * Counts from all start vertices, each by the counter of the worker that takes it.
     *
     * @param start gives the i-th of them; the start vertices with the most wedges come first
     */
    public static <T> void forEachStart(
            long starts, LongUnaryOperator start, T[] counters, ObjIntConsumer<T> countFrom, Workers workers) {
        workers.forEach(
                starts,
                verticesPerTask(starts, workers),
                (worker, i) -> countFrom.accept(counters[worker], (int) start.applyAsLong(i)));
    }

    /**
     * Counts the 4-cycles of the vertices of one side of a bipartite graph. The middles of wedges are walked to from
     * the other side alone.
     *
     * @param perRank receives the cycles of each vertex of the side, added to its values; negative values, of the other
     *     vertices, stay
     * @param wedges the counters, one for each worker
     * @throws ArithmeticException when a vertex is in 2^63 cycles or more
     */
    public static void countSide(Csr rows, OffHeapLongs perRank, WedgeCounter[] wedges, Workers workers) {
        Counter[] counters = Counter.forWorkers(rows, perRank, null, wedges);
        forEachStart(rows.vertexCount(), u -> u, counters, Counter::countSideFrom, workers);
    }

    /**
     * The number of start vertices that a worker takes at a time: so few that the workers end together, since the first
     * vertices have the most wedges.
     */
    private static long verticesPerTask(long starts, Workers workers) {
        long fair = starts / ((long) workers.concurrency() * TASKS_PER_WORKER) + 1;
        return Math.min(fair, MAX_VERTICES_PER_TASK);
    }

    /** Counts by vertex or by slot for one worker. */
    private static final class Counter {
        private final Csr rows;
        private final OffHeapLongs perRank;
        private final OffHeapLongs perSlot;
        private final WedgeCounter wedges;
        private final MiddleRows middles;
        private final ExactSum total = new ExactSum();

        Counter(Csr rows, OffHeapLongs perRank, OffHeapLongs perSlot, WedgeCounter wedges) {
            this.rows = rows;
            this.perRank = perRank;
            this.perSlot = perSlot;
            this.wedges = wedges;
            this.middles = new MiddleRows(rows, rows);
        }

        static Counter[] forWorkers(Csr rows, OffHeapLongs perRank, OffHeapLongs perSlot, WedgeCounter[] wedges) {
            Counter[] counters = new Counter[wedges.length];
            Arrays.setAll(counters, worker -> new Counter(rows, perRank, perSlot, wedges[worker]));
            return counters;
        }

        /** Counts the cycles in which {@code u} is opposite the vertex that ranks first. */
        void countFrom(int u) {
            count(u, perRank != null, true);
        }

        /** Counts the cycles of the side of {@code u}, or of its middles; see {@link #countFrom}. */
        void countSideFrom(int u) {
            boolean ofEnds = perRank.get(u) >= 0;
            count(u, ofEnds, !ofEnds);
        }

        private void count(int u, boolean ofEnds, boolean ofMiddles) {
            long endCount = wedges.walkToFirst(u);
            long own = 0;
            boolean cycles = false;
            for (long i = 0; i < endCount; i++) {
                int w = wedges.end(i);
                int common = wedges.common(w);
                if (common > 1) {
                    cycles = true;
                    long pairs = Counts.pairs(common);
                    total.add(pairs);
                    if (ofEnds) {
                        credit(perRank, w, pairs);
                        own = Math.addExact(own, pairs);
                    }
                }
            }
            if (own > 0) {
                credit(perRank, u, own);
            }
            if (cycles && ofMiddles) {
                creditMiddles(u);
            }
            wedges.clear();
        }

        /**
         * Adds the cycles of {@code u} to its middles and its edges: each wedge u-v-w is in c(u,w) - 1 of them,
         * which go to {@code v} and to both edges.
         */
        private void creditMiddles(int u) {
            long to = rows.end(u);
            int count;
            for (long from = rows.start(u); from < to; from += count) {
                count = middles.look(from, to);
                for (int row = 0; row < count; row++) {
                    creditMiddle(u, middles.vertex(row), from + row, middles.slot(row), middles.firstEnd(row));
                }
            }
        }

        private void creditMiddle(int u, int v, long slotOfMiddle, long firstSlot, int firstEnd) {
            int limit = Math.min(u, v);
            long ofMiddle = 0;
            long slot = firstSlot;
            for (int w = firstEnd; w < limit; w = rows.neighbor(++slot)) {
                int others = wedges.common(w) - 1;
                if (others > 0) {
                    ofMiddle += others;
                    if (perSlot != null) {
                        perSlot.getAndAdd(slot, others);
                    }
                }
            }
            wedges.steps().add(1 + slot - firstSlot);
            if (ofMiddle > 0) {
                if (perRank != null) {
                    credit(perRank, v, ofMiddle);
                }
                if (perSlot != null) {
                    perSlot.getAndAdd(slotOfMiddle, ofMiddle);
                }
            }
        }

        private static void credit(OffHeapLongs counts, int vertex, long cycles) {
            Math.addExact(counts.getAndAdd(vertex, cycles), cycles);
        }
    }
}
