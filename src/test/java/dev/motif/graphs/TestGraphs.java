package dev.motif.graphs;

import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.weight.EdgeWeights;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.parallel.Workers;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes well-known graphs. */
public final class TestGraphs {
    private TestGraphs() {}

    /** Weights that edges have, as of {@link EdgeWeights#with}. */
    public static EdgeWeights weights(OffHeapLongs values, boolean areFloats) {
        return EdgeWeights.named("w")
                .with(values, areFloats, Workers.of(2), edge -> new IllegalArgumentException("edge " + edge));
    }

    /** No vertices at all. */
    public static EdgeList empty() {
        return edgeless(0, 0);
    }

    public static EdgeList edgeless(int left, int right) {
        return new EdgeList(left, right, List.of());
    }

    /** {@code K_{left,right}}: every left vertex is joined to every right vertex. */
    public static EdgeList complete(int left, int right) {
        return where(left, right, (u, v) -> true);
    }

    /** {@code K_{n,n}} without a perfect matching. */
    public static EdgeList crown(int n) {
        return where(n, n, (u, v) -> !u.equals(v));
    }

    /** A star of one left vertex and {@code leaves} right vertices. */
    public static EdgeList star(int leaves) {
        return complete(1, leaves);
    }

    /** A path of {@code edges} edges that begins on the left. */
    public static EdgeList path(int edges) {
        return new EdgeList(
                edges / 2 + 1,
                (edges + 1) / 2,
                IntStream.range(0, edges)
                        .mapToObj(i -> new Edge((i + 1) / 2, i / 2))
                        .toList());
    }

    /** A cycle of {@code 2 * half} edges, {@code half >= 2}. */
    public static EdgeList cycle(int half) {
        return where(half, half, (u, v) -> v.equals(u) || v == (u + 1) % half);
    }

    /** {@code K_{2,2}}. */
    public static EdgeList butterfly() {
        return complete(2, 2);
    }

    /** Two butterflies that share the edge 1-1 and nothing else. */
    public static EdgeList butterfliesWithCommonEdge() {
        return EdgeList.of(3, 3, 0, 0, 0, 1, 1, 0, 1, 1, 1, 2, 2, 1, 2, 2);
    }

    /** Well-known graphs with all special cases, for tests of what holds for every graph. */
    public static List<EdgeList> all() {
        return Stream.of(
                        Stream.of(empty(), edgeless(3, 0), edgeless(0, 3), edgeless(4, 5)),
                        Stream.of(complete(1, 1), butterfly(), complete(2, 9), complete(7, 5), crown(2), crown(6)),
                        Stream.of(star(6), star(6).transposed(), path(1), path(2), path(3), path(8), cycle(2)),
                        Stream.of(
                                cycle(5),
                                butterfliesWithCommonEdge(),
                                butterfly().disjointUnion(butterfly())),
                        Stream.of(edgeless(3, 3).disjointUnion(complete(3, 4)).disjointUnion(edgeless(2, 2))))
                .flatMap(graphs -> graphs)
                .toList();
    }

    private static EdgeList where(int left, int right, BiPredicate<Integer, Integer> joined) {
        return new EdgeList(
                left,
                right,
                IntStream.range(0, left)
                        .boxed()
                        .flatMap(u -> IntStream.range(0, right)
                                .filter(v -> joined.test(u, v))
                                .mapToObj(v -> new Edge(u, v)))
                        .toList());
    }
}
