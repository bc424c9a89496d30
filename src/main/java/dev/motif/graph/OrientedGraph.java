package dev.motif.graph;

import dev.motif.parallel.Workers;

/**
 * A unipartite graph whose vertices are relabelled by an order and whose edges lead one way: from each vertex to its
 * neighbors of lower rank. Rank 0 is the most central vertex, such as that of the largest degree, so the edges lead
 * towards the hubs, and every row is short: by degree at most {@code sqrt(2 * edgeCount)}, by degeneracy at most the
 * degeneracy of the graph.
 *
 * <p>One direction is stored: {@code edgeCount} slots, each row sorted by rank. Owns its memory.
 */
public final class OrientedGraph implements AutoCloseable {
    private static final long VERTICES_PER_TASK = 1 << 10;

    private final Csr adjacency;
    private final OffHeapInts ranks;
    private final OffHeapInts vertices;
    private final OffHeapLongs edges;

    private OrientedGraph(Csr adjacency, OffHeapInts ranks, OffHeapInts vertices, OffHeapLongs edges) {
        this.adjacency = adjacency;
        this.ranks = ranks;
        this.vertices = vertices;
        this.edges = edges;
    }

    /** What an {@link OrientedGraph} knows about edges. */
    public enum EdgeNumbers {
        NONE,
        /** For each slot the number of its edge in the {@link UnipartiteGraph}. */
        BY_SLOT
    }

    /** Rank 0 is the vertex of the largest degree; ties go to the smaller id. */
    public static OrientedGraph byDegree(
            UnipartiteGraph graph, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts ranks = scope.ints(graph.vertexCount());
            OffHeapInts vertices = scope.ints(graph.vertexCount());
            DegreeOrder.rank(graph.adjacency()::degree, ranks, vertices, memory);
            scope.keep(ranks);
            scope.keep(vertices);
            return orient(graph, ranks, vertices, numbers, memory, workers);
        }
    }

    /**
     * Any order.
     *
     * @param order all vertices, rank 0 first; stays with the caller
     */
    public static OrientedGraph byOrder(
            UnipartiteGraph graph, OffHeapInts order, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts ranks = scope.ints(order.length());
            OffHeapInts vertices = scope.ints(order.length());
            vertices.copyFrom(order, 0, 0, order.length());
            for (int rank = 0; rank < order.length(); rank++) {
                ranks.set(order.get(rank), rank);
            }
            scope.keep(ranks);
            scope.keep(vertices);
            return orient(graph, ranks, vertices, numbers, memory, workers);
        }
    }

    /** Takes {@code ranks} and {@code vertices} over, whatever happens. */
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
            Csr fromHubs = scope.own(fromHubs(graph.adjacency(), ranks, vertices, memory, workers));
            // Turned round, the edges lead to the hubs, and the rows come out in ascending order.
            Csr toHubs = scope.own(new CsrBuilder(memory, workers).transpose(fromHubs, fromHubs.vertexCount()));
            scope.close(fromHubs);
            OffHeapLongs edges =
                    numbers == EdgeNumbers.NONE ? null : scope.own(edgesBySlot(graph, toHubs, ranks, memory, workers));
            if (edges != null) {
                scope.keep(edges);
            }
            return new OrientedGraph(scope.keep(toHubs), scope.keep(ranks), scope.keep(vertices), edges);
        }
    }

    /** From each rank to its neighbors of higher rank, in no order. */
    private static Csr fromHubs(
            Csr graph, OffHeapInts ranks, OffHeapInts vertices, NativeMemory memory, Workers workers) {
        int count = graph.vertexCount();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(count + 1L);
            workers.forRanges(count, VERTICES_PER_TASK, (worker, from, to) -> {
                for (long rank = from; rank < to; rank++) {
                    int vertex = vertices.get(rank);
                    long higher = 0;
                    for (long slot = graph.start(vertex); slot < graph.end(vertex); slot++) {
                        higher += ranks.get(graph.neighbor(slot)) > rank ? 1 : 0;
                    }
                    offsets.set(rank, higher);
                }
            });
            long total = 0;
            for (long rank = 0; rank < count; rank++) {
                long higher = offsets.get(rank);
                offsets.set(rank, total);
                total += higher;
            }
            offsets.set(count, total);
            OffHeapInts neighbors = scope.ints(total);
            workers.forRanges(count, VERTICES_PER_TASK, (worker, from, to) -> {
                long at = offsets.get(from);
                for (long rank = from; rank < to; rank++) {
                    int vertex = vertices.get(rank);
                    for (long slot = graph.start(vertex); slot < graph.end(vertex); slot++) {
                        int neighbor = ranks.get(graph.neighbor(slot));
                        if (neighbor > rank) {
                            neighbors.set(at++, neighbor);
                        }
                    }
                }
            });
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    private static OffHeapLongs edgesBySlot(
            UnipartiteGraph graph, Csr toHubs, OffHeapInts ranks, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs edges = scope.longs(toHubs.slotCount());
            graph.forEachEdge(workers, (edge, u, v) -> {
                int rankOfU = ranks.get(u);
                int rankOfV = ranks.get(v);
                edges.set(toHubs.slotOf(Math.max(rankOfU, rankOfV), Math.min(rankOfU, rankOfV)), edge);
            });
            return scope.keep(edges);
        }
    }

    /** Rows and neighbors are ranks; all neighbors of a rank are lower, and ascending. */
    public Csr adjacency() {
        return adjacency;
    }

    /** The rank of each vertex. */
    public OffHeapInts ranks() {
        return ranks;
    }

    /** The vertex of each rank. */
    public OffHeapInts vertices() {
        return vertices;
    }

    /** For each slot of {@link #adjacency} the number of its edge in the {@link UnipartiteGraph}; null if not wanted. */
    public OffHeapLongs edges() {
        return edges;
    }

    /** The most neighbors of lower rank that a vertex has. */
    public int maxDegree() {
        return (int) adjacency.largestDegree();
    }

    /** The off-heap bytes of an oriented graph: what {@link #close} gives back. */
    public static long bytes(long vertices, long edges, EdgeNumbers numbers) {
        return vertices * 2L * Integer.BYTES + Csr.bytes(vertices, edges) + numberBytes(edges, numbers);
    }

    /** The most off-heap bytes that {@link #byDegree} needs at once, its result included; {@link #byOrder} needs no more. */
    public static long peakBytes(long vertices, long edges, EdgeNumbers numbers) {
        long ranking = DegreeOrder.bytes(vertices);
        long turning = 2 * Csr.bytes(vertices, edges) + edges * Long.BYTES;
        long numbering = Csr.bytes(vertices, edges) + numberBytes(edges, numbers);
        return vertices * 2L * Integer.BYTES + Math.max(ranking, Math.max(turning, numbering));
    }

    private static long numberBytes(long edges, EdgeNumbers numbers) {
        return numbers == EdgeNumbers.NONE ? 0 : edges * Long.BYTES;
    }

    @Override
    public void close() {
        adjacency.close();
        ranks.close();
        vertices.close();
        if (edges != null) {
            edges.close();
        }
    }
}
