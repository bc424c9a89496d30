package dev.motif.bench.generate;

import dev.motif.cypher.config.Configuration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Bipartite graphs like users and the films that they rated: few users rated many films and few films have most ratings,
 * so that these users and films are joined densely.
 */
final class RatingGraphs {
    /** A left vertex is drawn for again in each block that has one of its edges. */
    private static final int MAX_SIDE = 1 << 20;

    private static final int HALVINGS = 200;

    /** How the logarithms of the degrees grow from the smallest to the largest; fitted to MovieLens 100K. */
    private static final double CURVE = 1.4;

    /** The logarithm of how much more likely the most popular right vertex is than the least popular one. */
    private static final double POPULARITY = 6.4;

    private RatingGraphs() {}

    /**
     * A graph of exactly {@code edges} distinct edges. Left vertices have {@code least} neighbors or more, growing with
     * their numbers. Each draws its neighbors one after the other, without duplicates, by popularity, which grows with
     * the number of the right vertex.
     */
    static GraphRecipe ratings(Configuration parameters) {
        int left = parameters.requiredInteger("left", 1, MAX_SIDE);
        int right = parameters.requiredInteger("right", 1, MAX_SIDE);
        int least = parameters.requiredInteger("least", 1, right);
        long edges = parameters.requiredLong("edges", (long) left * least, (long) left * right);
        long seed = parameters.requiredLong("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        long[] starts = starts(left, right, least, edges);
        return GraphRecipe.bipartite(left, right, edges, (from, to, sink) -> {
            int u = TwoHopGraphs.vertexOf(starts, from);
            int[] neighbors = neighbors(right, seed + u);
            for (long i = from; i < to; i++) {
                if (i == starts[u + 1]) {
                    u++;
                    neighbors = neighbors(right, seed + u);
                }
                sink.add(u, neighbors[(int) (i - starts[u])]);
            }
        });
    }

    /** The number of the first edge of each left vertex, and of all edges at the end. */
    private static long[] starts(int left, int right, int least, long edges) {
        double low = 0;
        double high = Math.log(right) * left * left;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            boolean isEnough =
                    Arrays.stream(degrees(left, right, least, middle)).sum() <= edges;
            low = isEnough ? middle : low;
            high = isEnough ? high : middle;
        }
        long[] degrees = degrees(left, right, least, low);
        long missing = edges - Arrays.stream(degrees).sum();
        for (int u = left - 1; missing > 0; u = (u + left - 1) % left) {
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

    private static long[] degrees(int left, int right, int least, double growth) {
        long[] degrees = new long[left];
        Arrays.setAll(
                degrees, u -> (long) Math.min(right, least * Math.exp(growth * Math.pow((u + 0.5) / left, CURVE))));
        return degrees;
    }

    /**
     * All right vertices in the order in which they are drawn by popularity: by the keys of Efraimidis and Spirakis,
     * "Weighted random sampling with a reservoir", IPL 97(5), 2006, doi:10.1016/j.ipl.2005.11.003.
     */
    private static int[] neighbors(int right, long seed) {
        SplittableRandom random = new SplittableRandom(Mixer.mix(seed));
        double[] keys = new double[right];
        Arrays.setAll(keys, v -> Math.log(-Math.log(1 - random.nextDouble())) - POPULARITY * (v + 0.5) / right);
        return IntStream.range(0, right)
                .boxed()
                .sorted((v, w) -> Double.compare(keys[v], keys[w]))
                .mapToInt(v -> v)
                .toArray();
    }
}
