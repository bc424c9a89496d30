package dev.motif.graph.weight;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The weights of groups of vertices which are all joined, cliques or bicliques: the sum of the weights of their edges, or the
 * least of these; 0 for a group without edges. They are handed on as longs in whose order the weights are: integers, or the bits of doubles. Integers
 * are added exactly, doubles in the order of the edges, so that who finds a group makes no difference; a sum beyond the range of
 * either is an error. Without the column it
 * is only known that groups have weights. The values stay in this process. Thread-safe.
 *
 * <p>Memory: 8 bytes a vertex of a unipartite graph, to find the numbers of edges; finding one takes
 * {@code O(log(degree / members))}.
 */
public final class GroupWeights implements AutoCloseable, Serializable {
    /** The key that says what the weight of a group is. */
    public static final String KEY = "weightAggregation";

    private static final long serialVersionUID = 1;

    /** The largest relative error of sums of at most {@link #MOST_ROUNDED} doubles. */
    private static final double ROUNDING = 1e-6;

    private static final long MOST_ROUNDED = 1L << 32;

    public enum Aggregation {
        /** The sum of the weights of its edges. */
        SUM,
        /** The least of these. */
        MIN
    }

    /**
     * How the graph that is searched is a part of the one with the weights.
     *
     * @param left the vertex of each left one of the part, or of each vertex of a unipartite part
     * @param right the vertex of each right one; null for a unipartite graph
     * @param moreLeft what groups have beside their vertices of the part, as vertices of the whole graph
     * @param moreRight the same on the right; none for a unipartite graph
     */
    public record Part(IntUnaryOperator left, IntUnaryOperator right, int[] moreLeft, int[] moreRight) {
        private static int[] whole(int[] vertices, IntUnaryOperator of, int[] more) {
            return IntStream.concat(Arrays.stream(vertices).map(of), Arrays.stream(more))
                    .sorted()
                    .toArray();
        }
    }

    private final EdgeWeights edges;
    private final Aggregation aggregation;

    /** The rows in whose order edges are numbered. */
    private final transient Csr rows;

    /** For each vertex of a unipartite graph the number of its first edge to a greater one; null for a bipartite one. */
    private final transient OffHeapLongs firstEdges;

    /** Null where the whole graph is searched. */
    private final transient Part part;

    private GroupWeights(EdgeWeights edges, Aggregation aggregation, Csr rows, OffHeapLongs firstEdges, Part part) {
        this.edges = edges;
        this.aggregation = aggregation;
        this.rows = rows;
        this.firstEdges = firstEdges;
        this.part = part;
    }

    /** Weights by a column that is not known yet. */
    public static GroupWeights named(EdgeWeights edges, Aggregation aggregation) {
        return new GroupWeights(edges, aggregation, null, null, null);
    }

