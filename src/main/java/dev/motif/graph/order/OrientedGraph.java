package dev.motif.graph.order;

import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * A unipartite graph whose vertices are relabelled by an order and whose edges are directed: from each vertex to its
 * neighbors of lower rank. Rank 0 is the most central vertex, such as the one of the largest degree, so the edges lead
 * towards the hubs, and every row is short: at most {@code sqrt(2 * edgeCount)} when the order is by degree, at most
 * the degeneracy of the graph when it is by degeneracy.
 *
 * <p>Only this direction is stored: {@code edgeCount} slots, each row sorted by rank. Owns its memory.
 *
 * @param adjacency the rows by rank; each row holds the neighbors of lower rank, ascending
 * @param ranks the rank of each vertex
 * @param vertices the vertex of each rank
 * @param edges for each slot of {@link #adjacency} the number of its edge in the {@link UnipartiteGraph}; null with
 *     {@link EdgeNumbers#NONE}
 */
public record OrientedGraph(Csr adjacency, OffHeapInts ranks, OffHeapInts vertices, OffHeapLongs edges)
        implements DerivedGraphCache.Form {
    private static final long VERTICES_PER_TASK = 1 << 16;

    /** The edge numbers that an {@link OrientedGraph} stores. */
    public enum EdgeNumbers {
        /** No edge numbers: {@link #edges} is null. */
        NONE,
        /** For each slot the number of its edge in the {@link UnipartiteGraph}. */
        BY_SLOT
    }

    /**
     * Orients a graph by degree: rank 0 is the vertex of the largest degree; ties go to the smaller id. The caller owns
     * the result.
     */
    public static OrientedGraph byDegree(
            UnipartiteGraph graph, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts ranks = scope.ints(graph.vertexCount());
            OffHeapInts vertices = scope.ints(graph.vertexCount());
            DegreeOrder.rank(graph.adjacency()::degree, ranks, vertices, memory, workers);
            scope.keep(ranks);
            scope.keep(vertices);
            return orient(graph, ranks, vertices, numbers, memory, workers);
        }
    }

    /**
     * The graph that {@link #byDegree} makes as a form of {@code graph}, see {@link NativeMemory#form}. The caller
     * closes its use.
     */
    public static DerivedGraphCache.Use<OrientedGraph> formByDegree(
            UnipartiteGraph graph, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        return memory.form(
                new DerivedGraphCache.Key(graph, "oriented by degree", numbers),
                workers.cancellation(),
                () -> byDegree(graph, numbers, memory, workers));
    }

    /**
     * Orients a graph by any order of its vertices. The caller owns the result.
     *
     * @param order all vertices, the one of rank 0 first; it stays with the caller
     */
    public static OrientedGraph byOrder(
            UnipartiteGraph graph, OffHeapInts order, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts ranks = scope.ints(order.length());
            OffHeapInts vertices = scope.ints(order.length());
            vertices.copyFrom(order, 0, 0, order.length());
            workers.forRanges(order.length(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (int rank = (int) from; rank < to; rank++) {
                    ranks.set(order.get(rank), rank);
                }
            });
            scope.keep(ranks);
            scope.keep(vertices);
            return orient(graph, ranks, vertices, numbers, memory, workers);
        }
    }

    /** Orients a graph by given ranks. Takes ownership of {@code ranks} and {@code vertices}, also when it fails. */
    private static OrientedGraph orient(
            UnipartiteGraph graph,
            OffHeapInts ranks,
            OffHeapInts vertices,
            EdgeNumbers numbers,
            NativeMemory memory,
            Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            scope.own(ranks);
            scope.own(vertices);
            OrientedRows.Made rows = OrientedRows.of(graph, ranks, numbers == EdgeNumbers.BY_SLOT, memory, workers);
            return new OrientedGraph(rows.adjacency(), scope.keep(ranks), scope.keep(vertices), rows.edges());
        }
    }

    /** The largest number of neighbors of lower rank that any vertex has. */
    public int maxDegree() {
        return (int) adjacency.largestDegree();
    }

    /** The off-heap bytes of an oriented graph: what {@link #close} frees. */
    public static long bytes(long vertices, long edges, EdgeNumbers numbers) {
        return vertices * 2L * Integer.BYTES + Csr.bytes(vertices, edges) + numberBytes(edges, numbers);
    }

    /**
     * The most off-heap bytes that {@link #byDegree} needs at once, its result included; {@link #byOrder} needs no
     * more.
     */
    public static long peakBytes(long vertices, long edges, EdgeNumbers numbers) {
        return vertices * 2L * Integer.BYTES
                + Math.max(DegreeOrder.bytes(vertices, 2 * edges), OrientedRows.peakBytes(vertices, edges));
    }

    private static long numberBytes(long edges, EdgeNumbers numbers) {
        return numbers == EdgeNumbers.NONE ? 0 : edges * Long.BYTES;
    }

    @Override
    public long bytes() {
        return adjacency.bytes() + ranks.bytes() + vertices.bytes() + (edges == null ? 0 : edges.bytes());
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(adjacency, ranks, vertices, edges);
    }
}
