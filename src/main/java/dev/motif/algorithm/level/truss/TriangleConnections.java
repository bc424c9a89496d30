package dev.motif.algorithm.level.truss;

import dev.motif.algorithm.level.community.Connections;
import dev.motif.algorithm.level.community.Joins;
import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Edges that triangles connect. The rows of vertices are in the order in which edges are joined, so that earlier edges
 * are the first ones of a row. The hub of an edge is its end of the larger degree, and the edges of a level come by
 * hubs: the first ones of the row of the hub are marked in an array of the worker, and the edges of the other end are
 * looked up there.
 */
final class TriangleConnections implements Connections {
    private static final int NO_VERTEX = -1;
    private static final int EDGES_PER_CHECK = 1 << 16;

    private final UnipartiteGraph graph;
    private final Cancellation cancellation;
    private final Csr rows;
    private final OffHeapLongs levels;

    /** The hub of each edge and its other end, side by side. */
    private final OffHeapInts ends;

    /** The neighbor in each slot, in the order of joining, and the position of the edge to it, side by side. */
    private final OffHeapInts ordered;

    /** The next edge of each vertex to a greater one, while all edges are gone over; then the length of its row. */
    private final OffHeapInts next;

    /**
     * The slot of each neighbor of the worker's hub in the row of the hub, from 1, as 32 bits; others are not in the
     * row.
     */
    private final OffHeapInts[] marks;

    private final int[] hubs;

    /** The slot after the last one of the worker's hub that is marked, by worker. */
    private final long[] marked;

    /**
     * @param threads how many join at most
     * @param scope owns the memory
     */
    TriangleConnections(UnipartiteGraph graph, OffHeapLongs levels, int threads, Workers workers, OffHeapScope scope) {
        this.graph = graph;
        this.cancellation = workers.cancellation();
        this.rows = graph.adjacency();
        this.levels = levels;
        this.ends = scope.ints(2 * graph.edgeCount());
        this.ordered = scope.ints(2 * rows.slotCount());
        this.next = scope.ints(rows.vertexCount());
        this.marks = new OffHeapInts[threads];
        Arrays.setAll(marks, worker -> scope.zeroedInts(rows.vertexCount()));
        this.hubs = new int[threads];
        Arrays.fill(hubs, NO_VERTEX);
        this.marked = new long[threads];
        graph.forEachEdge(workers, (edge, u, v) -> {
            ends.set(2 * edge, isHub(u, v) ? u : v);
            ends.set(2 * edge + 1, isHub(u, v) ? v : u);
        });
    }

    /** The off-heap bytes. */
    static long bytes(GraphSize size, int threads) {
        return (6 * size.edges() + (threads + 1L) * size.vertices()) * Integer.BYTES;
    }

    private boolean isHub(int u, int v) {
        return rows.degree(u) != rows.degree(v) ? rows.degree(u) > rows.degree(v) : u > v;
    }

    @Override
    public int count() {
        return (int) levels.length();
    }

    @Override
    public long level(int edge) {
        return levels.get(edge);
    }

    /** Hubs one after the other, each with its edges. */
    @Override
    public void forEach(IntConsumer visit) {
        // The next edge of each vertex to a greater one: these edges come in ascending order.
        int edges = 0;
        for (int v = 0; v < rows.vertexCount(); v++) {
            next.set(v, edges);
            edges += (int) (rows.end(v) - graph.firstForward(v));
        }
        for (int hub = 0; hub < rows.vertexCount(); hub++) {
            int forward = next.get(hub);
            for (long slot = rows.start(hub); slot < rows.end(hub); slot++) {
                int other = rows.neighbor(slot);
                int edge = other > hub ? forward++ : next.add(other, 1);
                if (isHub(hub, other)) {
                    visit.accept(edge);
                }
            }
        }
    }

    @Override
    public void ordered(OffHeapInts order, int count) {
        next.clear();
        for (int position = 0; position < count; position++) {
            if (position % EDGES_PER_CHECK == 0) {
                cancellation.check();
            }
            int hub = ends.get(2L * order.get(position));
            int other = ends.get(2L * order.get(position) + 1);
            append(hub, other, position);
            append(other, hub, position);
        }
    }

    /** Adds an edge to the row of a vertex, whose length is {@link #next} here. */
    private void append(int vertex, int neighbor, int position) {
        long slot = rows.start(vertex) + next.add(vertex, 1);
        ordered.set(2 * slot, neighbor);
        ordered.set(2 * slot + 1, position);
    }

    /** The position of the edge at a slot; behind all others where its vertex has no more. */
    private int position(int vertex, long slot) {
        return slot - rows.start(vertex) < next.get(vertex) ? ordered.get(2 * slot + 1) : Integer.MAX_VALUE;
    }

    @Override
    public long accesses() {
        return 2 * rows.slotCount() / Math.max(1, rows.vertexCount()) + 1;
    }

    @Override
    public int join(int worker, int edge, int position, Joins joins) {
        int hub = ends.get(2L * edge);
        int other = ends.get(2L * edge + 1);
        mark(worker, hub, position);
        OffHeapInts marks = this.marks[worker];
        long startOfHub = rows.start(hub);
        long length = marked[worker] - startOfHub;
        int firstMark = (int) startOfHub + 1;
        long slot = rows.start(other);
        for (int side = position(other, slot); side < position; side = position(other, ++slot)) {
            long place = Integer.toUnsignedLong(marks.get(ordered.get(2 * slot)) - firstMark);
            if (place < length) {
                joins.join(side, position);
                joins.join(ordered.get(2 * (startOfHub + place) + 1), position);
            }
        }
        return 1;
    }

    /** Marks the neighbors of a hub by edges before a position. Marks of other hubs stay, which are not in its row. */
    private void mark(int worker, int hub, int position) {
        if (hubs[worker] != hub) {
            hubs[worker] = hub;
            marked[worker] = rows.start(hub);
        }
        long slot = marked[worker];
        for (; position(hub, slot) < position; slot++) {
            marks[worker].set(ordered.get(2 * slot), (int) slot + 1);
        }
        marked[worker] = slot;
    }

    @Override
    public void describe(int edge, Extent extent) {
        extent.left(ends.get(2L * edge));
        extent.left(ends.get(2L * edge + 1));
    }
}
