package dev.motif.algorithm.count.wedge;

import dev.motif.backend.work.Positions;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;

/**
 * Finds triangles on the graph ordered by degree. Workers take edges {@code (v, u)}, {@code v < u}, mark all neighbors
 * of {@code v} in an array of their own, and look the neighbors of lower rank of {@code u} up in it. Each triangle
 * {@code u > v > w} is found twice:
 *
 * <ul>
 *   <li>{@code w} is found with the edge {@code (v, u)}, and credited to it and to {@code (w, v)};
 *   <li>{@code v} is found with the edge {@code (w, u)}, and credited to it.
 * </ul>
 *
 * <p>If it were found once, one of its edges might belong to another worker at that time, and would need an atomic
 * addition, which costs more than finding the triangle again. This way what is found with an edge is written once, by the
 * worker that takes the edge, and the rest added once for each marked vertex: atomically if several workers take its edges,
 * so for few vertices. No branch depends on what is found.
 */
public final class EdgeTriangles {
    /** The name of the stage. */
    public static final String STAGE = "finding triangles";

    private static final long SLOTS_PER_TASK = 1 << 9;
    private static final long COUNTS_PER_TASK = 1 << 13;

    private EdgeTriangles() {}

    /**
     * Counts the part of the triangles of each edge that is found with some of the edges.
     *
     * @param toHubs the rows of the oriented graph: for each rank its neighbors of lower rank
     * @param found the slots of the edges {@code (v, u)} to take, in the rows of {@code v}
     * @param counts receives the triangles of the edge at each slot of {@code toHubs}; all 0 before
     */
    public static void count(
            Csr toHubs, List<WorkRange> found, OffHeapInts counts, Workers workers, NativeMemory memory) {
        try (Csr fromHubs = new CsrBuilder(memory, workers).transpose(toHubs, toHubs.vertexCount())) {
            count(toHubs, fromHubs, found, counts, workers, memory);
        }
    }

