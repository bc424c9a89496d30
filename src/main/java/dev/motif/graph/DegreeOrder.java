package dev.motif.graph;

import dev.motif.parallel.Cancellation;
import java.util.function.IntToLongFunction;

/** Orders vertices by degree, the largest first; among vertices of equal degree the smaller id comes first. */
final class DegreeOrder {
    private DegreeOrder() {}

    /**
     * Ranks all vertices; rank 0 is the first vertex of the order.
     *
     * @param degree gives the degree of each vertex
     * @param ranks receives the rank of each vertex
     * @param vertexAt receives the vertex of each rank
     */
    static void rank(
            IntToLongFunction degree,
            OffHeapInts ranks,
            OffHeapInts vertexAt,
            NativeMemory memory,
            Cancellation cancellation) {
        long vertices = ranks.length();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs keys = scope.longs(vertices);
            OffHeapLongs ids = scope.longs(vertices);
            long largest = 0;
            for (int v = 0; v < vertices; v++) {
                keys.set(v, degree.applyAsLong(v));
                ids.set(v, v);
                largest = Math.max(largest, keys.get(v));
            }
            for (long v = 0; v < vertices; v++) {
                keys.set(v, largest - keys.get(v));
            }
            int bits = Long.SIZE - Long.numberOfLeadingZeros(largest);
            RadixSort.Sorted byDegree = RadixSort.sort(
                    keys, ids, scope.longs(vertices), scope.longs(vertices), vertices, bits, cancellation);
            for (int rank = 0; rank < vertices; rank++) {
                int vertex = (int) byDegree.payloads().get(rank);
                ranks.set(vertex, rank);
                vertexAt.set(rank, vertex);
            }
        }
    }

    /** The off-heap bytes that {@link #rank} needs in addition to its arguments. */
    static long bytes(long vertices) {
        return vertices * 4L * Long.BYTES;
    }
}
