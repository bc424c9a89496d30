package dev.motif.graph.order;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * A bipartite graph in one id space, relabelled by degree: rank 0 is the vertex of the largest degree, ties go to the
 * left side first, then to the smaller id. Every row is sorted by rank, so the high-priority neighbors come first.
 *
 * <p>Both directions are stored: {@code 2 * edgeCount} slots. Owns its memory.
 */
public final class RankedGraph implements DerivedGraphCache.Form {
    private static final long VERTICES_PER_TASK = 1 << 14;

    private final Csr adjacency;
    private final OffHeapInts ranks;
    private final int leftCount;

    private RankedGraph(Csr adjacency, OffHeapInts ranks, int leftCount) {
        this.adjacency = adjacency;
        this.ranks = ranks;
        this.leftCount = leftCount;
    }

    /**
     * Ranks the vertices of a bipartite graph and copies its edges. The caller owns the result.
     *
     * @throws IllegalArgumentException when the two sides together have 2^31 vertices or more
     */
    public static RankedGraph of(BipartiteGraph graph, NativeMemory memory, Workers workers) {
        if (graph.vertexCount() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "the two sides together must have fewer than 2^31 nodes, got " + graph.vertexCount());
        }
        int leftCount = graph.leftCount();
        int vertices = (int) graph.vertexCount();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts ranks = scope.ints(vertices);
            OffHeapInts vertexAt = scope.ints(vertices);
            OffHeapLongs offsets = scope.longs(vertices + 1L);
            DegreeOrder.rank(vertex -> degree(graph, vertex), ranks, vertexAt, memory, workers);
            setOffsets(graph, vertexAt, offsets, workers);
            OffHeapInts neighbors = scope.ints(2 * graph.edgeCount());
            workers.forRanges(vertices, VERTICES_PER_TASK, (worker, from, to) -> {
                for (long rank = from; rank < to; rank++) {
                    int vertex = vertexAt.get(rank);
                    boolean isLeft = vertex < leftCount;
                    Csr rows = isLeft ? graph.left() : graph.right();
                    int row = isLeft ? vertex : vertex - leftCount;
                    int neighborBase = isLeft ? leftCount : 0;
                    long at = offsets.get(rank);
                    for (long slot = rows.start(row); slot < rows.end(row); slot++) {
                        neighbors.set(at++, ranks.get(neighborBase + rows.neighbor(slot)));
                    }
                }
            });
            scope.close(vertexAt);
            Csr unsorted = scope.own(new Csr(scope.keep(offsets), scope.keep(neighbors)));
            // The adjacency is symmetric, so its transpose is itself, with every row in ascending order.
            Csr sorted = new CsrBuilder(memory, workers).transpose(unsorted, vertices);
            return new RankedGraph(sorted, scope.keep(ranks), leftCount);
        }
    }

    /** The ranked graph as a form of {@code graph}, see {@link NativeMemory#form}. The caller closes its use. */
    public static DerivedGraphCache.Use<RankedGraph> form(BipartiteGraph graph, NativeMemory memory, Workers workers) {
        return memory.form(key(graph), workers.cancellation(), () -> of(graph, memory, workers));
    }

    /** Whether an earlier call has left a ranked graph for {@link #form}. */
    public static boolean isPrepared(BipartiteGraph graph, NativeMemory memory) {
        return memory.forms().contains(key(graph));
    }

    private static DerivedGraphCache.Key key(BipartiteGraph graph) {
        return new DerivedGraphCache.Key(graph, "ranked");
    }

    /** Sets {@code offsets} to the first slot of each rank, and its last element to the number of slots. */
    private static void setOffsets(BipartiteGraph graph, OffHeapInts vertexAt, OffHeapLongs offsets, Workers workers) {
        workers.forRanges(vertexAt.length(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (long rank = from; rank < to; rank++) {
                offsets.set(rank, degree(graph, vertexAt.get(rank)));
            }
        });
        long start = 0;
        for (long rank = 0; rank < vertexAt.length(); rank++) {
            long degree = offsets.get(rank);
            offsets.set(rank, start);
            start += degree;
        }
        offsets.set(vertexAt.length(), start);
    }

    /** The degree of a vertex; right vertex {@code r} has the number {@code leftCount + r}. */
    private static long degree(BipartiteGraph graph, int vertex) {
        int leftCount = graph.leftCount();
        return vertex < leftCount ? graph.left().degree(vertex) : graph.right().degree(vertex - leftCount);
    }

    /** The rows by rank; neighbors are ranks too. */
    public Csr adjacency() {
        return adjacency;
    }

    /** The rank of the left vertex {@code left}: its row in {@link #adjacency}. */
    public int rankOfLeft(int left) {
        return ranks.get(left);
    }

    /** The rank of the right vertex {@code right}: its row in {@link #adjacency}. */
    public int rankOfRight(int right) {
        return ranks.get((long) leftCount + right);
    }

    /**
     * The off-heap bytes of a ranked graph with this many vertices of both sides together and this many edges: what
     * {@link #close} frees.
     */
    public static long bytes(long vertices, long edges) {
        return Csr.bytes(vertices, 2 * edges) + vertices * Integer.BYTES;
    }

    /** The most off-heap bytes that {@link #of} needs at once, its result included. */
    public static long peakBytes(long vertices, long edges) {
        long ranking =
                DegreeOrder.bytes(vertices, 2 * edges) + vertices * 2L * Integer.BYTES + (vertices + 1) * Long.BYTES;
        long unsorted = Csr.bytes(vertices, 2 * edges);
        long transposing = bytes(vertices, edges) + unsorted + CsrBuilder.transposingBytes(2 * edges);
        return Math.max(ranking, transposing);
    }

    @Override
    public long bytes() {
        return adjacency.bytes() + ranks.bytes();
    }

    @Override
    public void close() {
        adjacency.close();
        ranks.close();
    }
}
