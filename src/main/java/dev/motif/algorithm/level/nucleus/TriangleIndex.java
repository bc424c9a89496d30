package dev.motif.algorithm.level.nucleus;

import dev.motif.algorithm.count.wedge.EdgeTriangles;
import dev.motif.algorithm.level.community.Connections.Extent;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * The triangles of a graph that is oriented by degree: of each triangle its three edges, and of each edge its triangles. An
 * edge is a slot of the oriented rows. Triangles are numbered by their vertex of highest rank, then by the others, so
 * numbers do not depend on threads.
 *
 * <p>Memory: 36 bytes a triangle and 8 an edge. Its arrays belong to a scope.
 */
final class TriangleIndex {
    private static final long VERTICES_PER_TASK = 64;
    private static final long EDGES_PER_TASK = 1 << 10;
    private static final int EDGES_OF_TRIANGLE = 3;

    private final Csr toHubs;

    /** The number in the graph of the edge in each slot of the oriented rows. */
    private final OffHeapLongs numbers;

    /** The three edges of each triangle, by triangle. */
    private final OffHeapInts edges;

    /** The start of each edge's triangles. */
    private final OffHeapLongs starts;

    /** The third vertices of the triangles of each edge, ascending. */
    private final OffHeapInts thirds;

    /** The triangles with these. */
    private final OffHeapInts triangles;

    private final Workers workers;

