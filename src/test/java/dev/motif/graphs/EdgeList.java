package dev.motif.graphs;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.EdgeBuckets;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A graph as its edges, in any order.
 *
 * @param left vertices on the left, or all vertices of a unipartite graph
 * @param right vertices on the right; the same as {@code left} for a unipartite graph
 * @param edges without duplicates; {@code left < right} in a unipartite graph
 */
public record EdgeList(int left, int right, List<Edge> edges) {
    public record Edge(int left, int right) implements Comparable<Edge> {
        private static final Comparator<Edge> ORDER =
                Comparator.comparingInt(Edge::left).thenComparingInt(Edge::right);

        @Override
        public int compareTo(Edge other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return left + "-" + right;
        }
    }

    public EdgeList {
        edges = List.copyOf(edges);
    }

    /** @param ends the ends of the edges: left, right, left, right, ... */
    public static EdgeList of(int left, int right, int... ends) {
        return new EdgeList(
                left,
                right,
                IntStream.range(0, ends.length / 2)
                        .mapToObj(i -> new Edge(ends[2 * i], ends[2 * i + 1]))
                        .toList());
    }

    /** This graph with its edges in the order of their indexes in a {@link BipartiteGraph}. */
    public EdgeList sorted() {
        return new EdgeList(left, right, edges.stream().sorted().toList());
    }

    public EdgeList transposed() {
        return new EdgeList(
                right, left, edges.stream().map(e -> new Edge(e.right, e.left)).toList());
    }

    /** The neighbors of each left vertex on the right. */
    public BitSet[] rows() {
        BitSet[] rows = Stream.generate(BitSet::new).limit(left).toArray(BitSet[]::new);
        edges.forEach(edge -> rows[edge.left].set(edge.right));
        return rows;
    }

    /** The neighbors of each vertex of a unipartite graph. */
    public BitSet[] neighbors() {
        BitSet[] rows = rows();
        edges.forEach(edge -> rows[edge.right].set(edge.left));
        return rows;
    }

    /** This graph with random other ids on both sides and another order of the edges. */
    public EdgeList relabelled(long seed) {
        List<Edge> shuffled = new ArrayList<>(relabelled(permutation(left, seed), permutation(right, ~seed)).edges);
        Collections.shuffle(shuffled, new Random(seed));
        return new EdgeList(left, right, shuffled);
    }

    /**
     * This graph with other ids.
     *
     * @param newLeft the new id of each left vertex
     * @param newRight the new id of each right vertex
     */
    public EdgeList relabelled(List<Integer> newLeft, List<Integer> newRight) {
        return new EdgeList(
                left,
                right,
                edges.stream()
                        .map(e -> new Edge(newLeft.get(e.left), newRight.get(e.right)))
                        .toList());
    }

    public static List<Integer> permutation(int count, long seed) {
        List<Integer> ids = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(ids, new Random(seed));
        return ids;
    }

    /** This graph and {@code other} in one graph, with the vertices of {@code other} after those of this. */
    public EdgeList disjointUnion(EdgeList other) {
        Stream<Edge> moved = other.edges.stream().map(e -> new Edge(e.left + left, e.right + right));
        return new EdgeList(
                left + other.left,
                right + other.right,
                Stream.concat(edges.stream(), moved).toList());
    }

    /** Owned by the caller. */
    public BipartiteGraph toGraph(NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Csr rows = scope.own(toCsr(memory, workers));
            Csr columns = new CsrBuilder(memory, workers).transpose(rows, right);
            return new BipartiteGraph(scope.keep(rows), columns);
        }
    }

    /** Owned by the caller. */
    public UnipartiteGraph toUnipartiteGraph(NativeMemory memory, Workers workers) {
        CsrBuilder builder = new CsrBuilder(memory, workers);
        try (Csr forward = toCsr(memory, workers);
                Csr backward = builder.transpose(forward, right)) {
            return new UnipartiteGraph(builder.symmetric(forward, backward));
        }
    }

    /** The right neighbors of each left vertex. Owned by the caller. */
    public Csr toCsr(NativeMemory memory, Workers workers) {
        try (EdgeBuckets buckets = new EdgeBuckets(memory, left, right, edges.size(), false)) {
            try (EdgeBuckets.Writer writer = buckets.writer()) {
                edges.forEach(edge -> writer.add(edge.left, edge.right));
            }
            return new CsrBuilder(memory, workers).build(buckets).csr();
        }
    }
}
