package dev.motif.bench.generate;

import dev.motif.cypher.config.Configuration;
import java.util.SplittableRandom;

/** Random graphs. Equal parameters, the seed included, give equal graphs. */
final class RandomGraphs {
    private static final long MAX_DRAWS = 1L << 40;
    private static final int MAX_SCALE = 30;
    private static final int MAX_EDGE_FACTOR = 1 << 10;

    /** The shares of R-MAT's quadrants, added up, as in Graph500: a = 0.57, b = c = 0.19, d = 0.05. */
    private static final double A = 0.57;

    private static final double A_B = A + 0.19;
    private static final double A_B_C = A_B + 0.19;

    private RandomGraphs() {}

    /**
     * A bipartite graph of exactly {@code edges} distinct edges, each pair of a left and a right vertex equally likely.
     */
    static GraphRecipe uniform(Configuration parameters) {
        int left = parameters.requiredInteger("left", 0, Integer.MAX_VALUE);
        int right = parameters.requiredInteger("right", 0, Integer.MAX_VALUE);
        long cells = (long) left * right;
        long edges = parameters.requiredLong("edges", 0, cells);
        IndexPermutation sample = new IndexPermutation(cells, seed(parameters));
        return GraphRecipe.bipartite(left, right, edges, (from, to, sink) -> {
            for (long i = from; i < to; i++) {
                long cell = sample.at(i);
                sink.add((int) (cell / right), (int) (cell % right));
            }
        });
    }

    /** A unipartite graph of exactly {@code edges} distinct edges, each pair of vertices equally likely: G(n, m). */
    static GraphRecipe gnm(Configuration parameters) {
        int n = parameters.requiredInteger("n", 0, Integer.MAX_VALUE);
        long edges = parameters.requiredLong("edges", 0, VertexPairs.count(n));
        IndexPermutation sample = new IndexPermutation(VertexPairs.count(n), seed(parameters));
        return GraphRecipe.unipartite(n, edges, (from, to, sink) -> {
            for (long i = from; i < to; i++) {
                long pair = sample.at(i);
                int v = VertexPairs.larger(pair);
                sink.add(VertexPairs.smaller(pair, v), v);
            }
        });
    }

    /**
     * A bipartite graph in which both ends of an edge are {@code floor(n * x^skew)} for x uniform in [0, 1), so that
     * low ids have high degrees. It draws {@code edges} times and drops duplicates, so the graph has fewer edges; the
     * higher the skew, the fewer.
     */
    static GraphRecipe powerLaw(Configuration parameters) {
        int left = parameters.requiredInteger("left", 1, Integer.MAX_VALUE);
        int right = parameters.requiredInteger("right", 1, Integer.MAX_VALUE);
        long edges = parameters.requiredLong("edges", 0, MAX_DRAWS);
        double skew = parameters.requiredNumber("skew", 0.1, 100);
        long seed = seed(parameters);
        return GraphRecipe.bipartite(left, right, edges, (from, to, sink) -> {
            SplittableRandom random = Mixer.random(seed, from);
            for (long i = from; i < to; i++) {
                int u = skewed(random, left, skew);
                sink.add(u, skewed(random, right, skew));
            }
        });
    }

    private static int skewed(SplittableRandom random, int count, double skew) {
        // The power may round up to 1.
        return Math.min(count - 1, (int) (count * Math.pow(random.nextDouble(), skew)));
    }

    /**
     * A unipartite graph by R-MAT: {@code 2^scale} vertices, {@code edgefactor * 2^scale} draws; duplicates and
     * self-loops are dropped and vertex ids permuted. Chakrabarti et al., "R-MAT: A Recursive Model for Graph Mining",
     * SDM 2004, doi:10.1137/1.9781611972740.43, with the parameters of Graph500.
     */
    static GraphRecipe kronecker(Configuration parameters) {
        int scale = parameters.requiredInteger("scale", 1, MAX_SCALE);
        long draws = (long) parameters.requiredInteger("edgefactor", 1, MAX_EDGE_FACTOR) << scale;
        long seed = seed(parameters);
        IndexPermutation ids = new IndexPermutation(1L << scale, seed);
        return GraphRecipe.unipartite(1 << scale, draws, (from, to, sink) -> {
            SplittableRandom random = Mixer.random(seed, from);
            for (long i = from; i < to; i++) {
                long cell = quadrants(random, scale);
                sink.add((int) ids.at(cell >>> Integer.SIZE), (int) ids.at(cell & 0xffffffffL));
            }
        });
    }

    /** A random cell of the adjacency matrix: the row in the upper 32 bits, the column in the lower ones. */
    private static long quadrants(SplittableRandom random, int scale) {
        long row = 0;
        long column = 0;
        for (int level = 0; level < scale; level++) {
            double x = random.nextDouble();
            row = 2 * row + (x < A_B ? 0 : 1);
            column = 2 * column + (x < A || (x >= A_B && x < A_B_C) ? 0 : 1);
        }
        return (row << Integer.SIZE) | column;
    }

    private static long seed(Configuration parameters) {
        return parameters.requiredLong("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    }
}