    /**
     * Finds the triangles.
     *
     * @param oriented the oriented graph, with the numbers of its edges; it must stay open
     * @param scope owns the arrays
     * @throws IllegalArgumentException when there are 2^31 triangles or more
     */
    TriangleIndex(OrientedGraph oriented, Workers workers, NativeMemory memory, OffHeapScope scope) {
        this.toHubs = oriented.adjacency();
        this.numbers = oriented.edges();
        this.workers = workers;
        this.starts = scope.longs(toHubs.slotCount() + 1);
        try (OffHeapScope counting = new OffHeapScope(memory)) {
            OffHeapInts counts = counting.zeroedInts(toHubs.slotCount());
            EdgeTriangles.count(toHubs, WorkRange.ALL, counts, workers, memory);
            long ends = 0;
            for (long edge = 0; edge < counts.length(); edge++) {
                starts.set(edge, ends);
                ends += Integer.toUnsignedLong(counts.get(edge));
            }
            starts.set(counts.length(), ends);
            if (ends / EDGES_OF_TRIANGLE > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "nuclei need fewer than 2^31 triangles, got " + ends / EDGES_OF_TRIANGLE);
            }
            this.edges = scope.ints(ends);
            this.thirds = scope.ints(ends);
            this.triangles = scope.ints(ends);
            counts.clear();
            fill(counts, counting);
        }
        sort();
    }

    /** The off-heap bytes. */
    static long bytes(long edges, long triangles) {
        return (edges + 1) * Long.BYTES + 3L * EDGES_OF_TRIANGLE * triangles * Integer.BYTES;
    }

    /** The bytes of making the index, without the index. */
    static long makingBytes(long vertices, long edges, int concurrency) {
        return edges * Integer.BYTES
                + Math.max(EdgeTriangles.bytes(vertices, edges, concurrency), (vertices + 1) * Long.BYTES);
    }

    /** The bytes of heap on which the triangles of edges are sorted. */
    static long heapBytes(long mostOfEdge, int concurrency) {
        return 2 * mostOfEdge * Long.BYTES * concurrency;
    }

    /** @param filled by edge how many of its triangles are in their places; all 0 */
    private void fill(OffHeapInts filled, OffHeapScope scope) {
        OffHeapLongs first = scope.zeroedLongs(toHubs.vertexCount() + 1L);
        workers.beside().forEach(toHubs.vertexCount(), VERTICES_PER_TASK, (worker, v) -> {
            long[] count = new long[1];
            find((int) v, (one, other, opposite) -> count[0]++);
            first.set(v + 1, count[0]);
        });
        for (int v = 0; v < toHubs.vertexCount(); v++) {
            first.add(v + 1L, first.get(v));
        }
        workers.beside().forEach(toHubs.vertexCount(), VERTICES_PER_TASK, (worker, v) -> {
            int highest = (int) v;
            find(highest, (one, other, opposite) -> {
                int triangle = (int) first.getAndAdd(highest, 1);
                append(triangle, 0, one, toHubs.neighbor(other), filled);
                append(triangle, 1, other, toHubs.neighbor(one), filled);
                append(triangle, 2, opposite, highest, filled);
            });
        });
    }

    private void append(int triangle, int place, long edge, int third, OffHeapInts filled) {
        edges.set((long) EDGES_OF_TRIANGLE * triangle + place, (int) edge);
        long at = starts.get(edge) + filled.getAndAdd(edge, 1);
        thirds.set(at, third);
        triangles.set(at, triangle);
    }

    /** Receives a triangle {@code v > u > w}: the edges {@code (v, u)}, {@code (v, w)} and {@code (u, w)}. */
    @FunctionalInterface
    private interface Found {
        void of(long one, long other, long opposite);
    }

    /** Finds the triangles of which a vertex has the highest rank. */
    private void find(int v, Found found) {
        workers.cancellation().check();
        long start = toHubs.start(v);
        for (long one = start; one < toHubs.end(v); one++) {
            int u = toHubs.neighbor(one);
            long other = start;
            long opposite = toHubs.start(u);
            long end = toHubs.end(u);
            while (other < one && opposite < end) {
                int w = toHubs.neighbor(other);
                int x = toHubs.neighbor(opposite);
                if (w == x) {
                    found.of(one, other, opposite);
                }
                other += w <= x ? 1 : 0;
                opposite += x <= w ? 1 : 0;
            }
        }
    }

    private void sort() {
        workers.forRanges(toHubs.slotCount(), EDGES_PER_TASK, (worker, from, to) -> {
            long[] own = new long[0];
            for (long edge = from; edge < to; edge++) {
                long start = starts.get(edge);
                int count = (int) (starts.get(edge + 1) - start);
                own = count > own.length ? new long[Math.max(count, 2 * own.length)] : own;
                for (int i = 0; i < count; i++) {
                    own[i] = (long) thirds.get(start + i) << Integer.SIZE | triangles.get(start + i);
                }
                Arrays.sort(own, 0, count);
                for (int i = 0; i < count; i++) {
                    thirds.set(start + i, (int) (own[i] >>> Integer.SIZE));
                    triangles.set(start + i, (int) own[i]);
                }
            }
        });
    }

    int triangleCount() {
        return (int) (edges.length() / EDGES_OF_TRIANGLE);
    }

    private long averageOfEdge() {
        return thirds.length() / Math.max(1, toHubs.slotCount());
    }

    private int edge(int triangle, int place) {
        return edges.get((long) EDGES_OF_TRIANGLE * triangle + place);
    }

    /** The largest value of a triangle with an edge; 0 without any. */
    long largest(long edge, OffHeapLongs ofTriangles) {
        long most = 0;
        for (long place = starts.get(edge); place < starts.get(edge + 1); place++) {
            most = Math.max(most, ofTriangles.get(triangles.get(place)));
        }
        return most;
    }

    /** Edges, which triangles connect. */
    record Edges(TriangleIndex index) implements NucleusCliques {
        @Override
        public int count() {
            return (int) index.toHubs.slotCount();
        }

        @Override
        public long support(int edge) {
            return index.starts.get(edge + 1L) - index.starts.get(edge);
        }

        @Override
        public long accesses() {
            return 1 + 4 * index.averageOfEdge();
        }

        @Override
        public void forEachLarger(int edge, Visitor visitor) {
            for (long place = index.starts.get(edge); place < index.starts.get(edge + 1L); place++) {
                int triangle = index.triangles.get(place);
                int one = index.edge(triangle, 0);
                int other = index.edge(triangle, 1);
                int last = index.edge(triangle, 2);
                if (one == edge) {
                    visitor.visit(other, last, last);
                } else if (other == edge) {
                    visitor.visit(one, last, last);
                } else {
                    visitor.visit(one, other, other);
                }
            }
        }

        @Override
        public void describe(int edge, Extent extent) {
            index.describe(edge, extent);
        }
    }

    private void describe(int edge, Extent extent) {
        extent.left(toHubs.vertexOf(edge));
        extent.left(toHubs.neighbor(edge));
        extent.edge((int) numbers.get(edge));
    }

    /** Triangles, which cliques of four vertices connect. */
    record Triangles(TriangleIndex index) implements NucleusCliques {
        @Override
        public int count() {
            return index.triangleCount();
        }

        @Override
        public long support(int triangle) {
            long[] count = new long[1];
            forEachLarger(triangle, (first, second, third) -> count[0]++);
            return count[0];
        }

        @Override
        public long accesses() {
            return 1 + 3 * index.averageOfEdge();
        }

        /** The fourth vertex is one with which all three edges make a triangle. */
        @Override
        public void forEachLarger(int triangle, Visitor visitor) {
            int one = index.edge(triangle, 0);
            int other = index.edge(triangle, 1);
            int last = index.edge(triangle, 2);
            long a = index.starts.get(one);
            long b = index.starts.get(other);
            long c = index.starts.get(last);
            long endOfA = index.starts.get(one + 1L);
            long endOfB = index.starts.get(other + 1L);
            long endOfC = index.starts.get(last + 1L);
            OffHeapInts thirds = index.thirds;
            while (a < endOfA && b < endOfB && c < endOfC) {
                int x = thirds.get(a);
                int y = thirds.get(b);
                int z = thirds.get(c);
                if (x == y && y == z) {
                    visitor.visit(index.triangles.get(a++), index.triangles.get(b++), index.triangles.get(c++));
                } else {
                    int most = Math.max(x, Math.max(y, z));
                    a += x < most ? 1 : 0;
                    b += y < most ? 1 : 0;
                    c += z < most ? 1 : 0;
                }
            }
        }

        @Override
        public void describe(int triangle, Extent extent) {
            for (int place = 0; place < EDGES_OF_TRIANGLE; place++) {
                index.describe(index.edge(triangle, place), extent);
            }
        }
    }
}
