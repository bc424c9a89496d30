package dev.motif.algorithm.group.densest;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.Graph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Steps;
import java.math.BigInteger;

/**
 * Finds the densest subgraph, approximately.
 *
 * <pre>{@code density(S) = patterns whose vertices are all in S / |S|}</pre>
 *
 * <p>Peeling: let {@code S} be the remaining vertices, at first all, and {@code s} the number of vertices of a counted
 * pattern, such as k of a k-clique. Each round takes away vertices that are in at most {@code s * density(S)} patterns
 * of {@code S}, the vertices in the fewest patterns first; rounds go on until no vertex remains. There always are such
 * vertices, since a vertex is in {@code s * density(S)} patterns on average. The result is the densest {@code S} of all
 * rounds.
 *
 * <p>Guarantee: its density is at least {@code 1 / s} of the largest one. In a densest subgraph each vertex is in at
 * least {@code density} patterns, or the subgraph would be denser without it. When the first of its vertices is taken
 * away, {@code density <= patterns of S with that vertex <= s * density(S)}.
 *
 * <p>Each round counts in a graph of the remaining vertices, on whichever backend. Peeling itself takes little time and
 * is done on the CPU.
 *
 * <p>Source: Bahmani, Kumar and Vassilvitskii, "Densest Subgraph in Streaming and MapReduce", PVLDB 5(5), 2012,
 * doi:10.14778/2140436.2140442.
 *
 * @param type the kind of graph: bipartite or unipartite
 * @param members the number of vertices of a counted pattern
 */
