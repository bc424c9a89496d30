package dev.motif.bench.generate;

/** The pairs {@code u < v} of vertices, numbered {@code v * (v - 1) / 2 + u}. */
final class VertexPairs {
    private VertexPairs() {}

    static long count(long vertices) {
        return vertices * (vertices - 1) / 2;
    }

    /** The larger vertex of a pair. */
    static int larger(long pair) {
        long v = (long) ((1 + Math.sqrt(1 + 8.0 * pair)) / 2);
        // The square root is off by a little for numbers beyond 2^53.
        while (count(v) > pair) {
            v--;
        }
        while (count(v + 1) <= pair) {
            v++;
        }
        return (int) v;
    }

    /** The smaller vertex of a pair whose larger one is {@code v}. */
    static int smaller(long pair, int v) {
        return (int) (pair - count(v));
    }
}
