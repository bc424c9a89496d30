package dev.motif.spark;

import dev.motif.algorithm.similar.intersection.Intersection.EdgeConsumer;
import dev.motif.algorithm.similar.intersection.NeighborBitmap;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.util.List;

/**
 * Counts the common neighbors of the edges from a vertex to those of smaller degree, of the same degree to those of smaller
 * number: with its neighbors in a bitmap, in which those of each other end are looked up. So every edge is one
 * vertex's, vertices can be counted without each other, and nothing has to be added up.
 *
 * <p>Work for all vertices: the sum of the smaller degree over all edges. One thread owns it.
 */
final class GatheredNeighbors {
    /** Elements that may be looked up between two checks of the cancellation: some milliseconds. */
    private static final long WORK_BETWEEN_POLLS = 1 << 22;

    private final Csr rows;
    private final Cancellation cancellation;
    private final NeighborBitmap bitmap;
    private long work;

    /**
     * @param rows symmetric, without self-loops
     * @param scope owns the bitmap, a bit a vertex
     */
    GatheredNeighbors(Csr rows, Cancellation cancellation, OffHeapScope scope) {
        this.rows = rows;
        this.cancellation = cancellation;
        this.bitmap = new NeighborBitmap(rows, 0, scope);
    }

    /** Cuts all vertices into at most {@code parts} ranges, with about the neighbors to look up and to set as weights. */
    static List<WorkRange> ranges(Csr rows, int parts) {
        return WorkRange.cutTapered(rows, (u, v) -> isOf(rows, u, v) ? 1 + rows.degree(v) : 1, parts);
    }

    /** Whether the edge is one of {@code u} and not of {@code v}. */
    private static boolean isOf(Csr rows, int u, int v) {
        long more = rows.degree(u) - rows.degree(v);
        return more > 0 || more == 0 && u > v;
    }

    /** Counts for all edges of {@code u}. */
    void count(int u, EdgeConsumer consumer) {
        bitmap.moveTo(u);
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            int v = rows.neighbor(slot);
            if (isOf(rows, u, v)) {
                consumer.accept(Math.min(u, v), Math.max(u, v), bitmap.common(v));
                work += rows.degree(v);
                if (work > WORK_BETWEEN_POLLS) {
                    cancellation.check();
                    work = 0;
                }
            }
        }
    }
}