public record DensestSearch<G extends Graph>(
        Class<G> type, G graph, int members, Execution execution, Counting<G> counting) {
    private static final int GONE = -1;

    /** A round takes away at least one of this many equal parts of the vertices, as far as the threshold allows. */
    private static final int PARTS = 16;

    /** Counts by vertex. */
    @FunctionalInterface
    public interface Counting<G> {
        /**
         * @param rest what remains of the graph
         * @param left the vertex of the original graph for each left vertex of the rest, or for each of a unipartite one
         * @param right the same for the right vertices; of length 0 in a unipartite graph
         */
        VertexCounts of(G rest, OffHeapInts left, OffHeapInts right);
    }

    /** The off-heap memory of counting, and of the remaining graph meanwhile. */
    public static MemoryEstimate estimate(String name, GraphSize size, MemoryEstimate counting) {
        // Two copies of the remaining graph exist only while nothing is counted.
        MemoryEstimate peeling = MemoryEstimate.range(
                "the next round",
                0,
                size.vertices() * (OffHeapSums.BYTES + 2L * Integer.BYTES)
                        + graphBytes(size)
                        + (size.right() > 0 ? CsrBuilder.transposingBytes(size.edges()) : 0));
        return MemoryEstimate.sum(
                name,
                MemoryEstimate.range("the remaining graph", 0, graphBytes(size)),
                MemoryEstimate.largest("a round", counting, peeling),
                MemoryEstimate.of("rounds by vertex", 2 * size.vertices() * Integer.BYTES));
    }

    /** The off-heap bytes of the remaining graph, at most. */
    private static long graphBytes(GraphSize size) {
        return (size.vertices() + 2) * Long.BYTES + size.vertices() * Integer.BYTES + 2 * size.edges() * Integer.BYTES;
    }

    /**
     * The remaining graph.
     *
     * @param graph the subgraph of the remaining vertices, numbered from 0
     * @param left the vertex of the original graph for each left vertex, or for each of a unipartite one
     * @param right the vertex of the original graph for each right vertex; of length 0 in a unipartite graph
     */
    private record Rest<G extends Graph>(G graph, OffHeapInts left, OffHeapInts right) implements AutoCloseable {
        long vertices() {
            return left.length() + right.length();
        }

        @Override
        public void close() {
            graph.close();
            left.close();
            right.close();
        }
    }

    /** Peels until no vertex remains, and returns the densest subgraph on the way. */
    public DensestSubgraph find() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapInts left = scope.ints(0);
            OffHeapInts right = scope.ints(0);
            BigInteger best = BigInteger.ZERO;
            long edges = 0;
            long rounds = 0;
            Rest<G> rest = scope.own(whole());
            while (rest.vertices() > 0) {
                rounds++;
                Rest<G> next;
                // What was prepared of the original graph may be there.
                G counted = rounds == 1 ? graph : rest.graph;
                try (VertexCounts counts = counting.of(counted, rest.left, rest.right)) {
                    BigInteger found = counts.total();
                    if (isDenser(found, rest.vertices(), best, left.length() + right.length())) {
                        best = found;
                        edges = counted.edgeCount();
                        scope.close(left);
                        scope.close(right);
                        left = scope.own(copy(rest.left));
                        right = scope.own(copy(rest.right));
                    }
                    Rest<G> current = rest;
                    next = scope.own(execution.time(Stage.COMPUTE, () -> peeled(current, counts)));
                }
                scope.close(rest);
                rest = next;
            }
            return new DensestSubgraph(best, edges, rounds, scope.keep(left), scope.keep(right));
        }
    }

    /** Whether a / n is more than b / m, where 0 / 0 counts as 0. */
    private static boolean isDenser(BigInteger a, long n, BigInteger b, long m) {
        return m == 0
                ? a.signum() > 0
                : a.multiply(BigInteger.valueOf(m)).compareTo(b.multiply(BigInteger.valueOf(n))) > 0;
    }

    private OffHeapInts copy(OffHeapInts source) {
        OffHeapInts copy = execution.memory().ints(source.length());
        copy.copyFrom(source, 0, 0, source.length());
        return copy;
    }

    private Rest<G> whole() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            GraphSize size = GraphSize.of(graph);
            OffHeapInts left = scope.ints(size.left());
            OffHeapInts right = scope.ints(size.right());
            for (int v = 0; v < left.length(); v++) {
                left.set(v, v);
            }
            for (int v = 0; v < right.length(); v++) {
                right.set(v, v);
            }
            return rest(graph, left, right, left, right);
        }
    }

    /** The graph without the vertices of the next round. */
    private Rest<G> peeled(Rest<G> rest, VertexCounts counts) {
        BigInteger most = threshold(rest.vertices(), counts);
        Steps steps = steps();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapInts left = above(counts.left(), most, steps, scope);
            OffHeapInts right = counts.right() == null ? scope.ints(0) : above(counts.right(), most, steps, scope);
            return rest(rest.graph, left, right, rest.left, rest.right);
        }
    }

    /**
     * The count up to which vertices are taken away next. Vertices in nothing go first. Otherwise vertices go that are in at
     * most {@link #members} times the density, which is the average. The threshold is halved as long as a
     * sixteenth of the vertices stay below it, so that few good vertices go with the bad ones.
     */
    private BigInteger threshold(long vertices, VertexCounts counts) {
        if (counts.atMost(BigInteger.ZERO) > 0) {
            return BigInteger.ZERO;
        }
        BigInteger most = counts.total().multiply(BigInteger.valueOf(members)).divide(BigInteger.valueOf(vertices));
        BigInteger half = most.shiftRight(1);
        while (counts.atMost(half) * PARTS >= vertices) {
            most = half;
            half = most.shiftRight(1);
        }
        return most;
    }

    /** The vertices whose count is above {@code most}, ascending. The scope owns the result. */
    private static OffHeapInts above(OffHeapSums counts, BigInteger most, Steps steps, OffHeapScope scope) {
        OffHeapInts vertices = scope.ints(counts.length());
        long kept = 0;
        for (int v = 0; v < counts.length(); v++) {
            if (!counts.isAtMost(v, most)) {
                vertices.set(kept++, v);
            }
            steps.add();
        }
        vertices.truncate(kept);
        return vertices;
    }

    /**
     * The subgraph of the vertices {@code left} and {@code right} of {@code from}, both ascending. The caller owns it.
     *
     * @param leftVertices the vertex of the original graph for each left vertex of {@code from}
     * @param rightVertices the vertex of the original graph for each right vertex of {@code from}
     */
    private Rest<G> rest(
            G from, OffHeapInts left, OffHeapInts right, OffHeapInts leftVertices, OffHeapInts rightVertices) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BipartiteGraph sides = from instanceof BipartiteGraph bipartite ? bipartite : null;
            Csr rowsOfFrom = sides == null ? ((UnipartiteGraph) from).adjacency() : sides.left();
            OffHeapInts ends = sides == null ? left : right;
            OffHeapInts numbers = scope.ints(sides == null ? from.vertexCount() : sides.rightCount());
            for (int v = 0; v < numbers.length(); v++) {
                numbers.set(v, GONE);
            }
            execution.workers().progress().begin("taking vertices away", rowsOfFrom.slotCount());
            execution.workers().cancellation().check();
            Steps steps = steps();
            for (int v = 0; v < ends.length(); v++) {
                numbers.set(ends.get(v), v);
                steps.add();
            }
            Csr rows = scope.own(rows(rowsOfFrom, left, numbers, steps));
            Csr columns = sides == null
                    ? null
                    : scope.own(new CsrBuilder(execution.memory(), execution.workers())
                            .transpose(rows, (int) right.length()));
            OffHeapInts ofLeft = scope.own(translated(left, leftVertices, steps));
            OffHeapInts ofRight = scope.own(translated(right, rightVertices, steps));
            scope.keep(rows);
            scope.keep(columns);
            Graph graphOfRest = columns == null ? new UnipartiteGraph(rows) : new BipartiteGraph(rows, columns);
            return new Rest<>(type.cast(graphOfRest), scope.keep(ofLeft), scope.keep(ofRight));
        }
    }

    /**
     * The rows of {@code kept}, without neighbors that are gone and with the numbers that the others have in {@code
     * numbers}.
     */
    private Csr rows(Csr from, OffHeapInts kept, OffHeapInts numbers, Steps steps) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs offsets = scope.longs(kept.length() + 1);
            OffHeapInts neighbors = scope.ints(from.slotCount());
            long slots = 0;
            long shown = 0;
            for (long i = 0; i < kept.length(); i++) {
                offsets.set(i, slots);
                int u = kept.get(i);
                for (long slot = from.start(u); slot < from.end(u); ) {
                    long until = Math.min(from.end(u), slot + Steps.PER_LOOK);
                    steps.add(until - slot);
                    for (; slot < until; slot++) {
                        int number = numbers.get(from.neighbor(slot));
                        if (number != GONE) {
                            neighbors.set(slots++, number);
                        }
                    }
                }
                if (from.end(u) - shown >= Steps.PER_LOOK) {
                    execution.workers().progress().advance(from.end(u) - shown);
                    shown = from.end(u);
                }
            }
            offsets.set(kept.length(), slots);
            neighbors.truncate(slots);
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    private OffHeapInts translated(OffHeapInts vertices, OffHeapInts translation, Steps steps) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapInts translated = scope.ints(vertices.length());
            for (long i = 0; i < vertices.length(); i++) {
                translated.set(i, translation.get(vertices.get(i)));
                steps.add();
            }
            return scope.keep(translated);
        }
    }

    private Steps steps() {
        return new Steps(execution.workers().cancellation());
    }
}
