package dev.motif.algorithm.level.truss;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.function.IntPredicate;

/**
 * The rows of an oriented graph in both directions, whose edges become fewer: the neighbors of each vertex, ascending by
 * rank, and the edges to them. An edge is the slot that it has in the oriented graph.
 * Rows may hold edges that are gone until {@link #compact}. Readers need no synchronization between two calls of that.
 */
final class ShrinkingAdjacency {
    private static final long VERTICES_PER_TASK = 1 << 8;
    private static final long EDGES_OF_PART = 1 << 13;
    private static final int VERTICES_PER_POLL = 1 << 12;

    private final Csr toHubs;
    private final OffHeapLongs starts;
    private final OffHeapLongs ends;
    private final OffHeapInts neighbors;
    private final OffHeapInts edges;
    private final OffHeapInts higherEnds;

    /**
     * @param toHubs the rows of an oriented graph, which must stay open: for each rank its neighbors of lower rank
     * @param fromHubs its transpose
     * @param scope owns the memory
     */
    ShrinkingAdjacency(Csr toHubs, Csr fromHubs, Workers workers, OffHeapScope scope) {
        this.toHubs = toHubs;
        int vertices = toHubs.vertexCount();
        this.starts = scope.longs(vertices);
        this.ends = scope.longs(vertices);
        this.neighbors = scope.ints(2 * toHubs.slotCount());
        this.edges = scope.ints(2 * toHubs.slotCount());
        this.higherEnds = scope.ints(toHubs.slotCount());
        workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                addNeighbors(v, fromHubs);
            }
        });
        int parts = (int) Math.min(workers.concurrency(), 1 + toHubs.slotCount() / EDGES_OF_PART);
        workers.run(parts, (worker, group) -> {
            int first = firstOfPart(fromHubs, worker, parts);
            int end = firstOfPart(fromHubs, worker + 1, parts);
            for (int u = first; u < vertices && !(u % VERTICES_PER_POLL == 0 && group.stopped()); u++) {
                addEdges(u, first, end);
            }
        });
    }

    /**
     * The first vertex of range {@code part}, when the vertices are cut into {@code parts} ranges with about equally
     * many neighbors of higher rank.
     */
    private static int firstOfPart(Csr fromHubs, int part, int parts) {
        return part == parts ? fromHubs.vertexCount() : fromHubs.vertexOf(fromHubs.slotCount() * part / parts);
    }

    /** Fills the row of {@code v}, but for the edges to neighbors of higher rank, which are to be added at its end. */
    private void addNeighbors(int v, Csr fromHubs) {
        long at = toHubs.start(v) + fromHubs.start(v);
        starts.set(v, at);
        for (long slot = toHubs.start(v); slot < toHubs.end(v); slot++, at++) {
            neighbors.set(at, toHubs.neighbor(slot));
            edges.set(at, (int) slot);
            higherEnds.set(slot, v);
        }
        ends.set(v, at);
        neighbors.copyFrom(fromHubs.neighbors(), fromHubs.start(v), at, fromHubs.degree(v));
    }

    /** Adds the edges from {@code u} to vertices in {@code [first, end)} to the rows of these. */
    private void addEdges(int u, int first, int end) {
        long slot = first == 0 ? toHubs.start(u) : toHubs.firstSlotFrom(u, first);
        for (; slot < toHubs.end(u) && toHubs.neighbor(slot) < end; slot++) {
            edges.set(ends.add(toHubs.neighbor(slot), 1), (int) slot);
        }
    }

    /** The off-heap bytes for a graph of this size. */
    static long bytes(long vertices, long edges) {
        return 2 * vertices * Long.BYTES + 5 * edges * Integer.BYTES;
    }

    /** The slots of all rows, including the slots of dropped edges. */
    long slotCount() {
        return neighbors.length();
    }

    /** Drops the edges that {@code gone} says from the rows that begin at slots in {@code [from, to)}. */
    void compact(long from, long to, IntPredicate gone) {
        long first = starts.lowerBound(0, starts.length(), from);
        for (long v = first; v < starts.length() && starts.get(v) < to; v++) {
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
    }

    int vertexCount() {
        return toHubs.vertexCount();
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

    int neighbor(long slot) {
        return neighbors.get(slot);
    }

    /** How far after {@code start} the neighbor {@code vertex} is in {@code [start, end)} of a row; -1 if it is absent. */
    int placeOf(int vertex, long start, long end) {
        long slot = neighbors.lowerBound(start, end, vertex);
        return slot < end && neighbors.get(slot) == vertex ? (int) (slot - start) : -1;
    }

    int edge(long slot) {
        return edges.get(slot);
    }

    /** The end of lower rank of an edge. */
    int lowerEnd(int edge) {
        return toHubs.neighbor(edge);
    }

    /** The end of higher rank of an edge. */
    int higherEnd(int edge) {
        return higherEnds.get(edge);
    }
}
