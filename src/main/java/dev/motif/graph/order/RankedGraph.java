package dev.motif.graph.order;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * A graph in one id space, relabelled by degree: rank 0 is the vertex of the largest degree, ties go to the left side
 * first, then to the smaller id. Every row is sorted by rank, so the high-priority neighbors come first.
 *
 * <p>Both directions are stored: {@code 2 * edgeCount} slots. Owns its memory.
 *
 * @param adjacency the rows by rank; neighbors are ranks too
 * @param ranks the rank of each vertex, the left ones first
 * @param leftCount how many vertices are on the left; all of a unipartite graph
 */
public record RankedGraph(Csr adjacency, OffHeapInts ranks, int leftCount) implements DerivedGraphCache.Form {
    private static final long VERTICES_PER_TASK = 1 << 14;
    private static final long SLOTS_PER_TASK = 1 << 13;

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
        return new Ranking(graph.left(), graph.right(), memory, workers).rank();
    }

    /** Ranks the vertices of a unipartite graph and copies its edges. The caller owns the result. */
    public static RankedGraph of(UnipartiteGraph graph, NativeMemory memory, Workers workers) {
        return new Ranking(graph.adjacency(), null, memory, workers).rank();
    }

    /** The ranked graph as a form of {@code graph}, see {@link NativeMemory#form}. The caller closes its use. */
    public static DerivedGraphCache.Use<RankedGraph> form(BipartiteGraph graph, NativeMemory memory, Workers workers) {
        return memory.form(key(graph), workers.cancellation(), () -> of(graph, memory, workers));
    }

    /**
     * The form of a unipartite graph with ranked vertices, which the cache keeps; see {@link #form(BipartiteGraph,
     * NativeMemory, Workers)}.
     */
    public static DerivedGraphCache.Use<RankedGraph> form(UnipartiteGraph graph, NativeMemory memory, Workers workers) {
        return memory.form(key(graph), workers.cancellation(), () -> of(graph, memory, workers));
    }

    /** Whether an earlier call has left a ranked graph for {@link #form}. */
    public static boolean isPrepared(BipartiteGraph graph, NativeMemory memory) {
        return memory.forms().contains(key(graph));
    }

    private static DerivedGraphCache.Key key(Graph graph) {
        return new DerivedGraphCache.Key(graph, "ranked");
    }

    /**
     * Makes a ranked graph of one or two sides; right vertex {@code r} has the number {@code leftCount + r}.
     *
     * @param right null for a unipartite graph
     */
    private record Ranking(Csr left, Csr right, NativeMemory memory, Workers workers) {
        RankedGraph rank() {
            int leftCount = left.vertexCount();
            int vertices = leftCount + (right == null ? 0 : right.vertexCount());
            // Every edge has a slot in each direction.
            long slots = left.slotCount() + (right == null ? 0 : right.slotCount());
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapInts ranks = scope.ints(vertices);
                OffHeapInts vertexAt = scope.ints(vertices);
                OffHeapLongs offsets = scope.longs(vertices + 1L);
                DegreeOrder.rank(this::degree, ranks, vertexAt, memory, workers);
                setOffsets(vertexAt, offsets);
                OffHeapInts neighbors = scope.ints(slots);
                Csr unsorted = scope.own(new Csr(scope.keep(offsets), scope.keep(neighbors)));
                // Ranges are cut by slots, not by ranks: the first ranks have most slots.
                workers.forRanges(slots, SLOTS_PER_TASK, (worker, from, to) -> {
                    int rank = unsorted.vertexOf(from);
                    for (long at = from; at < to; rank++) {
                        int vertex = vertexAt.get(rank);
                        boolean isLeft = vertex < leftCount;
                        Csr rows = isLeft ? left : right;
                        int neighborBase = isLeft && right != null ? leftCount : 0;
                        long slot = rows.start(isLeft ? vertex : vertex - leftCount) + at - unsorted.start(rank);
                        for (long end = Math.min(to, unsorted.end(rank)); at < end; at++) {
                            neighbors.set(at, ranks.get(neighborBase + rows.neighbor(slot++)));
                        }
                    }
                });
                scope.close(vertexAt);
                // The adjacency is symmetric, so its transpose is itself, with every row in ascending order.
                Csr sorted = new CsrBuilder(memory, workers).transpose(unsorted, vertices);
                return new RankedGraph(sorted, scope.keep(ranks), leftCount);
            }
        }

        /** Sets {@code offsets} to the first slot of each rank, and its last element to the number of slots. */
        private void setOffsets(OffHeapInts vertexAt, OffHeapLongs offsets) {
            workers.forRanges(vertexAt.length(), VERTICES_PER_TASK, (worker, from, to) -> {
                for (long rank = from; rank < to; rank++) {
                    offsets.set(rank, degree(vertexAt.get(rank)));
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

        private long degree(int vertex) {
            int leftCount = left.vertexCount();
            return vertex < leftCount ? left.degree(vertex) : right.degree(vertex - leftCount);
        }
    }

    /** The rank of the left vertex {@code left}, or of one of a unipartite graph: its row in {@link #adjacency}. */
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
