package dev.motif.algorithm.commonneighbors.oriented;

import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.OrientedGraph;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;

/**
 * Finds triangles on the graph ordered by degree. Workers take edges {@code (v, u)}, {@code v < u}, mark all neighbors of {@code
 * v} in an array of their own, and look the neighbors of lower rank of {@code u} up in it. Of a triangle {@code u > v > w}
 *
 * <ul>
 *   <li>{@code w} is found with the edge {@code (v, u)}, and credited to it and to {@code (w, v)};
 *   <li>{@code v} is found with the edge {@code (w, u)}, and credited to it.
 * </ul>
 *
 * <p>So it is found twice. Were it found once, one of its edges would be in the hands of another worker, and an atomic addition
 * costs more than finding it again: here no addition is atomic but two for each edge, and nothing branches on what is found.
 */
public final class OrientedCpu {
    /** What takes long. */
    public static final String STAGE = "finding triangles";

    private static final long SLOTS_PER_TASK = 1 << 10;
    private static final long COUNTS_PER_TASK = 1 << 16;

    /** Neighbors that may be looked at before the cancellation is asked again: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    private OrientedCpu() {}

    /**
     * Adds to {@code counts} the triangles of each edge.
     *
     * @param toHubs from each rank to its neighbors of lower rank
     * @param counts one for each slot, all 0
     */
    public static void count(Csr toHubs, OffHeapInts counts, Workers workers, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Csr fromHubs = scope.own(new CsrBuilder(memory, workers).transpose(toHubs, toHubs.vertexCount()));
            Finder[] finders = new Finder[workers.concurrency()];
            for (int worker = 0; worker < finders.length; worker++) {
                finders[worker] = new Finder(toHubs, fromHubs, counts, workers.cancellation(), scope);
            }
            workers.progress().begin(STAGE, fromHubs.slotCount());
            workers.forRanges(fromHubs.slotCount(), SLOTS_PER_TASK, (worker, from, to) -> {
                finders[worker].find(from, to);
                workers.progress().advance(to - from);
            });
            for (Finder finder : finders) {
                finder.finish();
            }
        }
    }

    /** Puts the triangles of each slot of {@code ranked} in the order of edges. */
    public static void byEdge(OrientedGraph ranked, OffHeapInts bySlot, OffHeapInts byEdge, Workers workers) {
        workers.forRanges(bySlot.length(), COUNTS_PER_TASK, (worker, from, to) -> {
            for (long slot = from; slot < to; slot++) {
                byEdge.set(ranked.edges().get(slot), bySlot.get(slot));
            }
        });
    }

    /** The off-heap bytes beside graph and counts. */
    public static long bytes(long vertices, long edges, int workers) {
        return Csr.bytes(vertices, edges)
                + Math.max(CsrBuilder.transposingBytes(edges), workers * vertices * Integer.BYTES);
    }

    /** The state of one worker. */
    private static final class Finder {
        private static final int NO_VERTEX = -1;

        private final Csr toHubs;
        private final Csr fromHubs;
        private final OffHeapInts neighbors;
        private final OffHeapInts counts;
        private final Cancellation cancellation;

        /** 0 but for the neighbors of {@link #marked}, which have 1 and, if of lower rank, what was found with them. */
        private final OffHeapInts marks;

        private int marked = NO_VERTEX;
        private long work;

        Finder(Csr toHubs, Csr fromHubs, OffHeapInts counts, Cancellation cancellation, OffHeapScope scope) {
            this.toHubs = toHubs;
            this.fromHubs = fromHubs;
            this.neighbors = toHubs.neighbors();
            this.counts = counts;
            this.cancellation = cancellation;
            this.marks = scope.zeroedInts(toHubs.vertexCount());
        }

        /** Finds the triangles of the edges in a range of slots of {@code fromHubs}. */
        void find(long from, long to) {
            int v = fromHubs.vertexOf(from);
            for (long slot = from; slot < to; v++) {
                long end = Math.min(to, fromHubs.end(v));
                if (slot < end) {
                    moveTo(v);
                }
                for (; slot < end; slot++) {
                    look(v, fromHubs.neighbor(slot));
                }
            }
        }

        /** Looks the neighbors of lower rank of {@code u} up among those of {@code v}, which is one of them. */
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
            if (triangles > 0) {
                counts.getAndAdd(ofEdge, triangles);
            }
            poll(end - toHubs.start(u));
        }

        private void moveTo(int v) {
            if (v != marked) {
                finish();
                marked = v;
                mark(toHubs, v, 1);
                mark(fromHubs, v, 1);
            }
        }

        /** Credits what was found with the vertex that is marked, and marks none. */
        void finish() {
            if (marked == NO_VERTEX) {
                return;
            }
            for (long slot = toHubs.start(marked); slot < toHubs.end(marked); slot++) {
                int triangles = marks.get(neighbors.get(slot)) - 1;
                if (triangles > 0) {
                    counts.getAndAdd(slot, triangles);
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
            poll(rows.degree(v));
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
