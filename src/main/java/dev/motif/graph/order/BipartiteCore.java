package dev.motif.graph.order;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;

/**
 * The (p,q)-core of a bipartite graph: the subgraph that remains after vertices with too few neighbors have been
 * removed again and again. It is seen from the side that a search starts from, whose vertices are called roots here;
 * the vertices of the other side are called mates.
 *
 * <p>Roots are numbered by degree in the core, the smallest first, ties by id. A search from root {@code u} looks only
 * at roots after {@code u}, and in this order few roots have many after them to look at. Mates are numbered by id, or
 * as {@link #turned} says. Owns its memory.
 *
 * @param roots for each root its mates, ascending; the slot of an edge is its number in the core
 * @param mates for each mate its roots, ascending
 * @param rootVertices for each root its vertex in the graph
 * @param mateVertices for each mate its vertex in the graph
 */
public record BipartiteCore(
        boolean rootsAreLeft, Csr roots, Csr mates, OffHeapInts rootVertices, OffHeapInts mateVertices)
        implements DerivedGraphCache.Form {
    private static final int ROOTS_PER_TASK = 1 << 10;

    /**
     * Finds the core in O(edges) steps. The caller owns the result.
     *
     * @param rootsAreLeft whether the roots are the left vertices
     * @param minRootDegree the fewest mates that a root keeps, 1 or more
     * @param minMateDegree the fewest roots that a mate keeps, 1 or more
     */
    public static BipartiteCore of(
            BipartiteGraph graph,
            boolean rootsAreLeft,
            int minRootDegree,
            int minMateDegree,
            NativeMemory memory,
            Workers workers) {
        Csr rows = rootsAreLeft ? graph.left() : graph.right();
        Csr columns = rootsAreLeft ? graph.right() : graph.left();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts rootDegrees = scope.ints(rows.vertexCount());
            OffHeapInts mateDegrees = scope.ints(columns.vertexCount());
            new Peeling(rows, columns, rootDegrees, mateDegrees, minRootDegree, minMateDegree, workers, scope).run();
            return of(rootsAreLeft, rows, rootDegrees, mateDegrees, memory, workers);
        }
    }

    /**
     * The same core with roots and mates exchanged. Its mates have the numbers that they have as roots of this core.
     * The caller owns the result.
     */
    public BipartiteCore turned(NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            BipartiteCore core =
                    scope.own(of(!rootsAreLeft, mates, degrees(mates, scope), degrees(roots, scope), memory, workers));
            Steps steps = new Steps(workers.cancellation());
            replace(core.rootVertices, mateVertices, steps);
            replace(core.mateVertices, rootVertices, steps);
            return scope.keep(core);
        }
    }

    private static OffHeapInts degrees(Csr rows, OffHeapScope scope) {
        OffHeapInts degrees = scope.ints(rows.vertexCount());
        for (int v = 0; v < rows.vertexCount(); v++) {
            degrees.set(v, (int) rows.degree(v));
        }
        return degrees;
    }

    /** Replaces each of {@code numbers} by the vertex at this index of {@code vertices}. */
    private static void replace(OffHeapInts numbers, OffHeapInts vertices, Steps steps) {
        for (long i = 0; i < numbers.length(); i++) {
            numbers.set(i, vertices.get(numbers.get(i)));
            steps.add();
        }
    }

    /**
     * Makes the core of the vertices whose degree is not 0.
     *
     * @param rootDegrees for each row its degree in the core, 0 when it is not in the core
     * @param mateDegrees for each column its degree in the core, 0 when it is not in the core
     */
    private static BipartiteCore of(
            boolean rootsAreLeft,
            Csr rows,
            OffHeapInts rootDegrees,
            OffHeapInts mateDegrees,
            NativeMemory memory,
            Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Steps steps = new Steps(workers.cancellation());
            OffHeapInts rootVertices = byDegree(rootDegrees, steps, scope);
            OffHeapInts mateVertices = survivors(mateDegrees, steps, scope);
            OffHeapInts mateNumbers = scope.ints(mateDegrees.length());
            for (int mate = 0; mate < mateVertices.length(); mate++) {
                mateNumbers.set(mateVertices.get(mate), mate);
                steps.add();
            }
            Csr coreRows = scope.own(core(rows, rootVertices, rootDegrees, mateDegrees, mateNumbers, memory, workers));
            Csr coreColumns = new CsrBuilder(memory, workers).transpose(coreRows, (int) mateVertices.length());
            scope.keep(coreRows);
            return new BipartiteCore(
                    rootsAreLeft, coreRows, coreColumns, scope.keep(rootVertices), scope.keep(mateVertices));
        }
    }

    /**
     * Removes vertices whose degree is too small, which lowers the degrees of their neighbors. A degree of 0 marks a
     * removed vertex.
     */
    private static final class Peeling {
        private final Csr rows;
        private final Csr columns;
        private final OffHeapInts rowDegrees;
        private final OffHeapInts columnDegrees;
        private final int minRowDegree;
        private final int minColumnDegree;
        private final Steps steps;
        /** The vertices to remove: a row {@code u} as {@code u}, a column {@code v} as {@code ~v}. */
        private final OffHeapInts queue;

        private long queued;

        Peeling(
                Csr rows,
                Csr columns,
                OffHeapInts rowDegrees,
                OffHeapInts columnDegrees,
                int minRowDegree,
                int minColumnDegree,
                Workers workers,
                OffHeapScope scope) {
            this.rows = rows;
            this.columns = columns;
            this.rowDegrees = rowDegrees;
            this.columnDegrees = columnDegrees;
            this.minRowDegree = minRowDegree;
            this.minColumnDegree = minColumnDegree;
            this.steps = new Steps(workers.cancellation());
            this.queue = scope.ints((long) rows.vertexCount() + columns.vertexCount());
        }

        void run() {
            for (int u = 0; u < rows.vertexCount(); u++) {
                begin(rowDegrees, u, rows.degree(u), minRowDegree, u);
            }
            for (int v = 0; v < columns.vertexCount(); v++) {
                begin(columnDegrees, v, columns.degree(v), minColumnDegree, ~v);
            }
            for (long i = 0; i < queued; i++) {
                int vertex = queue.get(i);
                if (vertex >= 0) {
                    lowerNeighbors(rows, vertex, columnDegrees, minColumnDegree, true);
                } else {
                    lowerNeighbors(columns, ~vertex, rowDegrees, minRowDegree, false);
                }
            }
        }

        private void begin(OffHeapInts degrees, int vertex, long degree, int minDegree, int entry) {
            degrees.set(vertex, degree < minDegree ? 0 : (int) degree);
            if (degree < minDegree) {
                queue.set(queued++, entry);
            }
            steps.add();
        }

        private void lowerNeighbors(Csr from, int vertex, OffHeapInts degrees, int minDegree, boolean toColumns) {
            for (long slot = from.start(vertex); slot < from.end(vertex); slot++) {
                int neighbor = from.neighbor(slot);
                int degree = degrees.get(neighbor);
                steps.add();
                if (degree == 0) {
                    continue;
                }
                boolean taken = degree == minDegree;
                degrees.set(neighbor, taken ? 0 : degree - 1);
                if (taken) {
                    queue.set(queued++, toColumns ? ~neighbor : neighbor);
                }
            }
        }
    }

    /** The vertices of the core, ascending by id. The scope owns the result. */
    private static OffHeapInts survivors(OffHeapInts degrees, Steps steps, OffHeapScope scope) {
        OffHeapInts vertices = scope.ints(degrees.length());
        long found = 0;
        for (int v = 0; v < degrees.length(); v++) {
            if (degrees.get(v) > 0) {
                vertices.set(found++, v);
            }
            steps.add();
        }
        vertices.truncate(found);
        return vertices;
    }

    /** The vertices of the core, ascending by degree, then by id (counting sort). The scope owns the result. */
    private static OffHeapInts byDegree(OffHeapInts degrees, Steps steps, OffHeapScope scope) {
        int largest = 0;
        for (long v = 0; v < degrees.length(); v++) {
            largest = Math.max(largest, degrees.get(v));
        }
        OffHeapLongs next = scope.zeroedLongs(largest + 2L);
        for (long v = 0; v < degrees.length(); v++) {
            next.add(degrees.get(v) + 1L, degrees.get(v) > 0 ? 1 : 0);
            steps.add();
        }
        for (long degree = 1; degree <= largest; degree++) {
            next.add(degree + 1, next.get(degree));
        }
        OffHeapInts vertices = scope.ints(next.get(largest + 1L));
        for (int v = 0; v < degrees.length(); v++) {
            if (degrees.get(v) > 0) {
                vertices.set(next.add(degrees.get(v), 1), v);
            }
            steps.add();
        }
        return vertices;
    }

    /** The rows of the core, in the order of {@code rootVertices}. The caller owns the result. */
    private static Csr core(
            Csr rows,
            OffHeapInts rootVertices,
            OffHeapInts rootDegrees,
            OffHeapInts mateDegrees,
            OffHeapInts mateNumbers,
            NativeMemory memory,
            Workers workers) {
        long roots = rootVertices.length();
        Steps steps = new Steps(workers.cancellation());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(roots + 1);
            long slots = 0;
            for (long root = 0; root < roots; root++) {
                offsets.set(root, slots);
                slots += rootDegrees.get(rootVertices.get(root));
                steps.add();
            }
            offsets.set(roots, slots);
            OffHeapInts neighbors = scope.ints(slots);
            workers.beside().forEach(roots, ROOTS_PER_TASK, (worker, root, counted) -> {
                int vertex = rootVertices.get(root);
                long at = offsets.get(root);
                for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
                    int mate = rows.neighbor(slot);
                    if (mateDegrees.get(mate) > 0) {
                        neighbors.set(at++, mateNumbers.get(mate));
                    }
                    counted.add();
                }
            });
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    public int rootCount() {
        return roots.vertexCount();
    }

    public int mateCount() {
        return mates.vertexCount();
    }

    /** The number of edges in the core. */
    public long edgeCount() {
        return roots.slotCount();
    }

    /** The vertex in the graph that {@code root} stands for, on the roots' side. */
    public int rootVertex(int root) {
        return rootVertices.get(root);
    }

    /** The vertex in the graph that {@code mate} stands for, on the mates' side. */
    public int mateVertex(int mate) {
        return mateVertices.get(mate);
    }

    /**
     * For each root the number of wedges from it to later roots, plus 1: about the work of a search from it. The scope
     * owns the result.
     */
    public OffHeapLongs weights(OffHeapScope scope, Workers workers) {
        OffHeapLongs weights = scope.longs(rootCount());
        for (long root = 0; root < weights.length(); root++) {
            weights.set(root, 1);
        }
        workers.beside().forEach(mateCount(), ROOTS_PER_TASK, (worker, mate, steps) -> {
            long end = mates.end((int) mate);
            for (long slot = mates.start((int) mate); slot < end; slot++) {
                weights.getAndAdd(mates.neighbor(slot), end - 1 - slot);
                steps.add();
            }
        });
        return weights;
    }

    /**
     * The most off-heap bytes that {@link #of} needs at once, its result included, when the size of the core is not
     * known.
     */
    public static long peakBytes(long vertices, long edges) {
        return peakBytes(vertices, vertices, edges);
    }

    /**
     * The most off-heap bytes that {@link #of} needs at once, its result included, when the size of the core is known:
     * degrees, numbers and a queue of all vertices, the core, and what transposing it takes.
     */
    public static long peakBytes(long vertices, long coreVertices, long coreEdges) {
        return 4 * vertices * Integer.BYTES + bytes(coreVertices, coreEdges) + 2 * coreEdges * Long.BYTES;
    }

    /** The off-heap bytes that {@link #of} needed at once to find this core of {@code graph}. */
    public long peakBytes(BipartiteGraph graph) {
        long rows = rootsAreLeft ? graph.leftCount() : graph.rightCount();
        long columns = rootsAreLeft ? graph.rightCount() : graph.leftCount();
        return (2 * rows + 3 * columns) * Integer.BYTES
                + bytes((long) rootCount() + mateCount(), edgeCount())
                + (roots.largestDegree() + 2) * Long.BYTES
                + CsrBuilder.transposingBytes(edgeCount());
    }

    /**
     * The least off-heap bytes that {@link #of} needs at once, its result included, when only the number of edges in
     * the core is known: the core may have far fewer vertices than the graph, since it has none without edges.
     */
    public static long leastPeakBytes(long vertices, long coreEdges) {
        return 2 * vertices * Integer.BYTES + 2 * coreEdges * Integer.BYTES + coreEdges * Long.BYTES;
    }

    /** The off-heap bytes of a core with this many vertices of both sides together and this many edges. */
    public static long bytes(long vertices, long edges) {
        return (vertices + 2) * Long.BYTES + vertices * Integer.BYTES + 2 * edges * Integer.BYTES;
    }

    @Override
    public long bytes() {
        return roots.bytes() + mates.bytes() + rootVertices.bytes() + mateVertices.bytes();
    }

    @Override
    public void close() {
        roots.close();
        mates.close();
        rootVertices.close();
        mateVertices.close();
    }
}