    /** Counts with the transpose of {@code toHubs} given. */
    public static void count(
            Csr toHubs, Csr fromHubs, List<WorkRange> found, OffHeapInts counts, Workers workers, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts looked = scope.zeroedInts(counts.length());
            Finder[] finders = new Finder[workers.concurrency()];
            Arrays.setAll(
                    finders, worker -> new Finder(toHubs, fromHubs, looked, counts, workers.cancellation(), scope));
            Positions positions = Positions.of(found, fromHubs.slotCount());
            workers.progress().begin(STAGE, positions.count());
            for (WorkRange range : positions.ranges()) {
                long first = range.from();
                workers.forRanges(range.to() - first, SLOTS_PER_TASK, (worker, from, to) -> {
                    finders[worker].find(first + from, first + to);
                    workers.progress().advance(to - from);
                });
            }
            for (Finder finder : finders) {
                finder.finish();
            }
            workers.forRanges(counts.length(), COUNTS_PER_TASK, (worker, from, to) -> {
                for (long slot = from; slot < to; slot++) {
                    counts.add(slot, looked.get(slot));
                }
            });
        }
    }

    /** Cuts all edges into at most {@code parts} ranges, with the neighbors that are looked up as weights. */
    public static List<WorkRange> ranges(Csr toHubs, int parts, Workers workers, NativeMemory memory) {
        try (Csr fromHubs = new CsrBuilder(memory, workers).transpose(toHubs, toHubs.vertexCount())) {
            return WorkRange.cut(fromHubs.slotCount(), slot -> 1 + toHubs.degree(fromHubs.neighbor(slot)), parts);
        }
    }

    /** Copies counts by slot of {@code ranked} to {@code byEdge}, in the order of the numbers of edges. */
    public static void byEdge(OrientedGraph ranked, OffHeapInts bySlot, OffHeapInts byEdge, Workers workers) {
        workers.forRanges(bySlot.length(), COUNTS_PER_TASK, (worker, from, to) -> {
            for (long slot = from; slot < to; slot++) {
                byEdge.set(ranked.edges().get(slot), bySlot.get(slot));
            }
        });
    }

    /** The off-heap bytes that {@link #count} needs beside the graph and the counts. */
    public static long bytes(long vertices, long edges, int workers) {
        return Csr.bytes(vertices, edges)
                + Math.max(CsrBuilder.transposingBytes(edges), (edges + workers * vertices) * Integer.BYTES);
    }

    /** Finds the triangles of some edges. The state of one worker. */
    private static final class Finder {
        private static final int NO_VERTEX = -1;

        private final Csr toHubs;
        private final Csr fromHubs;
        private final OffHeapInts neighbors;

        /** The triangles by slot that were found when its edge was taken, by one worker. */
        private final OffHeapInts looked;

        /** The triangles by slot that are found in other ways. */
        private final OffHeapInts counts;

        private final Steps steps;

        /**
         * For each neighbor of {@link #marked} 1, plus, if it is of lower rank, the triangles found with that edge; 0
         * for all other vertices. Cleared by its worker when it begins.
         */
        private final OffHeapInts marks;

        private boolean begun;

        /** The vertex whose neighbors are marked. */
        private int marked = NO_VERTEX;

        /** Whether other workers may take some of its edges. */
        private boolean shared;

        Finder(
                Csr toHubs,
                Csr fromHubs,
                OffHeapInts looked,
                OffHeapInts counts,
                Cancellation cancellation,
                OffHeapScope scope) {
            this.toHubs = toHubs;
            this.fromHubs = fromHubs;
            this.neighbors = toHubs.neighbors();
            this.looked = looked;
            this.counts = counts;
            this.steps = new Steps(cancellation);
            this.marks = scope.ints(toHubs.vertexCount());
        }

        /** Finds the triangles of the edges in a range of slots of {@code fromHubs}. */
        void find(long from, long to) {
            if (!begun) {
                begun = true;
                marks.clear();
            }
            int v = fromHubs.vertexOf(from);
            for (long slot = from; slot < to; v++) {
                long end = Math.min(to, fromHubs.end(v));
                if (slot < end) {
                    moveTo(v);
                    shared |= fromHubs.start(v) < from || fromHubs.end(v) > to;
                }
                for (; slot < end; slot++) {
                    look(v, fromHubs.neighbor(slot));
                }
            }
        }

        /**
         * Looks the neighbors of lower rank of {@code u} up in the marks of {@code v}, which is one of these neighbors.
         */
        private void look(int v, int u) {
            long end = toHubs.end(u);
            long slot = toHubs.start(u);
            int triangles = 0;
            int w = neighbors.get(slot);
            for (; w < v; w = neighbors.get(++slot)) {
                int mark = marks.get(w);
                int found = -mark >>> 31;
                marks.set(w, mark + found);
                triangles += found;
            }
            long ofEdge = slot;
            for (slot++; slot < end; slot++) {
                triangles += marks.get(neighbors.get(slot));
            }
            looked.set(ofEdge, triangles);
            steps.add(end - toHubs.start(u));
        }

        private void moveTo(int v) {
            if (v != marked) {
                finish();
                marked = v;
                shared = false;
                mark(toHubs, v, 1);
                mark(fromHubs, v, 1);
            }
        }

        /** Credits the edges from the marked vertex to lower ranks with what was found, and clears all marks. */
        void finish() {
            if (marked == NO_VERTEX) {
                return;
            }
            for (long slot = toHubs.start(marked); slot < toHubs.end(marked); slot++) {
                int triangles = marks.get(neighbors.get(slot)) - 1;
                if (shared) {
                    counts.getAndAdd(slot, triangles);
                } else {
                    counts.add(slot, triangles);
                }
            }
            mark(toHubs, marked, 0);
            mark(fromHubs, marked, 0);
            marked = NO_VERTEX;
        }

        private void mark(Csr rows, int v, int mark) {
            for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                marks.set(rows.neighbor(slot), mark);
            }
            steps.add(rows.degree(v));
        }
    }
}
