package dev.motif.graph.order;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Workers;
import java.util.function.IntToLongFunction;

/**
 * Orders vertices by degree, the largest first; among vertices of equal degree the smaller id comes first. Each worker counts
 * the degrees of a range of vertices, and then places these; vertices of the largest degrees, of which there are few, are
 * sorted after that.
 */
final class DegreeOrder {
    /** Degrees from this one on, or from an earlier one in a small graph, are taken together at first. */
    private static final int HEAVY = (1 << 16) - 1;

    private static final int LEAST_HEAVY = (1 << 10) - 1;
    private static final int VERTICES_OF_DEGREE = 1 << 4;

    private final IntToLongFunction degree;
    private final OffHeapInts ranks;
    private final OffHeapInts vertexAt;
    private final int vertices;

    /** From this degree on a vertex is heavy. */
    private final int heavy;

    private DegreeOrder(IntToLongFunction degree, OffHeapInts ranks, OffHeapInts vertexAt) {
        this.degree = degree;
        this.ranks = ranks;
        this.vertexAt = vertexAt;
        this.vertices = (int) ranks.length();
        this.heavy = (int) heavy(vertices);
    }

    /**
     * Ranks all vertices; rank 0 is the first vertex of the order.
     *
     * @param degree gives the degree of each vertex, below the number of vertices
     * @param ranks receives the rank of each vertex
     * @param vertexAt receives the vertex of each rank
     */
    static void rank(
            IntToLongFunction degree, OffHeapInts ranks, OffHeapInts vertexAt, NativeMemory memory, Workers workers) {
        new DegreeOrder(degree, ranks, vertexAt).rank(memory, workers);
    }

    /** The off-heap bytes that {@link #rank} needs in addition to its arguments, at most, for a sum of all degrees. */
    static long bytes(long vertices, long degrees) {
        return vertices <= LEAST_HEAVY ? 0 : Math.min(vertices, degrees / heavy(vertices)) * 4 * Long.BYTES;
    }

    private static long heavy(long vertices) {
        return Math.max(LEAST_HEAVY, Math.min(HEAVY, vertices / VERTICES_OF_DEGREE));
    }

    private void rank(NativeMemory memory, Workers workers) {
        int chunk = Math.max(heavy, vertices / workers.concurrency() + 1);
        int[][] places = new int[vertices / chunk + 1][heavy + 1];
        workers.forRanges(vertices, chunk, (worker, from, to) -> {
            int[] counts = places[(int) (from / chunk)];
            for (int v = (int) from; v < to; v++) {
                counts[classOf(v)]++;
            }
        });
        int place = 0;
        int heavies = 0;
        for (int degreeClass = 0; degreeClass <= heavy; degreeClass++) {
            for (int[] counts : places) {
                int count = counts[degreeClass];
                counts[degreeClass] = place;
                place += count;
            }
            heavies = degreeClass == 0 ? place : heavies;
        }
        workers.forRanges(vertices, chunk, (worker, from, to) -> {
            int[] next = places[(int) (from / chunk)];
            for (int v = (int) from; v < to; v++) {
                put(next[classOf(v)]++, v);
            }
        });
        if (heavies > 0) {
            sortHeavy(heavies, memory, workers);
        }
    }

    /** The larger the degree, the smaller the class. */
    private int classOf(int vertex) {
        return heavy - (int) Math.min(heavy, degree.applyAsLong(vertex));
    }

    private void put(int rank, int vertex) {
        ranks.set(vertex, rank);
        vertexAt.set(rank, vertex);
    }

    /** Orders the first vertices, which are in the order of their ids. */
    private void sortHeavy(int count, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs keys = scope.longs(count);
            OffHeapLongs ids = scope.longs(count);
            for (int rank = 0; rank < count; rank++) {
                keys.set(rank, Integer.MAX_VALUE - degree.applyAsLong(vertexAt.get(rank)));
                ids.set(rank, vertexAt.get(rank));
            }
            RadixSort.Sorted byDegree = RadixSort.sort(
                    keys, ids, scope.longs(count), scope.longs(count), count, Integer.SIZE - 1, workers.cancellation());
            for (int rank = 0; rank < count; rank++) {
                put(rank, (int) byDegree.payloads().get(rank));
            }
        }
    }
}
