package dev.motif.graph.order;

import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.VertexMaxima;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.io.Serializable;

/**
 * The numbers that peeling gives the edges of a graph, such as wing and truss numbers. Closing it frees its arrays.
 *
 * @param edges the number of each edge, by edge index
 * @param levels how many distinct numbers occur
 * @param vertices the largest number of each vertex, 0 without edges; null unless it was asked for
 */
public record PeeledEdges(OffHeapLongs edges, long levels, VertexMaxima vertices)
        implements AutoCloseable, Serializable {
    /** The numbers of edges alone, which the result takes over. */
    public PeeledEdges(OffHeapLongs edges, long levels) {
        this(edges, levels, null);
    }

    /**
     * The same numbers, with numbers of the vertices of {@code graph} if {@code wanted}; takes this over, also when it
     * fails.
     */
    public PeeledEdges withVertices(boolean wanted, Graph graph, NativeMemory memory, Cancellation cancellation) {
        if (!wanted) {
            return this;
        }
        return OffHeapScope.closingOnFailure(
                this, () -> new PeeledEdges(edges, levels, VertexMaxima.of(graph, edges, memory, cancellation)));
    }

    /** The numbers of the vertices of a side, or of the edges; null where the result is not about these. */
    public OffHeapLongs of(boolean ofVertices, Side side) {
        if (ofVertices != (vertices != null)) {
            return null;
        }
        return ofVertices ? vertices.of(side) : edges;
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(edges, vertices);
    }
}
