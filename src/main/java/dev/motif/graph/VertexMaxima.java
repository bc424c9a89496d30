package dev.motif.graph;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.io.Serializable;

/**
 * The largest value among the edges of each vertex, 0 where it has none. Closing it frees its arrays.
 *
 * @param left of left vertices, or of all vertices of a unipartite graph
 * @param right of right vertices; null in a unipartite graph
 */
public record VertexMaxima(OffHeapLongs left, OffHeapLongs right) implements AutoCloseable, Serializable {
    private static final int EDGES_OF_A_STEP = 1 << 16;

    /**
     * Looks at each edge once. The caller owns the result.
     *
     * @param values of the edges, by edge index; 0 or more
     */
    public static VertexMaxima of(Graph graph, OffHeapLongs values, NativeMemory memory, Cancellation cancellation) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            boolean bipartite = graph instanceof BipartiteGraph;
            OffHeapLongs left =
                    scope.zeroedLongs(bipartite ? ((BipartiteGraph) graph).leftCount() : graph.vertexCount());
            OffHeapLongs right = bipartite ? scope.zeroedLongs(((BipartiteGraph) graph).rightCount()) : null;
            EdgeCursor edges = new EdgeCursor(graph);
            while (edges.next()) {
                if (edges.edge() % EDGES_OF_A_STEP == 0) {
                    cancellation.check();
                }
                long value = values.get(edges.edge());
                raise(left, edges.first(), value);
                raise(bipartite ? right : left, edges.second(), value);
            }
            scope.keep(left);
            if (bipartite) {
                scope.keep(right);
            }
            return new VertexMaxima(left, right);
        }
    }

    private static void raise(OffHeapLongs maxima, int vertex, long value) {
        if (value > maxima.get(vertex)) {
            maxima.set(vertex, value);
        }
    }

    /** The bytes of the result for this many vertices. */
    public static long bytes(long vertices) {
        return vertices * Long.BYTES;
    }

    /** The maximum of a side; null for the right one of a unipartite graph. */
    public OffHeapLongs of(Side side) {
        return side == Side.LEFT ? left : right;
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(left, right);
    }
}
