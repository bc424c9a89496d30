package dev.motif.graph;

import dev.motif.parallel.Workers;

/**
 * A unipartite graph whose vertices are relabelled by an order and whose edges are directed: from each vertex to its
 * neighbors of lower rank. Rank 0 is the most central vertex, such as the one of the largest degree, so the edges lead
 * towards the hubs, and every row is short: at most {@code sqrt(2 * edgeCount)} when the order is by degree, at most
 * the degeneracy of the graph when it is by degeneracy.
 *
 * <p>Only this direction is stored: {@code edgeCount} slots, each row sorted by rank. Owns its memory.
 */
public final class OrientedGraph implements PreparedForms.Form {
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

    /** Which edge numbers an {@link OrientedGraph} stores. */
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
            DegreeOrder.rank(graph.adjacency()::degree, ranks, vertices, memory, workers.cancellation());
            scope.keep(ranks);
            scope.keep(vertices);
            return orient(graph, ranks, vertices, numbers, memory, workers);
        }
    }

    /**
     * The graph that {@link #byDegree} makes as a form of {@code graph}, see {@link NativeMemory#form}. The caller
     * closes its use.
     */
    public static PreparedForms.Use<OrientedGraph> formByDegree(
            UnipartiteGraph graph, EdgeNumbers numbers, NativeMemory memory, Workers workers) {
        return memory.form(
                new PreparedForms.Key(graph, "oriented by degree", numbers),
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
            for (int rank = 0; rank < order.length(); rank++) {
                ranks.set(order.get(rank), rank);
            }
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
            Csr fromHubs = scope.own(fromHubs(graph.adjacency(), ranks, vertices, memory, workers));
            // The transposed edges lead to the hubs, and their rows are ascending.
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

    /** The edges from each rank to its neighbors of higher rank; the rows are not sorted. */
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

    /** The rows by rank; each row holds the neighbors of lower rank, ascending. */
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

    /**
     * For each slot of {@link #adjacency} the number of its edge in the {@link UnipartiteGraph}; null with
     * {@link EdgeNumbers#NONE}.
     */
    public OffHeapLongs edges() {
        return edges;
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
        long ranking = DegreeOrder.bytes(vertices);
        long turning = 2 * Csr.bytes(vertices, edges) + edges * Long.BYTES;
        long numbering = Csr.bytes(vertices, edges) + numberBytes(edges, numbers);
        return vertices * 2L * Integer.BYTES + Math.max(ranking, Math.max(turning, numbering));
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
        adjacency.close();
        ranks.close();
        vertices.close();
        if (edges != null) {
            edges.close();
        }
    }
}
