package dev.motif.bench.generate;

import dev.motif.cypher.config.Configuration;
import java.util.Arrays;

/**
 * Bipartite graphs in which the number of two-hop neighbors of a left vertex follows a power law, as S1 and S2 of the
 * GBC paper do. A left vertex gets right neighbors in proportion to the two-hop neighbors that it shall have, since each
 * of them brings about equally many; they are drawn uniformly, without duplicates.
 */
final class TwoHopGraphs {
    /** Degrees are kept on the heap. */
    private static final int MAX_LEFT = 1 << 26;

    private static final int HALVINGS = 200;

    private TwoHopGraphs() {}

    /**
     * A graph of exactly {@code edges} distinct edges; left vertices have a neighbor at least, and fall in degree.
     *
     * <p>The share of vertices with t two-hop neighbors is proportional to {@code t^-exponent}, as far as the number of
     * vertices allows.
     */
    static GraphRecipe twoHop(Configuration parameters) {
        int left = parameters.requiredInteger("left", 1, MAX_LEFT);
        int right = parameters.requiredInteger("right", 1, Integer.MAX_VALUE);
        long edges = parameters.requiredLong("edges", left, (long) left * right);
        double exponent = parameters.requiredNumber("exponent", 1.1, 100);
        long seed = parameters.requiredLong("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        long[] starts = starts(left, right, edges, 1 / (exponent - 1));
        return GraphRecipe.bipartite(left, right, edges, (from, to, sink) -> {
            int u = vertexOf(starts, from);
            IndexPermutation neighbors = new IndexPermutation(right, Mixer.mix(seed + u));
            for (long i = from; i < to; i++) {
                if (i == starts[u + 1]) {
                    u++;
                    neighbors = new IndexPermutation(right, Mixer.mix(seed + u));
                }
                sink.add(u, (int) neighbors.at(i - starts[u]));
            }
        });
    }

    /** The number of the first edge of each left vertex, and of all edges at the end. */
    private static long[] starts(int left, int right, long edges, double slope) {
        double low = 0;
        double high = 2.0 * right * Math.pow(left, slope);
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (Arrays.stream(degrees(left, right, middle, slope))
                            .asLongStream()
                            .sum()
                    <= edges) {
                low = middle;
            } else {
                high = middle;
            }
        }
        int[] degrees = degrees(left, right, low, slope);
        long missing = edges - Arrays.stream(degrees).asLongStream().sum();
        for (int u = 0; missing > 0; u = (u + 1) % left) {
            if (degrees[u] < right) {
                degrees[u]++;
                missing--;
            }
        }
        long[] starts = new long[left + 1];
        for (int u = 0; u < left; u++) {
            starts[u + 1] = starts[u] + degrees[u];
        }
        return starts;
    }

    /** Degrees in [1, right] that fall as a power of the vertex's number. */
    private static int[] degrees(int left, int right, double scale, double slope) {
        int[] degrees = new int[left];
        for (int u = 0; u < left; u++) {
            degrees[u] = (int) Math.max(1, Math.min(right, scale * Math.pow(u + 1.0, -slope)));
        }
        return degrees;
    }

    static int vertexOf(long[] starts, long edge) {
        int low = 0;
        int high = starts.length - 1;
        while (low + 1 < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] <= edge) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
