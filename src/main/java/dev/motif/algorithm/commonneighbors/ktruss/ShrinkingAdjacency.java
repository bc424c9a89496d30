package dev.motif.algorithm.commonneighbors.ktruss;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.function.IntPredicate;

/**
 * The rows of an oriented graph in both directions, whose edges become fewer: the neighbors of each vertex, ascending by
 * rank, and the edges to them. An edge is the slot that it has in the oriented graph. Rows may hold edges that are gone
 * until {@link #compact}. Readers need no synchronization between two calls of that.
 */
final class ShrinkingAdjacency {
    private static final long VERTICES_PER_TASK = 1 << 10;
    private static final int VERTICES_PER_POLL = 1 << 12;

    private final Csr toHubs;
    private final Workers workers;
    private final OffHeapLongs starts;
    private final OffHeapLongs ends;
    private final OffHeapInts neighbors;
    private final OffHeapInts edges;
    /** For each edge its end of higher rank; the other one is its neighbor in {@code toHubs}. */
    private final OffHeapInts higherEnds;

    /**
     * @param toHubs the rows of an oriented graph, which must stay open
     * @param scope owns the memory
     */
    ShrinkingAdjacency(Csr toHubs, Workers workers, OffHeapScope scope) {
        this.toHubs = toHubs;
        this.workers = workers;
        int vertices = toHubs.vertexCount();
        this.starts = scope.longs(vertices + 1L);
        this.ends = scope.zeroedLongs(vertices);
        this.neighbors = scope.ints(2 * toHubs.slotCount());
        this.edges = scope.ints(2 * toHubs.slotCount());
        this.higherEnds = scope.ints(toHubs.slotCount());
        workers.run(1, (worker, group) -> {
            for (long slot = 0; slot < toHubs.slotCount(); slot++) {
                ends.add(toHubs.neighbor(slot), 1);
            }
            long start = 0;
            for (int u = 0; u < vertices; u++) {
                starts.set(u, start);
                start += ends.get(u) + toHubs.degree(u);
                ends.set(u, starts.get(u));
            }
            starts.set(vertices, start);
            // A vertex comes after its neighbors of lower rank, so each row is filled in the order of ranks.
            for (int u = 0; u < vertices && !(u % VERTICES_PER_POLL == 0 && group.stopped()); u++) {
                fill(u);
            }
        });
    }

    private void fill(int u) {
        for (long slot = toHubs.start(u); slot < toHubs.end(u); slot++) {
            int v = toHubs.neighbor(slot);
            append(u, v, (int) slot);
            append(v, u, (int) slot);
            higherEnds.set(slot, u);
        }
    }

    private void append(int vertex, int neighbor, int edge) {
        long at = ends.add(vertex, 1);
        neighbors.set(at, neighbor);
        edges.set(at, edge);
    }

    /** The off-heap bytes for a graph of this size. */
    static long bytes(long vertices, long edges) {
        return (2 * vertices + 1) * Long.BYTES + 5 * edges * Integer.BYTES;
    }

    /** Drops the edges that {@code gone} says from all rows. */
    void compact(IntPredicate gone) {
        workers.forRanges(ends.length(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (long v = from; v < to; v++) {
                long kept = starts.get(v);
                for (long slot = kept; slot < ends.get(v); slot++) {
                    int edge = edges.get(slot);
                    if (!gone.test(edge)) {
                        neighbors.set(kept, neighbors.get(slot));
                        edges.set(kept++, edge);
                    }
                }
                ends.set(v, kept);
            }
        });
    }

    /** The first slot of a vertex. */
    long start(int vertex) {
        return starts.get(vertex);
    }

    /** The slot after the last one of a vertex. */
    long end(int vertex) {
        return ends.get(vertex);
    }

    /** The number of slots of a vertex. */
    long length(int vertex) {
        return end(vertex) - start(vertex);
    }

    /** The neighbor at a slot. */
    int neighbor(long slot) {
        return neighbors.get(slot);
    }

    /** The edge at a slot. */
    int edge(long slot) {
        return edges.get(slot);
    }

    /** The end of an edge with the shorter row. */
    int endOfShorterRow(int edge) {
        int u = higherEnds.get(edge);
        int v = toHubs.neighbor(edge);
        return length(u) <= length(v) ? u : v;
    }

    /** The end of an edge that is not {@code vertex}. */
    int otherEnd(int edge, int vertex) {
        return higherEnds.get(edge) ^ toHubs.neighbor(edge) ^ vertex;
    }

    /**
     * The first slot in {@code [from, end)} whose neighbor is {@code vertex} or above, or {@code end}; in steps that
     * grow, so that near ones are found soon.
     */
    long seek(long from, long end, int vertex) {
        long low = from;
        for (long step = 1; low < end && neighbors.get(low) < vertex; step *= 2) {
            long high = Math.min(end, low + step);
            if (high == end || neighbors.get(high) >= vertex) {
                return neighbors.lowerBound(low + 1, high, vertex);
            }
            low = high;
        }
        return low;
    }
}
