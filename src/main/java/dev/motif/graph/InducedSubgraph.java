package dev.motif.graph;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The part of a graph that some of its vertices induce: these vertices, and all edges among them, or some of these.
 * Vertices are numbered anew, in their old order. Owns its memory, which is independent of the memory of the whole
 * graph.
 *
 * @param graph the vertices and edges of the part
 * @param left for each left vertex of the part, or for each vertex of a unipartite one, its number in the whole graph,
 *     ascending
 * @param right the same for the right vertices; null for a unipartite graph
 * @param edges for each edge of the part its number in the whole graph, ascending; null where nobody needs it
 */
public record InducedSubgraph(Graph graph, OffHeapInts left, OffHeapInts right, OffHeapLongs edges)
        implements AutoCloseable {
    private static final long VERTICES_PER_TASK = 1 << 8;

    /** Slots that are read between two looks at the cancellation: about a millisecond. */
    private static final long SLOTS_PER_POLL = 1 << 18;

    /**
     * The part whose maximal bicliques are exactly the maximal bicliques of {@code whole} that contain given vertices.
     * The caller owns it.
     *
     * <p>Its right vertices are the common neighbors of the given left vertices and its left vertices the common
     * neighbors of the given right ones; where none are given on one side, the other side has all vertices with a
     * neighbor in the part. A maximal biclique (A, B) that contains the given vertices lies in this part, since every
     * vertex of B is a neighbor of the given ones in A, or of any vertex of A. Conversely, a maximal biclique of the
     * part contains the given vertices, which are adjacent to all of the opposite side of the part; and a vertex of
     * {@code whole} that could be added to it would be adjacent to the given vertices of the opposite side, or to some
     * vertex of it, and so be in the part. When two given vertices of different sides are not adjacent, there is no
     * such biclique, and the part is empty.
     *
     * @param left the given left vertices
     * @param right the given right vertices
     * @throws IllegalArgumentException when no vertex is given
     */
    public static InducedSubgraph ofBicliquesWith(
            BipartiteGraph whole, int[] left, int[] right, NativeMemory memory, Workers workers) {
        return ofBicliques(whole, left, right, true, memory, workers);
    }

    /**
     * The part of {@link #ofBicliquesWith} without the given vertices, of which {@code s} are left and {@code t} right: the
     * (p,q)-bicliques of {@code whole} that contain them are their unions with the (p-s,q-t)-bicliques of the part, if
     * the given vertices form a biclique themselves. With p = s such a biclique of the part is any q-t right vertices,
     * and with q = t any p-s left ones. If the given vertices form none, the part is empty. The caller owns it.
     *
     * @throws IllegalArgumentException when no vertex is given
     */
    public static InducedSubgraph ofBicliquesAround(
            BipartiteGraph whole, int[] left, int[] right, NativeMemory memory, Workers workers) {
        return ofBicliques(whole, left, right, false, memory, workers);
    }

    private static InducedSubgraph ofBicliques(
            BipartiteGraph whole, int[] left, int[] right, boolean with, NativeMemory memory, Workers workers) {
        if (left.length + right.length == 0) {
            throw new IllegalArgumentException("a part must contain a vertex at least");
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Cancellation cancellation = workers.cancellation();
            OffHeapInts rightPart = left.length == 0 ? null : commonNeighbors(whole.left(), left, scope, cancellation);
            OffHeapInts leftPart = right.length == 0
                    ? allNeighbors(whole.right(), rightPart, whole.leftCount(), scope, cancellation)
                    : commonNeighbors(whole.right(), right, scope, cancellation);
            if (rightPart == null) {
                rightPart = allNeighbors(whole.left(), leftPart, whole.rightCount(), scope, cancellation);
            }
            if (!containsAll(leftPart, left) || !containsAll(rightPart, right)) {
                leftPart.truncate(0);
                rightPart.truncate(0);
            } else if (!with) {
                remove(left, leftPart);
                remove(right, rightPart);
            }
            // From the side with fewer slots in the whole graph: the rows of a hub may be much longer than in the part.
            boolean fromLeft = slots(whole.left(), leftPart) <= slots(whole.right(), rightPart);
            Csr rows = scope.own(
                    fromLeft
                            ? rows(whole.left(), leftPart, rightPart, whole.rightCount(), memory, workers)
                            : rows(whole.right(), rightPart, leftPart, whole.leftCount(), memory, workers));
            int columnCount = (int) (fromLeft ? rightPart : leftPart).length();
            Csr columns = scope.own(new CsrBuilder(memory, workers).transpose(rows, columnCount));
            BipartiteGraph graph = new BipartiteGraph(fromLeft ? rows : columns, fromLeft ? columns : rows);
            scope.keep(rows);
            scope.keep(columns);
            return new InducedSubgraph(graph, scope.keep(leftPart), scope.keep(rightPart), null);
        }
    }

    /**
     * The part with given vertices of one side and all their neighbors, and with no other vertices. The caller owns it.
     *
     * @param vertices ascending; taken over, also when this fails
     */
    public static InducedSubgraph withNeighbors(
            BipartiteGraph whole, Side side, OffHeapInts vertices, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(vertices);
            Csr all = whole.rows(side);
            int count = whole.rows(side.other()).vertexCount();
            OffHeapInts neighbors = allNeighbors(all, vertices, count, scope, workers.cancellation());
            Csr rows = scope.own(rows(all, vertices, neighbors, count, memory, workers));
            Csr columns = scope.own(new CsrBuilder(memory, workers).transpose(rows, (int) neighbors.length()));
            List.of(vertices, neighbors, rows, columns).forEach(scope::keep);
            return side == Side.LEFT
                    ? new InducedSubgraph(new BipartiteGraph(rows, columns), vertices, neighbors, null)
                    : new InducedSubgraph(new BipartiteGraph(columns, rows), neighbors, vertices, null);
        }
    }

    /**
     * The part that the common neighbors of given vertices induce: the k-cliques of {@code whole} that contain these s
     * vertices are their unions with the (k-s)-cliques of the part, if the given vertices form a clique themselves. If
     * they do not, the part is empty. The caller owns it.
     *
     * @param vertices the given vertices, one or more, different from each other
     */
    public static InducedSubgraph ofCliquesWith(
            UnipartiteGraph whole, int[] vertices, NativeMemory memory, Workers workers) {
        Csr adjacency = whole.adjacency();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts part = commonNeighbors(adjacency, vertices, scope, workers.cancellation());
            if (!whole.isClique(vertices)) {
                part.truncate(0);
            }
            Csr rows = rows(adjacency, part, part, adjacency.vertexCount(), memory, workers);
            return new InducedSubgraph(new UnipartiteGraph(rows), scope.keep(part), null, null);
        }
    }

    /** Whether an edge stays in a part. Several workers ask at the same time. */
    @FunctionalInterface
    public interface EdgeTest {
        /**
         * @param edge the number of the edge in the whole graph
         * @param u its left end, or the smaller one in a unipartite graph
         * @param v its other end
         */
        boolean keeps(long edge, int u, int v);
    }

    /**
     * The part with given vertices and the edges among them that pass a test; it knows the numbers of these edges. The
     * caller owns it. Progress advances by the vertices of {@code left}, twice.
     *
     * @param left the left vertices, or all of a unipartite graph, ascending; taken over, also when this fails
     * @param right the right vertices, ascending, taken over too; null for a unipartite graph
     * @param test asked once for each edge among these vertices
     */
    public static InducedSubgraph of(
            Graph whole, OffHeapInts left, OffHeapInts right, EdgeTest test, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(left);
            OffHeapInts columns = right == null ? left : scope.own(right);
            ForwardRows rows = ForwardRows.of(whole, scope, workers);
            OffHeapInts numbers = numbers(columns, rows.columnCount, scope);
            OffHeapLongs kept = scope.zeroedLongs((whole.edgeCount() + 63) / Long.SIZE);
            OffHeapLongs offsets = scope.longs(left.length() + 1);
            forRows(left, workers, row -> {
                int u = left.get(row);
                long degree = 0;
                for (long edge = rows.start(u); edge < rows.end(u); edge++) {
                    int v = rows.neighbor(u, edge);
                    if (numbers.get(v) != 0 && test.keeps(edge, u, v)) {
                        kept.atomicOr(edge >>> 6, 1L << edge);
                        degree++;
                    }
                }
                offsets.set(row, degree);
            });
            long total = prefixSums(offsets);
            OffHeapInts neighbors = scope.ints(total);
            OffHeapLongs edges = scope.longs(total);
            forRows(left, workers, row -> {
                int u = left.get(row);
                long at = offsets.get(row);
                for (long edge = rows.start(u); edge < rows.end(u); edge++) {
                    if (kept.bit(edge) != 0) {
                        neighbors.set(at, numbers.get(rows.neighbor(u, edge)) - 1);
                        edges.set(at++, edge);
                    }
                }
            });
            scope.close(kept);
            scope.close(numbers);
            rows.close(scope);
            Csr forward = scope.own(new Csr(scope.keep(offsets), scope.keep(neighbors)));
            CsrBuilder builder = new CsrBuilder(memory, workers.beside());
            Csr backward = scope.own(builder.transpose(forward, (int) columns.length()));
            Graph graph = right == null
                    ? new UnipartiteGraph(builder.symmetric(forward, backward))
                    : new BipartiteGraph(scope.keep(forward), scope.keep(backward));
            return new InducedSubgraph(graph, scope.keep(left), scope.keep(right), scope.keep(edges));
        }
    }

    private static void forRows(OffHeapInts vertices, Workers workers, LongConsumer row) {
        workers.forRanges(vertices.length(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (long index = from; index < to; index++) {
                row.accept(index);
            }
            workers.progress().advance(to - from);
        });
    }

    /**
     * The edges of a graph by their numbers: row {@code u} has those to its right neighbors, or to its greater ones in a
     * unipartite graph.
     */
    private record ForwardRows(Csr rows, OffHeapLongs edges, int columnCount) {
        /** @param scope owns what this needs beside the graph */
        static ForwardRows of(Graph whole, OffHeapScope scope, Workers workers) {
            if (whole instanceof BipartiteGraph bipartite) {
                return new ForwardRows(bipartite.left(), bipartite.left().offsets(), bipartite.rightCount());
            }
            UnipartiteGraph unipartite = (UnipartiteGraph) whole;
            Csr rows = unipartite.adjacency();
            return new ForwardRows(rows, unipartite.firstEdges(scope, workers), rows.vertexCount());
        }

        long start(int u) {
            return edges.get(u);
        }

        long end(int u) {
            return edges.get(u + 1L);
        }

        int neighbor(int u, long edge) {
            // The forward edges of a row are the last ones of its slots.
            return rows.neighbor(rows.end(u) - (end(u) - edge));
        }

        /** Frees what this needs beside the graph. */
        void close(OffHeapScope scope) {
            if (edges != rows.offsets()) {
                scope.close(edges);
            }
        }
    }

    /** Replaces sizes, of which the last element is none, by their prefix sums from 0 on, and returns the sum of all. */
    public static long prefixSums(OffHeapLongs sizes) {
        long total = 0;
        for (long i = 0; i < sizes.length() - 1; i++) {
            long size = sizes.get(i);
            sizes.set(i, total);
            total += size;
        }
        sizes.set(sizes.length() - 1, total);
        return total;
    }

    /** For each vertex of the whole graph 0 when it is outside of {@code part}, else its new number plus 1. */
    private static OffHeapInts numbers(OffHeapInts part, int count, OffHeapScope scope) {
        OffHeapInts numbers = scope.zeroedInts(count);
        for (long i = 0; i < part.length(); i++) {
            numbers.set(part.get(i), (int) i + 1);
        }
        return numbers;
    }

    /** The vertices that are in the rows of all of {@code vertices}, ascending. The scope owns the result. */
    private static OffHeapInts commonNeighbors(
            Csr rows, int[] vertices, OffHeapScope scope, Cancellation cancellation) {
        int first = vertices[0];
        for (int vertex : vertices) {
            first = rows.degree(vertex) < rows.degree(first) ? vertex : first;
        }
        OffHeapInts common = scope.ints(rows.degree(first));
        common.copyFrom(rows.neighbors(), rows.start(first), 0, common.length());
        long count = common.length();
        for (int vertex : vertices) {
            long kept = 0;
            for (long i = 0; vertex != first && i < count; i++) {
                if (i % SLOTS_PER_POLL == 0) {
                    cancellation.check();
                }
                if (rows.slotOf(vertex, common.get(i)) >= 0) {
                    common.set(kept++, common.get(i));
                }
            }
            count = vertex == first ? count : kept;
        }
        common.truncate(count);
        return common;
    }

    /**
     * The vertices that are in the row of any of {@code vertices}, ascending. The scope owns the result.
     *
     * @param count the number of vertices on the other side
     */
    private static OffHeapInts allNeighbors(
            Csr rows, OffHeapInts vertices, int count, OffHeapScope scope, Cancellation cancellation) {
        OffHeapLongs bits = scope.zeroedLongs((count + 63L) / Long.SIZE);
        long read = 0;
        for (long i = 0; i < vertices.length(); i++) {
            int vertex = vertices.get(i);
            for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
                if (read++ % SLOTS_PER_POLL == 0) {
                    cancellation.check();
                }
                bits.setBit(rows.neighbor(slot));
            }
        }
        OffHeapInts all = vertices(bits, scope);
        scope.close(bits);
        return all;
    }

    /** The vertices whose bit is set in {@code bits}, ascending. The scope owns the result. */
    public static OffHeapInts vertices(OffHeapLongs bits, OffHeapScope scope) {
        long found = 0;
        for (long word = 0; word < bits.length(); word++) {
            found += Long.bitCount(bits.get(word));
        }
        OffHeapInts all = scope.ints(found);
        long at = 0;
        for (long word = 0; word < bits.length(); word++) {
            for (long left = bits.get(word); left != 0; left &= left - 1) {
                all.set(at++, (int) (word * Long.SIZE + Long.numberOfTrailingZeros(left)));
            }
        }
        return all;
    }

    private static boolean containsAll(OffHeapInts ascending, int[] vertices) {
        for (int vertex : vertices) {
            if (indexOf(vertex, ascending) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Removes {@code vertices}, all of which are in {@code ascending}. */
    private static void remove(int[] vertices, OffHeapInts ascending) {
        for (int vertex : vertices) {
            long index = indexOf(vertex, ascending);
            long last = ascending.length() - 1;
            ascending.copyFrom(ascending, index + 1, index, last - index);
            ascending.truncate(last);
        }
    }

    /** The index of {@code vertex}, or -1. */
    private static long indexOf(int vertex, OffHeapInts ascending) {
        long found = ascending.lowerBound(0, ascending.length(), vertex);
        return found < ascending.length() && ascending.get(found) == vertex ? found : -1;
    }

    private static long slots(Csr rows, OffHeapInts vertices) {
        long slots = 0;
        for (long i = 0; i < vertices.length(); i++) {
            slots += rows.degree(vertices.get(i));
        }
        return slots;
    }

    /**
     * The rows of some vertices, with the neighbors that are in the part, by their new numbers. The caller owns them.
     *
     * @param columns the neighbors that are in the part, ascending
     * @param columnCount the vertices of the whole graph among which these are
     */
    private static Csr rows(
            Csr whole,
            OffHeapInts vertices,
            OffHeapInts columns,
            int columnCount,
            NativeMemory memory,
            Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts numbers = numbers(columns, columnCount, scope);
            OffHeapLongs offsets = scope.longs(vertices.length() + 1);
            workers.forRanges(vertices.length(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (long row = from; row < to; row++) {
                    int vertex = vertices.get(row);
                    long degree = 0;
                    for (long slot = whole.start(vertex); slot < whole.end(vertex); slot++) {
                        degree += numbers.get(whole.neighbor(slot)) == 0 ? 0 : 1;
                    }
                    offsets.set(row, degree);
                }
            });
            long total = prefixSums(offsets);
            OffHeapInts neighbors = scope.ints(total);
            workers.forRanges(vertices.length(), VERTICES_PER_TASK, (worker, from, to) -> {
                long at = offsets.get(from);
                for (long row = from; row < to; row++) {
                    int vertex = vertices.get(row);
                    for (long slot = whole.start(vertex); slot < whole.end(vertex); slot++) {
                        int number = numbers.get(whole.neighbor(slot));
                        if (number != 0) {
                            neighbors.set(at++, number - 1);
                        }
                    }
                }
            });
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    /** Frees the part. Whoever takes over the graph does not call this, but closes the lists of vertices. */
    @Override
    public void close() {
        OffHeapScope.closeAll(graph, left, right, edges);
    }
}
