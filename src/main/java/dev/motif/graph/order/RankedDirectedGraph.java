package dev.motif.graph.order;

import dev.motif.graph.DirectedGraph;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * The arcs of a graph whose vertices are relabelled by their number of neighbors: rank 0 has the most, and ties go to the
 * smaller id. Owns its memory.
 *
 * @param arcs the arcs, by rank
 * @param ranks the rank of each vertex
 * @param vertices the vertex of each rank
 */
public record RankedDirectedGraph(DirectedGraph arcs, OffHeapInts ranks, OffHeapInts vertices)
        implements AutoCloseable {
    /** Ranks the vertices of a graph and makes its arcs; the caller owns the result. */
    public static RankedDirectedGraph of(
            UnipartiteGraph graph, EdgeDirections directions, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts ranks = scope.ints(graph.vertexCount());
            OffHeapInts vertices = scope.ints(graph.vertexCount());
            DegreeOrder.rank(graph.adjacency()::degree, ranks, vertices, memory, workers);
            DirectedGraph arcs = DirectedGraph.of(graph, directions, ranks::get, memory, workers);
            return new RankedDirectedGraph(arcs, scope.keep(ranks), scope.keep(vertices));
        }
    }

    /** The off-heap bytes of {@code arcs} arcs: what {@link #close} frees. */
    public static long bytes(long vertices, long arcs) {
        return DirectedGraph.bytes(vertices, arcs) + 2 * vertices * Integer.BYTES;
    }

    /** An estimate of the most off-heap bytes that {@link #of} needs at once, its result included. */
    public static long peakBytes(long vertices, long edges, long arcs, int workers) {
        return 2 * vertices * Integer.BYTES
                + Math.max(DegreeOrder.bytes(vertices, 2 * edges), DirectedGraph.peakBytes(vertices, arcs, workers));
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(arcs, ranks, vertices);
    }
}
