package dev.motif.algorithm.count.clique.model;

import dev.motif.graph.Csr;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.io.Serializable;

/**
 * Where the numbers of cliques of several sizes are for each vertex or edge: one after another in one array, from {@code
 * minK} up to the largest size that the vertex or edge can be in by its degrees. Larger sizes have no place, their numbers
 * are 0. Owns its array.
 *
 * @param starts where each begins, and at the end how many numbers there are
 */
public record CliqueSizes(int minK, OffHeapLongs starts) implements AutoCloseable, Serializable {
    /**
     * The places of each vertex.
     *
     * @param largest the largest size that is asked for or that the graph can have
     */
    public static CliqueSizes ofVertices(UnipartiteGraph graph, int minK, int largest, NativeMemory memory) {
        Csr rows = graph.adjacency();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs starts = scope.longs(graph.vertexCount() + 1);
            starts.set(0, 0);
            for (int v = 0; v < rows.vertexCount(); v++) {
                starts.set(v + 1L, starts.get(v) + sizes(rows.degree(v), minK, largest));
            }
            return new CliqueSizes(minK, scope.keep(starts));
        }
    }

    /** The places of each edge, as {@link #ofVertices} of the vertex of smaller degree. */
    public static CliqueSizes ofEdges(UnipartiteGraph graph, int minK, int largest, NativeMemory memory) {
        Csr rows = graph.adjacency();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs starts = scope.longs(graph.edgeCount() + 1);
            starts.set(0, 0);
            for (EdgeCursor cursor = new EdgeCursor(graph); cursor.next(); ) {
                long degree = Math.min(rows.degree(cursor.first()), rows.degree(cursor.second()));
                starts.set(cursor.edge() + 1, starts.get(cursor.edge()) + sizes(degree, minK, largest));
            }
            return new CliqueSizes(minK, scope.keep(starts));
        }
    }

    private static long sizes(long degree, int minK, int largest) {
        return Math.max(0, Math.min(degree + 1, largest) - minK + 1);
    }

    /** The most numbers, by the size of the graph: its degrees add up to twice its edges. */
    public static long mostOfVertices(long vertices, long edges, long sizes) {
        return Math.min(vertices * sizes, 2 * edges);
    }

    /** How many numbers there are of all vertices or edges. */
    public long length() {
        return starts.get(starts.length() - 1);
    }

    /** Where the number of cliques of {@code k} vertices of the vertex or edge {@code index} is; -1 where that is 0. */
    public long at(long index, int k) {
        long at = starts.get(index) + k - minK;
        return at < starts.get(index + 1) ? at : -1;
    }

    @Override
    public void close() {
        starts.close();
    }
}
