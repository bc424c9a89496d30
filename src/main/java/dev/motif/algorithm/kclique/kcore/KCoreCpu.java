package dev.motif.algorithm.kclique.kcore;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelOrder;
import dev.motif.parallel.Workers;

/**
 * Computes core numbers on one thread: removes a vertex of the smallest remaining degree, again and again, in a {@link
 * PeelOrder}.
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

    private PeelOrder order;

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
            workers.run(1, (worker, group) -> {
                for (int v = 0; v < vertices; v++) {
                    degrees.set(v, (int) rows.degree(v));
                }
                order = new PeelOrder(degrees, rows.largestDegree(), scope);
                for (long from = 0; from < vertices && !group.stopped(); from += VERTICES_PER_POLL) {
                    long to = Math.min(vertices, from + VERTICES_PER_POLL);
                    for (long place = from; place < to; place++) {
                        take(order.vertices().get(place));
                    }
                    workers.progress().advance(to - from);
                }
            });
            int degeneracy = vertices == 0 ? 0 : degrees.get(order.vertices().get(vertices - 1L));
            return new KCoreResult(scope.keep(degrees), scope.keep(order.vertices()), degeneracy);
        }
    }

    private void take(int v) {
        int degree = degrees.get(v);
        for (long slot = rows.start(v); slot < rows.end(v); slot++) {
            int neighbor = rows.neighbor(slot);
            if (degrees.get(neighbor) > degree) {
                order.lower(neighbor);
            }
        }
    }

    /** The most off-heap bytes that are needed at once. */
    public static long peakBytes(long vertices) {
        // A degree is below the number of vertices.
        return vertices * Integer.BYTES + PeelOrder.bytes(vertices, vertices);
    }
}
