package dev.motif.algorithm.maximal;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.graph.RadixSort;
import dev.motif.parallel.Workers;

/**
 * A bipartite graph as a search for maximal bicliques needs it. One side is the root side, whose subsets are searched:
 * its vertices are numbered by nondecreasing degree, ties by id. The other one is the common side, whose ids stay. Every
 * row is ascending.
 *
 * <p>Vertices with fewer neighbors than a wanted biclique has lose their edges, again and again until none is left:
 * they are in no wanted biclique, and no wanted one becomes maximal by that, nor ceases to be. Owns its memory.
 */
final class RootedGraph implements AutoCloseable {
    private final Csr roots;
    private final Csr commons;
    private final OffHeapInts rootIds;
    private final boolean rootsAreLeft;

    private RootedGraph(Csr roots, Csr commons, OffHeapInts rootIds, boolean rootsAreLeft) {
        this.roots = roots;
        this.commons = commons;
        this.rootIds = rootIds;
        this.rootsAreLeft = rootsAreLeft;
    }

    /**
     * @param rootsAreLeft whether the left side is the root side
     * @param sizes what is wanted, by left and right
     */
    static RootedGraph of(
            BipartiteGraph graph, boolean rootsAreLeft, SizeLimits sizes, NativeMemory memory, Workers workers) {
        Csr rootRows = rootsAreLeft ? graph.left() : graph.right();
        Csr commonRows = rootsAreLeft ? graph.right() : graph.left();
        SizeLimits limits = rootsAreLeft ? sizes : sizes.swapped();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Core core = new Core(rootRows, commonRows, scope);
            core.shrink(limits.minRight(), limits.minLeft());
            OffHeapInts rootIds = core.rootsByDegree(memory, scope);
            Csr roots = scope.own(core.rows(rootIds, memory));
            Csr commons = scope.own(new CsrBuilder(memory, workers).transpose(roots, commonRows.vertexCount()));
            return new RootedGraph(scope.keep(roots), scope.keep(commons), scope.keep(rootIds), rootsAreLeft);
        }
    }

    /** The degrees that are left while vertices of low degree are taken away. */
    private static final class Core {
        private final Csr rootRows;
        private final Csr commonRows;
        private final OffHeapInts rootDegrees;
        private final OffHeapInts commonDegrees;
        private final OffHeapInts queue;

        Core(Csr rootRows, Csr commonRows, OffHeapScope scope) {
            this.rootRows = rootRows;
            this.commonRows = commonRows;
            this.rootDegrees = degrees(rootRows, scope);
            this.commonDegrees = degrees(commonRows, scope);
            this.queue = scope.ints(rootDegrees.length() + commonDegrees.length());
        }

        private static OffHeapInts degrees(Csr rows, OffHeapScope scope) {
            OffHeapInts degrees = scope.ints(rows.vertexCount());
            for (int v = 0; v < rows.vertexCount(); v++) {
                degrees.set(v, (int) rows.degree(v));
            }
            return degrees;
        }

        /** A vertex that is taken away has a negative degree; a common vertex is queued as its complement. */
        void shrink(int minRootDegree, int minCommonDegree) {
            long end = 0;
            for (int v = 0; v < rootDegrees.length(); v++) {
                end = dropBelow(rootDegrees, v, minRootDegree, v, end);
            }
            for (int u = 0; u < commonDegrees.length(); u++) {
                end = dropBelow(commonDegrees, u, minCommonDegree, ~u, end);
            }
            for (long next = 0; next < end; next++) {
                int dropped = queue.get(next);
                end = dropped >= 0
                        ? takeFrom(rootRows, dropped, commonDegrees, minCommonDegree, true, end)
                        : takeFrom(commonRows, ~dropped, rootDegrees, minRootDegree, false, end);
            }
        }

        private long takeFrom(
                Csr rows, int dropped, OffHeapInts degrees, int min, boolean neighborsAreCommon, long end) {
            for (long slot = rows.start(dropped); slot < rows.end(dropped); slot++) {
                int neighbor = rows.neighbor(slot);
                if (degrees.get(neighbor) > 0) {
                    degrees.add(neighbor, -1);
                    end = dropBelow(degrees, neighbor, min, neighborsAreCommon ? ~neighbor : neighbor, end);
                }
            }
            return end;
        }

        /** Queues a vertex once, when it falls below; those without an edge are gone already. */
        private long dropBelow(OffHeapInts degrees, int vertex, int min, int queued, long end) {
            int degree = degrees.get(vertex);
            if (degree >= min || degree < 0) {
                return end;
            }
            degrees.set(vertex, Integer.MIN_VALUE);
            queue.set(end, queued);
            return end + 1;
        }

        /** The root vertices that are left, by nondecreasing degree; owned by {@code owner}. */
        OffHeapInts rootsByDegree(NativeMemory memory, OffHeapScope owner) {
            int count = 0;
            int largest = 0;
            for (int v = 0; v < rootDegrees.length(); v++) {
                count += rootDegrees.get(v) > 0 ? 1 : 0;
                largest = Math.max(largest, rootDegrees.get(v));
            }
            OffHeapInts ids = owner.ints(count);
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs degrees = scope.longs(count);
                OffHeapLongs vertices = scope.longs(count);
                int next = 0;
                for (int v = 0; v < rootDegrees.length(); v++) {
                    if (rootDegrees.get(v) > 0) {
                        degrees.set(next, rootDegrees.get(v));
                        vertices.set(next++, v);
                    }
                }
                int bits = Integer.SIZE - Integer.numberOfLeadingZeros(largest);
                RadixSort.Sorted sorted =
                        RadixSort.sort(degrees, vertices, scope.longs(count), scope.longs(count), count, bits);
                for (int rank = 0; rank < count; rank++) {
                    ids.set(rank, (int) sorted.payloads().get(rank));
                }
            }
            return ids;
        }

        /** The edges that are left, by rank of the root vertex. */
        Csr rows(OffHeapInts rootIds, NativeMemory memory) {
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs offsets = scope.longs(rootIds.length() + 1);
                long edges = 0;
                for (long rank = 0; rank < rootIds.length(); rank++) {
                    offsets.set(rank, edges);
                    edges += rootDegrees.get(rootIds.get(rank));
                }
                offsets.set(rootIds.length(), edges);
                OffHeapInts neighbors = scope.ints(edges);
                long next = 0;
                for (long rank = 0; rank < rootIds.length(); rank++) {
                    int root = rootIds.get(rank);
                    for (long slot = rootRows.start(root); slot < rootRows.end(root); slot++) {
                        if (commonDegrees.get(rootRows.neighbor(slot)) > 0) {
                            neighbors.set(next++, rootRows.neighbor(slot));
                        }
                    }
                }
                return new Csr(scope.keep(offsets), scope.keep(neighbors));
            }
        }
    }

    /** For each root vertex, by rank, its common neighbors. */
    Csr roots() {
        return roots;
    }

    /** For each common vertex, by id, the ranks of its root neighbors. */
    Csr commons() {
        return commons;
    }

    /** The id of the root vertex of a rank. */
    int rootId(int rank) {
        return rootIds.get(rank);
    }

    boolean rootsAreLeft() {
        return rootsAreLeft;
    }

    /** The off-heap bytes of {@link #of} at its peak; half of the roots' part stays. */
    static long peakBytes(long roots, long commons, long edges) {
        long core = 2 * (roots + commons) * Integer.BYTES;
        long sorting = roots * (4L * Long.BYTES + Integer.BYTES);
        long building = bytes(roots, commons, edges) + edges * Long.BYTES;
        return core + Math.max(sorting, building);
    }

    /** The same at least: vertices without edges are not roots. */
    static long leastPeakBytes(long vertices, long edges) {
        return 2 * vertices * Integer.BYTES + 2 * edges * Integer.BYTES + edges * Long.BYTES;
    }

    /** The off-heap bytes that {@link #close} gives back. */
    static long bytes(long roots, long commons, long edges) {
        return (roots + commons + 2) * Long.BYTES + roots * Integer.BYTES + 2 * edges * Integer.BYTES;
    }

    @Override
    public void close() {
        roots.close();
        commons.close();
        rootIds.close();
    }
}
