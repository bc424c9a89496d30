package dev.motif.algorithm.kclique.kcore;

import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.parallel.Workers;

/**
 * Computes core numbers on one thread: removes a vertex of the smallest remaining degree, again and again. Vertices are
 * kept sorted by remaining degree; when one loses a neighbor, it changes places with the first vertex of its degree,
 * which then counts to the next smaller degree (Batagelj and Zaversnik, "An O(m) algorithm for cores decomposition of
 * networks", 2003, arXiv:cs/0310049).
 */
public final class KCoreCpu {
    /** The name of the stage that takes long. */
    public static final String STAGE = "finding cores";

    private static final int VERTICES_PER_POLL = 1 << 12;

    private final Csr rows;
    private final NativeMemory memory;
    private final Workers workers;

    /** The remaining degree of each vertex, in the end its core number. */
    private OffHeapInts degrees;

    /** All vertices, by ascending remaining degree. */
    private OffHeapInts order;

    /** The index of each vertex in {@code order}. */
    private OffHeapInts places;

    /** The index in {@code order} where the vertices of each degree begin. */
    private OffHeapInts starts;

    public KCoreCpu(UnipartiteGraph graph, NativeMemory memory, Workers workers) {
        this.rows = graph.adjacency();
        this.memory = memory;
        this.workers = workers;
    }

    /** Computes the core numbers. May be called once; the caller owns the result. */
    public KCoreResult count() {
        int vertices = rows.vertexCount();
        workers.progress().begin(STAGE, vertices);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            degrees = scope.ints(vertices);
            order = scope.ints(vertices);
            places = scope.ints(vertices);
            starts = scope.zeroedInts(rows.largestDegree() + 2);
            workers.run(1, (worker, group) -> {
                sortByDegree();
                for (long from = 0; from < vertices && !group.stopped(); from += VERTICES_PER_POLL) {
                    long to = Math.min(vertices, from + VERTICES_PER_POLL);
                    for (long place = from; place < to; place++) {
                        take(order.get(place));
                    }
                    workers.progress().advance(to - from);
                }
            });
            int degeneracy = vertices == 0 ? 0 : degrees.get(order.get(vertices - 1L));
            return new KCoreResult(scope.keep(degrees), scope.keep(order), degeneracy);
        }
    }

    private void sortByDegree() {
        int vertices = rows.vertexCount();
        for (int v = 0; v < vertices; v++) {
            degrees.set(v, (int) rows.degree(v));
            starts.add(degrees.get(v) + 1L, 1);
        }
        for (long degree = 1; degree < starts.length(); degree++) {
            starts.add(degree, starts.get(degree - 1));
        }
        // Each start moves to that of the next degree while its vertices are placed, and is set back afterwards.
        for (int v = 0; v < vertices; v++) {
            int place = starts.add(degrees.get(v), 1);
            order.set(place, v);
            places.set(v, place);
        }
        for (long degree = starts.length() - 1; degree > 0; degree--) {
            starts.set(degree, starts.get(degree - 1));
        }
        if (starts.length() > 0) {
            starts.set(0, 0);
        }
    }

    private void take(int v) {
        int degree = degrees.get(v);
        for (long slot = rows.start(v); slot < rows.end(v); slot++) {
            int neighbor = rows.neighbor(slot);
            if (degrees.get(neighbor) > degree) {
                moveDown(neighbor);
            }
        }
    }

    private void moveDown(int v) {
        int degree = degrees.get(v);
        int first = starts.add(degree, 1);
        int other = order.get(first);
        int place = places.get(v);
        order.set(first, v);
        order.set(place, other);
        places.set(v, first);
        places.set(other, place);
        degrees.set(v, degree - 1);
    }

    /** The most off-heap bytes that are needed at once. */
    public static long peakBytes(long vertices) {
        // A degree is below the number of vertices.
        return (4 * vertices + 2) * Integer.BYTES;
    }
}
