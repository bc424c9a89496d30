package dev.motif.algorithm.count.clique;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import java.math.BigInteger;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** Makes graphs whose cliques are known in closed form. */
public final class CliqueGraphs {
    private CliqueGraphs() {}

    public static EdgeList of(int vertices, BiPredicate<Integer, Integer> joined) {
        List<Edge> edges = IntStream.range(0, vertices)
                .boxed()
                .flatMap(u -> IntStream.range(u + 1, vertices)
                        .filter(v -> joined.test(u, v))
                        .mapToObj(v -> new Edge(u, v)))
                .toList();
        return new EdgeList(vertices, vertices, edges);
    }

    public static EdgeList complete(int vertices) {
        return of(vertices, (u, v) -> true);
    }

    /** A graph of all edges but 0-1, 2-3, and so on, which has {@code C(pairs, k) * 2^k} k-cliques. */
    static EdgeList cocktailParty(int pairs) {
        return of(2 * pairs, (u, v) -> u / 2 != v / 2);
    }

    /** A graph of all edges but those of a path, which has {@code C(vertices - k + 1, k)} k-cliques. */
    static EdgeList complementOfPath(int vertices) {
        return of(vertices, (u, v) -> v != u + 1);
    }

    /** A graph of all edges but those of a cycle: {@code vertices / (vertices - k) * C(vertices - k, k)} k-cliques. */
    static EdgeList complementOfCycle(int vertices) {
        return of(vertices, (u, v) -> v != u + 1 && (u > 0 || v < vertices - 1));
    }

    /**
     * A graph of all edges between {@code parts} parts of {@code size} vertices: {@code C(parts, k) * size^k}
     * k-cliques.
     */
    static EdgeList multipartite(int parts, int size) {
        return of(parts * size, (u, v) -> u / size != v / size);
    }

    public static BigInteger choices(int n, int k) {
        BigInteger ways = BigInteger.ONE;
        for (int i = 1; i <= k; i++) {
            ways = ways.multiply(BigInteger.valueOf(Math.max(0, n - i + 1))).divide(BigInteger.valueOf(i));
        }
        return ways;
    }
}
