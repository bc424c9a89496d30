package dev.motif.algorithm.biclique;

import dev.motif.algorithm.biclique.BicliqueConfig.Side;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * What is left of a graph when vertices that are in no biclique by their degree are taken away again and again (its
 * (p,q)-core), seen from the side that the search starts from: the roots. The vertices of the other side are called
 * mates here.
 *
 * <p>Roots are numbered by degree in the core, the smallest first, ties by id: a search from root {@code u} looks at
 * roots after {@code u} alone, so that few have many. Mates are numbered by id. Owns its memory.
 */
final class RootedCore implements AutoCloseable {
    private final Side side;
    private final Csr roots;
    private final Csr mates;
    private final OffHeapInts rootVertices;
    private final OffHeapInts mateVertices;

    private RootedCore(Side side, Csr roots, Csr mates, OffHeapInts rootVertices, OffHeapInts mateVertices) {
        this.side = side;
        this.roots = roots;
        this.mates = mates;
        this.rootVertices = rootVertices;
        this.mateVertices = mateVertices;
    }

    /**
     * Finds the core in O(edges) steps.
     *
     * @param config its smallest sizes decide what is taken away
     * @param side the roots' side, LEFT or RIGHT
     */
    static RootedCore of(BipartiteGraph graph, BicliqueConfig config, Side side, NativeMemory memory, Workers workers) {
        boolean left = side == Side.LEFT;
        int minRoots = left ? config.minP() : config.minQ();
        int minMates = left ? config.minQ() : config.minP();
        Csr rows = left ? graph.left() : graph.right();
        Csr columns = left ? graph.right() : graph.left();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts rootDegrees = scope.ints(rows.vertexCount());
            OffHeapInts mateDegrees = scope.ints(columns.vertexCount());
            new Peeling(rows, columns, rootDegrees, mateDegrees, minMates, minRoots, workers, scope).run();
            return of(side, rows, rootDegrees, mateDegrees, memory, workers);
        }
    }

    /** The same core with roots and mates exchanged. Owned by the caller. */
    RootedCore turned(NativeMemory memory, Workers workers) {
        Side other = side == Side.LEFT ? Side.RIGHT : Side.LEFT;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RootedCore core =
                    scope.own(of(other, mates, degrees(mates, scope), degrees(roots, scope), memory, workers));
            replace(core.rootVertices, mateVertices);
            replace(core.mateVertices, rootVertices);
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

    /** Replaces numbers of another core by the vertices of the graph that they stand for there. */
    private static void replace(OffHeapInts numbers, OffHeapInts vertices) {
        for (long i = 0; i < numbers.length(); i++) {
            numbers.set(i, vertices.get(numbers.get(i)));
        }
    }

    /**
     * The core of the vertices whose degree is not 0.
     *
     * @param rootDegrees by row, the degree in the core, likewise {@code mateDegrees}
     */
    private static RootedCore of(
            Side side,
            Csr rows,
            OffHeapInts rootDegrees,
            OffHeapInts mateDegrees,
            NativeMemory memory,
            Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts rootVertices = byDegree(rootDegrees, scope);
            OffHeapInts mateVertices = survivors(mateDegrees, scope);
            OffHeapInts mateNumbers = scope.ints(mateDegrees.length());
            for (int mate = 0; mate < mateVertices.length(); mate++) {
                mateNumbers.set(mateVertices.get(mate), mate);
            }
            Csr coreRows = scope.own(core(rows, rootVertices, rootDegrees, mateDegrees, mateNumbers, memory));
            Csr coreColumns = new CsrBuilder(memory, workers).transpose(coreRows, (int) mateVertices.length());
            scope.keep(coreRows);
            return new RootedCore(side, coreRows, coreColumns, scope.keep(rootVertices), scope.keep(mateVertices));
        }
    }

    /** Takes vertices of too small a degree away, which makes others too small; a degree of 0 marks those taken. */
    private static final class Peeling {
        private static final int STEPS_PER_POLL = 1 << 12;

        private final Csr rows;
        private final Csr columns;
        private final OffHeapInts rowDegrees;
        private final OffHeapInts columnDegrees;
        private final int minRowDegree;
        private final int minColumnDegree;
        private final Workers workers;
        /** Vertices to take away; columns as their complement. */
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
            this.workers = workers;
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
                if (i % STEPS_PER_POLL == 0) {
                    workers.cancellation().check();
                }
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
        }

        private void lowerNeighbors(Csr from, int vertex, OffHeapInts degrees, int minDegree, boolean toColumns) {
            for (long slot = from.start(vertex); slot < from.end(vertex); slot++) {
                int neighbor = from.neighbor(slot);
                int degree = degrees.get(neighbor);
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

    /** The vertices that are left, by id. The scope owns the result. */
    private static OffHeapInts survivors(OffHeapInts degrees, OffHeapScope scope) {
        OffHeapInts vertices = scope.ints(degrees.length());
        long found = 0;
        for (int v = 0; v < degrees.length(); v++) {
            if (degrees.get(v) > 0) {
                vertices.set(found++, v);
            }
        }
        vertices.truncate(found);
        return vertices;
    }

    /** The vertices that are left, by degree, then by id: a counting sort. The scope owns the result. */
    private static OffHeapInts byDegree(OffHeapInts degrees, OffHeapScope scope) {
        int largest = 0;
        for (long v = 0; v < degrees.length(); v++) {
            largest = Math.max(largest, degrees.get(v));
        }
        OffHeapLongs next = scope.zeroedLongs(largest + 2L);
        for (long v = 0; v < degrees.length(); v++) {
            next.add(degrees.get(v) + 1L, degrees.get(v) > 0 ? 1 : 0);
        }
        for (long degree = 1; degree <= largest; degree++) {
            next.add(degree + 1, next.get(degree));
        }
        OffHeapInts vertices = scope.ints(next.get(largest + 1L));
        for (int v = 0; v < degrees.length(); v++) {
            if (degrees.get(v) > 0) {
                vertices.set(next.add(degrees.get(v), 1), v);
            }
        }
        return vertices;
    }

    /** The rows of the core, in the order of {@code rootVertices}. Owned by the caller. */
    private static Csr core(
            Csr rows,
            OffHeapInts rootVertices,
            OffHeapInts rootDegrees,
            OffHeapInts mateDegrees,
            OffHeapInts mateNumbers,
            NativeMemory memory) {
        long roots = rootVertices.length();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(roots + 1);
            long slots = 0;
            for (long root = 0; root < roots; root++) {
                offsets.set(root, slots);
                slots += rootDegrees.get(rootVertices.get(root));
            }
            offsets.set(roots, slots);
            OffHeapInts neighbors = scope.ints(slots);
            long at = 0;
            for (long root = 0; root < roots; root++) {
                int vertex = rootVertices.get(root);
                for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
                    int mate = rows.neighbor(slot);
                    if (mateDegrees.get(mate) > 0) {
                        neighbors.set(at++, mateNumbers.get(mate));
                    }
                }
            }
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    /** The roots' side, LEFT or RIGHT. */
    Side side() {
        return side;
    }

    /** For each root its mates, ascending. A slot is the edge's number in the core. */
    Csr roots() {
        return roots;
    }

    /** For each mate its roots, ascending. */
    Csr mates() {
        return mates;
    }

    int rootCount() {
        return roots.vertexCount();
    }

    int mateCount() {
        return mates.vertexCount();
    }

    long edgeCount() {
        return roots.slotCount();
    }

    /** By root, the graph's vertex. */
    OffHeapInts rootVertices() {
        return rootVertices;
    }

    /** By mate, the graph's vertex. */
    OffHeapInts mateVertices() {
        return mateVertices;
    }

    /** The graph's vertex on the roots' side. */
    int rootVertex(int root) {
        return rootVertices.get(root);
    }

    /** The graph's vertex on the mates' side. */
    int mateVertex(int mate) {
        return mateVertices.get(mate);
    }

    /** The most off-heap bytes that {@link #of} needs at once, its result included. */
    static long peakBytes(long vertices, long edges) {
        return bytes(vertices, edges) + 4 * vertices * Integer.BYTES + 2 * edges * Long.BYTES;
    }

    /** The same when the core is known: degrees, numbers and a queue of all vertices, and the core as it is turned. */
    static long peakBytes(long vertices, long coreVertices, long coreEdges) {
        return 4 * vertices * Integer.BYTES + bytes(coreVertices, coreEdges) + 2 * coreEdges * Long.BYTES;
    }

    /** The off-heap bytes of the core of a graph that is all core. */
    static long bytes(long vertices, long edges) {
        return (vertices + 2) * Long.BYTES + vertices * Integer.BYTES + 2 * edges * Integer.BYTES;
    }

    @Override
    public void close() {
        roots.close();
        mates.close();
        rootVertices.close();
        mateVertices.close();
    }
}