    /**
     * The same weights with the weights of the edges of a graph; the caller closes them before the graph.
     *
     * @param values the weights of edges, with their values
     */
    public GroupWeights with(EdgeWeights values, Graph graph, NativeMemory memory, Workers workers) {
        if (graph instanceof BipartiteGraph bipartite) {
            return new GroupWeights(values, aggregation, bipartite.left(), null, null);
        }
        UnipartiteGraph unipartite = (UnipartiteGraph) graph;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs first = unipartite.firstEdges(scope, workers);
            return new GroupWeights(values, aggregation, unipartite.adjacency(), scope.keep(first), null);
        }
    }

    /**
     * The same weights for groups of vertices of a part of the graph, or of all of it where {@code searched} is null.
     * Only one of the two is to be closed.
     */
    public GroupWeights ofPart(Part searched) {
        return new GroupWeights(edges, aggregation, rows, firstEdges, searched);
    }

    /** The off-heap bytes that weights of groups of a unipartite graph need beside the weights of edges. */
    public static long bytes(long vertices) {
        return (vertices + 1) * Long.BYTES;
    }

    public EdgeWeights edges() {
        return edges;
    }

    public Aggregation aggregation() {
        return aggregation;
    }

    /**
     * The weight of edges, or of relationships, with these indexes.
     *
     * @throws IllegalArgumentException when a sum is too large
     */
    public long ofEdges(long[] indexes) {
        Fold fold = new Fold(0);
        for (long index : indexes) {
            fold.add(index);
        }
        return fold.weight();
    }

    /**
     * The weight of a clique.
     *
     * @param vertices ascending
     * @throws IllegalArgumentException when a sum is too large
     */
    public long of(int[] vertices) {
        return of(vertices, 0);
    }

    /** The weight of a clique, or any weight below {@code least} when its own is below {@code least}. */
    public long of(int[] vertices, long least) {
        Fold fold = new Fold(least);
        int[] whole = part == null ? vertices : Part.whole(vertices, part.left(), part.moreLeft());
        for (int i = 0; i < whole.length - 1 && !fold.ended; i++) {
            fold.add(whole[i], whole, i + 1);
        }
        return fold.weight();
    }

    /**
     * The weight of a biclique.
     *
     * @param left ascending
     * @param right ascending
     * @throws IllegalArgumentException when a sum is too large
     */
    public long of(int[] left, int[] right) {
        return of(left, right, 0);
    }

    /** The weight of a biclique, or any weight below {@code least} when its own is below {@code least}. */
    public long of(int[] left, int[] right, long least) {
        Fold fold = new Fold(least);
        int[] lefts = part == null ? left : Part.whole(left, part.left(), part.moreLeft());
        int[] rights = part == null ? right : Part.whole(right, part.right(), part.moreRight());
        for (int i = 0; i < lefts.length && !fold.ended; i++) {
            fold.add(lefts[i], rights, 0);
        }
        return fold.weight();
    }

    /** A weight as a number: an integer or a double. */
    public Number value(long weight) {
        // Not in one expression, which would make both numbers doubles.
        if (edges.areFloats()) {
            return Double.longBitsToDouble(weight);
        }
        return weight;
    }

    /** A number of edges, as large as can be, below which no group has this weight or a larger one. */
    public long leastEdges(long weight) {
        double largest = edges.largest();
        if (aggregation == Aggregation.MIN || largest == 0) {
            return 0;
        }
        if (!edges.areFloats()) {
            long most = (long) largest;
            return weight / most + (weight % most > 0 ? 1 : 0);
        }
        double sum = Math.min(Double.longBitsToDouble(weight), Double.MAX_VALUE);
        return (long) Math.min(sum / largest * (1 - ROUNDING), MOST_ROUNDED);
    }

    /** Adds the weights of edges up, or finds the least, as long as that is not below a bound. */
    private final class Fold {
        private final boolean least = aggregation == Aggregation.MIN;
        private final long bound;
        private boolean ended;
        private boolean empty = true;
        private long whole;
        private double real;

        Fold(long bound) {
            this.bound = bound;
        }

        /** Adds the edges of {@code u} to the vertices from {@code first} on, all of which are its neighbors. */
        void add(int u, int[] vertices, int first) {
            long end = rows.end(u);
            long slot = rows.start(u);
            for (int i = first; i < vertices.length && !ended; i++) {
                slot = slotFrom(slot, end, vertices[i]);
                add(firstEdges == null ? slot : firstEdges.get(u + 1L) - (end - slot));
            }
        }

        /** The slot of a neighbor that is at {@code from} or after it: near, or found by steps that double. */
        private long slotFrom(long from, long end, int neighbor) {
            long low = from;
            long step = 1;
            while (low + step < end && rows.neighbor(low + step) < neighbor) {
                low += step;
                step *= 2;
            }
            return rows.neighbors().lowerBound(low, Math.min(end, low + step + 1), neighbor);
        }

        private void add(long edge) {
            if (edges.areFloats()) {
                real = !least ? real + edges.of(edge) : empty ? edges.of(edge) : Math.min(real, edges.of(edge));
            } else {
                long value = edges.integer(edge);
                whole = !least ? exactSum(whole, value) : empty ? value : Math.min(whole, value);
            }
            empty = false;
            ended = least && weight() < bound;
        }

        long weight() {
            if (real > Double.MAX_VALUE) {
                throw edges.tooLarge("the sum of each group is", "the sum of one is larger; set " + KEY + ": 'MIN'");
            }
            // Without the sign of a zero.
            return edges.areFloats() ? Double.doubleToRawLongBits(real + 0.0) : whole;
        }
    }

    private static long exactSum(long sum, long value) {
        if (sum > Long.MAX_VALUE - value) {
            throw new IllegalArgumentException(
                    "`" + EdgeWeights.KEY + "` must be a column in which the INTEGERs of each"
                            + " group sum up to less than 2^63: make them FLOATs, or set " + KEY + ": 'MIN'");
        }
        return sum + value;
    }

    /** Frees what edges were numbered with; the weights of edges stay the caller's. */
    @Override
    public void close() {
        OffHeapScope.closeAll(firstEdges);
    }
}
