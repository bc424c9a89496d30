package dev.motif.bench.generate;

import dev.motif.cypher.config.Configuration;

/** Graphs whose counts are known in closed form. */
final class RegularGraphs {
    private RegularGraphs() {}

    /** A bipartite graph that joins every left vertex with every right vertex. */
    static GraphRecipe complete(Configuration parameters) {
        int left = parameters.requiredInteger("left", 0, Integer.MAX_VALUE);
        int right = parameters.requiredInteger("right", 0, Integer.MAX_VALUE);
        return GraphRecipe.bipartite(left, right, (long) left * right, (from, to, sink) -> {
            for (long i = from; i < to; i++) {
                sink.add((int) (i / right), (int) (i % right));
            }
        });
    }

    /** A bipartite graph that joins every left vertex with every right vertex except the one of the same number. */
    static GraphRecipe crown(Configuration parameters) {
        int n = parameters.requiredInteger("n", 1, Integer.MAX_VALUE);
        return GraphRecipe.bipartite(n, n, (long) n * (n - 1), (from, to, sink) -> {
            for (long i = from; i < to; i++) {
                int u = (int) (i / (n - 1));
                int other = (int) (i % (n - 1));
                sink.add(u, other < u ? other : other + 1);
            }
        });
    }

    /** A bipartite graph that joins one left vertex with all right vertices. */
    static GraphRecipe star(Configuration parameters) {
        int leaves = parameters.requiredInteger("leaves", 0, Integer.MAX_VALUE);
        return GraphRecipe.bipartite(1, leaves, leaves, (from, to, sink) -> {
            for (long i = from; i < to; i++) {
                sink.add(0, (int) i);
            }
        });
    }

    /** A unipartite graph that joins every two vertices. */
    static GraphRecipe clique(Configuration parameters) {
        int n = parameters.requiredInteger("n", 0, Integer.MAX_VALUE);
        return GraphRecipe.unipartite(n, VertexPairs.count(n), (from, to, sink) -> {
            for (long i = from; i < to; i++) {
                int v = VertexPairs.larger(i);
                sink.add(VertexPairs.smaller(i, v), v);
            }
        });
    }
}
