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
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Rest roots = new Rest(rootsAreLeft ? graph.left() : graph.right(), minRootDegree, workers, scope);
            Rest mates = new Rest(rootsAreLeft ? graph.right() : graph.left(), minMateDegree, workers, scope);
            peel(roots, mates, memory, workers);
            return of(rootsAreLeft, roots, mates, memory, workers);
        }
    }

    /**
     * Finds the core, and sees it from the side from which it has fewer paths of two edges. The caller owns the result.
     *
     * @param minLeftDegree the fewest neighbors that a left vertex keeps, 1 or more
     * @param minRightDegree the fewest neighbors that a right vertex keeps, 1 or more
     */
    public static BipartiteCore ofFewerPaths(
            BipartiteGraph graph, int minLeftDegree, int minRightDegree, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Rest left = new Rest(graph.left(), minLeftDegree, workers, scope);
            Rest right = new Rest(graph.right(), minRightDegree, workers, scope);
            peel(left, right, memory, workers);
            return right.pathsThrough() <= left.pathsThrough()
                    ? of(true, left, right, memory, workers)
                    : of(false, right, left, memory, workers);
        }
    }

    /**
     * The same core with roots and mates exchanged. Its mates have the numbers that they have as roots of this core.
     * The caller owns the result.
     */
    public BipartiteCore turned(NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            BipartiteCore core = scope.own(of(
                    !rootsAreLeft,
                    new Rest(mates, 1, workers, scope),
                    new Rest(roots, 1, workers, scope),
                    memory,
                    workers));
            Steps steps = new Steps(workers.cancellation());
            replace(core.rootVertices, mateVertices, steps);
            replace(core.mateVertices, rootVertices, steps);
            return scope.keep(core);
        }
    }

    /** Replaces each of {@code numbers} by the vertex at this index of {@code vertices}. */
    private static void replace(OffHeapInts numbers, OffHeapInts vertices, Steps steps) {
        for (long i = 0; i < numbers.length(); i++) {
            numbers.set(i, vertices.get(numbers.get(i)));
            steps.add();
        }
    }

    /** Makes the core of the vertices that are left. The caller owns the result. */
    private static BipartiteCore of(
            boolean rootsAreLeft, Rest roots, Rest mates, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Steps steps = new Steps(workers.cancellation());
            OffHeapInts rootVertices = roots.byDegree(steps, scope);
            OffHeapInts mateVertices = mates.byId(steps, scope);
            OffHeapInts mateNumbers = scope.ints(mates.degrees.length());
            for (int mate = 0; mate < mateVertices.length(); mate++) {
                mateNumbers.set(mateVertices.get(mate), mate);
                steps.add();
            }
            Csr rows = scope.own(rows(roots, rootVertices, mates, mateNumbers, memory, workers));
            Csr columns = new CsrBuilder(memory, workers).transpose(rows, (int) mateVertices.length());
            scope.keep(rows);
            return new BipartiteCore(rootsAreLeft, rows, columns, scope.keep(rootVertices), scope.keep(mateVertices));
        }
    }

    /** The rows of the core, in the order of {@code rootVertices}. The caller owns the result. */
    private static Csr rows(
            Rest roots,
            OffHeapInts rootVertices,
            Rest mates,
            OffHeapInts mateNumbers,
            NativeMemory memory,
            Workers workers) {
        long count = rootVertices.length();
        Steps steps = new Steps(workers.cancellation());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(count + 1);
            long slots = 0;
            for (long root = 0; root < count; root++) {
                offsets.set(root, slots);
                slots += roots.degrees.get(rootVertices.get(root));
                steps.add();
            }
            offsets.set(count, slots);
            OffHeapInts neighbors = scope.ints(slots);
            workers.beside().forEach(count, ROOTS_PER_TASK, (worker, root, counted) -> {
                int vertex = rootVertices.get(root);
                long at = offsets.get(root);
                for (long slot = roots.rows.start(vertex); slot < roots.rows.end(vertex); slot++) {
                    int mate = roots.rows.neighbor(slot);
                    if (mates.degrees.get(mate) > 0) {
                        neighbors.set(at++, mateNumbers.get(mate));
                    }
                    counted.add();
                }
            });
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    /**
     * Removes vertices whose degree is too small, which lowers the degrees of their neighbors, again and again. Once this has
     * taken more steps than to count the neighbors of the vertices that are left, counts these. So a small core is found in a
     * few steps for each of its edges, and any core in O(edges).
     */
    private static void peel(Rest left, Rest right, NativeMemory memory, Workers workers) {
        if (Math.min(left.slots, right.slots) == left.rows.slotCount()) {
            return;
        }
        Steps steps = new Steps(workers.cancellation());
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            // A left vertex v is queued as v, a right one as ~v.
            OffHeapInts queue = scope.ints((long) left.count + right.count);
            long queued;
            long next;
            do {
                if (left.slots <= right.slots) {
                    left.recount(right, steps);
                } else {
                    right.recount(left, steps);
                }
                queued = left.queueSmall(queue, 0, 0, steps);
                queued = right.queueSmall(queue, queued, -1, steps);
                long lowering = Math.min(left.slots, right.slots);
                for (next = 0; next < queued && lowering >= 0; next++) {
                    int vertex = queue.get(next);
                    lowering -= vertex >= 0 ? left.rows.degree(vertex) : right.rows.degree(~vertex);
                    queued = vertex >= 0
                            ? left.remove(vertex, right, queue, queued, -1, steps)
                            : right.remove(~vertex, left, queue, queued, 0, steps);
                }
            } while (next < queued);
        }
    }

    /** The vertices of one side that are left. The scope owns the arrays. */
    private static final class Rest {
        final Csr rows;
        private final int minDegree;

        /** For each vertex how many of its neighbors are left; 0 when it has been removed. */
        final OffHeapInts degrees;

        /** The first {@link #count} are the vertices that are left, ascending, and some that have been removed since. */
        private final OffHeapInts vertices;

        private int count;

        /** The slots in {@link #rows} of the first {@link #count} vertices. */
        private long slots;

        /** Removes the vertices with fewer than {@code minDegree} neighbors in the graph, 1 or more. */
        Rest(Csr rows, int minDegree, Workers workers, OffHeapScope scope) {
            this.rows = rows;
            this.minDegree = minDegree;
            this.degrees = scope.zeroedInts(rows.vertexCount());
            this.vertices = scope.ints(rows.vertexCount());
            Steps steps = new Steps(workers.cancellation());
            long start = 0;
            int vertexCount = rows.vertexCount();
            for (int v = 0; v < vertexCount; v++) {
                long end = rows.end(v);
                long degree = end - start;
                start = end;
                if (degree >= minDegree) {
                    degrees.set(v, (int) degree);
                    vertices.set(count++, v);
                    slots += degree;
                }
                steps.add();
            }
        }

        /** Counts how many neighbors of each vertex are left, on both sides, and adds 1 to each count. */
        void recount(Rest other, Steps steps) {
            for (long i = 0; i < other.count; i++) {
                int vertex = other.vertices.get(i);
                other.degrees.set(vertex, Math.min(other.degrees.get(vertex), 1));
                steps.add();
            }
            for (long i = 0; i < count; i++) {
                int vertex = vertices.get(i);
                if (degrees.get(vertex) == 0) {
                    continue;
                }
                int degree = 1;
                steps.add(1 + rows.degree(vertex));
                for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
                    int neighbor = rows.neighbor(slot);
                    int counted = other.degrees.get(neighbor);
                    if (counted > 0) {
                        other.degrees.set(neighbor, counted + 1);
                        degree++;
                    }
                }
                degrees.set(vertex, degree);
            }
        }

        /**
         * Takes the 1 of {@link #recount} away again. Removes and queues the vertices whose degree is too small, and forgets the
         * removed ones.
         *
         * @return the length of the queue
         */
        long queueSmall(OffHeapInts queue, long queued, int mask, Steps steps) {
            long end = queued;
            int kept = 0;
            for (long i = 0; i < count; i++) {
                int vertex = vertices.get(i);
                int degree = degrees.get(vertex) - 1;
                if (degree >= minDegree) {
                    degrees.set(vertex, degree);
                    vertices.set(kept++, vertex);
                } else {
                    slots -= rows.degree(vertex);
                    if (degree >= 0) {
                        degrees.set(vertex, 0);
                        queue.set(end++, vertex ^ mask);
                    }
                }
                steps.add();
            }
            count = kept;
            return end;
        }

        /**
         * Lowers the degrees of the neighbors of {@code vertex}, which has been queued, and queues the ones whose degree becomes
         * too small.
         *
         * @return the length of the queue
         */
        long remove(int vertex, Rest other, OffHeapInts queue, long queued, int otherMask, Steps steps) {
            long end = queued;
            steps.add(rows.degree(vertex));
            for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
                int neighbor = rows.neighbor(slot);
                int degree = other.degrees.get(neighbor);
                if (degree > 0) {
                    boolean tooSmall = degree == other.minDegree;
                    other.degrees.set(neighbor, tooSmall ? 0 : degree - 1);
                    if (tooSmall) {
                        queue.set(end++, neighbor ^ otherMask);
                    }
                }
            }
            return end;
        }

        /** The vertices that are left, ascending. The scope owns the result. */
        OffHeapInts byId(Steps steps, OffHeapScope scope) {
            int kept = 0;
            for (long i = 0; i < count; i++) {
                int vertex = vertices.get(i);
                if (degrees.get(vertex) > 0) {
                    vertices.set(kept++, vertex);
                }
                steps.add();
            }
            count = kept;
            OffHeapInts result = scope.ints(count);
            result.copyFrom(vertices, 0, 0, count);
            return result;
        }

        /** The vertices that are left, ascending by degree, then by id (counting sort). The scope owns the result. */
        OffHeapInts byDegree(Steps steps, OffHeapScope scope) {
            int largest = 0;
            for (long i = 0; i < count; i++) {
                largest = Math.max(largest, degrees.get(vertices.get(i)));
            }
            OffHeapLongs next = scope.zeroedLongs(largest + 2L);
            for (long i = 0; i < count; i++) {
                int degree = degrees.get(vertices.get(i));
                next.add(degree + 1L, degree > 0 ? 1 : 0);
                steps.add();
            }
            for (long degree = 1; degree <= largest; degree++) {
                next.add(degree + 1, next.get(degree));
            }
            OffHeapInts result = scope.ints(next.get(largest + 1L));
            for (long i = 0; i < count; i++) {
                int vertex = vertices.get(i);
                int degree = degrees.get(vertex);
                if (degree > 0) {
                    result.set(next.add(degree, 1), vertex);
                }
                steps.add();
            }
            return result;
        }

        /** About the number of paths of two edges with their middle here. */
        double pathsThrough() {
            double paths = 0;
            for (long i = 0; i < count; i++) {
                double degree = degrees.get(vertices.get(i));
                paths += degree * degree;
            }
            return paths;
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
