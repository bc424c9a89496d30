package dev.motif.algorithm.biclique.densest;

import dev.motif.algorithm.biclique.BicliqueCpu;
import dev.motif.algorithm.biclique.model.BicliqueConfig;
import dev.motif.algorithm.biclique.model.BicliqueResult;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Deadline;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.OffHeapSums;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.function.Function;

/**
 * Finds a dense subgraph: peels vertices that are in few bicliques, round by round; each round counts in a graph of the
 * remaining vertices, on whichever backend. Peeling itself takes little time and is done on the CPU.
 */
final class DensestSearch {
    private static final int GONE = -1;

    /** A round takes away at least one of this many equal parts of the vertices, as far as the threshold allows. */
    private static final int PARTS = 16;

    private final BipartiteGraph graph;
    private final BicliqueConfig config;
    private final Execution execution;
    private final NativeMemory memory;
    private final Workers workers;
    private final Function<BipartiteGraph, BicliqueResult> counting;

    /** @param counting counts the bicliques of a graph by vertex */
    DensestSearch(
            BipartiteGraph graph,
            BicliqueConfig config,
            Execution execution,
            Function<BipartiteGraph, BicliqueResult> counting) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.memory = execution.memory();
        this.workers = execution.workers();
        this.counting = counting;
    }

    /** Counts on the CPU. */
    static DensestResult onCpu(BipartiteGraph graph, BicliqueConfig config, Execution execution) {
        Deadline deadline = Deadline.after(config.timeoutMillis());
        return new DensestSearch(
                        graph, config, execution, rest -> new BicliqueCpu(rest, config, deadline, execution).count())
                .find();
    }

    /** The off-heap bytes of the remaining graph, at most. */
    static long graphBytes(GraphSize size) {
        return (size.vertices() + 2) * Long.BYTES + size.vertices() * Integer.BYTES + 2 * size.edges() * Integer.BYTES;
    }

    /**
     * The remaining graph.
     *
     * @param graph the subgraph of the remaining vertices, numbered from 0
     * @param left the vertex of the original graph for each left vertex
     * @param right the vertex of the original graph for each right vertex
     */
    private record Rest(BipartiteGraph graph, OffHeapInts left, OffHeapInts right) implements AutoCloseable {
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
    DensestResult find() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts left = scope.ints(0);
            OffHeapInts right = scope.ints(0);
            BigInteger best = BigInteger.ZERO;
            long rounds = 0;
            Rest rest = scope.own(whole());
            while (rest.vertices() > 0) {
                rounds++;
                Rest next;
                // What was prepared of the original graph may be there.
                BipartiteGraph counted = rounds == 1 ? graph : rest.graph;
                try (BicliqueResult counts = counting.apply(counted)) {
                    BigInteger found = counts.total();
                    if (isDenser(found, rest.vertices(), best, left.length() + right.length())) {
                        best = found;
                        scope.close(left);
                        scope.close(right);
                        left = scope.own(copy(rest.left));
                        right = scope.own(copy(rest.right));
                    }
                    Rest current = rest;
                    next = scope.own(execution.times().time(Stage.COMPUTE, () -> peeled(current, counts)));
                }
                scope.close(rest);
                rest = next;
            }
            return new DensestResult(best, rounds, scope.keep(left), scope.keep(right));
        }
    }

    /** Whether a / n is more than b / m, where 0 / 0 counts as 0. */
    private static boolean isDenser(BigInteger a, long n, BigInteger b, long m) {
        return m == 0
                ? a.signum() > 0
                : a.multiply(BigInteger.valueOf(m)).compareTo(b.multiply(BigInteger.valueOf(n))) > 0;
    }

    private OffHeapInts copy(OffHeapInts source) {
        OffHeapInts copy = memory.ints(source.length());
        copy.copyFrom(source, 0, 0, source.length());
        return copy;
    }

    /** The whole graph, to begin with. */
    private Rest whole() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts left = scope.ints(graph.leftCount());
            OffHeapInts right = scope.ints(graph.rightCount());
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
    private Rest peeled(Rest rest, BicliqueResult counts) {
        BigInteger most = threshold(rest.vertices(), counts);
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts left = above(counts.left(), most, scope);
            OffHeapInts right = above(counts.right(), most, scope);
            return rest(rest.graph, left, right, rest.left, rest.right);
        }
    }

    /**
     * The count up to which vertices are taken away next. Vertices in no biclique go first. Otherwise vertices go that
     * are in at most {@code p + q} times the density, which is the average. The threshold is halved as long as a
     * sixteenth of the vertices stay below it, so that few good vertices go with the bad ones.
     */
    private BigInteger threshold(long vertices, BicliqueResult counts) {
        if (atMost(counts, BigInteger.ZERO) > 0) {
            return BigInteger.ZERO;
        }
        BigInteger most = counts.total()
                .multiply(BigInteger.valueOf(config.p() + config.q()))
                .divide(BigInteger.valueOf(vertices));
        BigInteger half = most.shiftRight(1);
        while (atMost(counts, half) * PARTS >= vertices) {
            most = half;
            half = most.shiftRight(1);
        }
        return most;
    }

    private static long atMost(BicliqueResult counts, BigInteger most) {
        return counts.left().countAtMost(most) + counts.right().countAtMost(most);
    }

    /** The vertices whose count is above {@code most}, ascending. The scope owns the result. */
    private static OffHeapInts above(OffHeapSums counts, BigInteger most, OffHeapScope scope) {
        OffHeapInts vertices = scope.ints(counts.length());
        long kept = 0;
        for (int v = 0; v < counts.length(); v++) {
            if (!counts.isAtMost(v, most)) {
                vertices.set(kept++, v);
            }
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
    private Rest rest(
            BipartiteGraph from,
            OffHeapInts left,
            OffHeapInts right,
            OffHeapInts leftVertices,
            OffHeapInts rightVertices) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapInts numbers = scope.ints(from.rightCount());
            for (int v = 0; v < numbers.length(); v++) {
                numbers.set(v, GONE);
            }
            for (int v = 0; v < right.length(); v++) {
                numbers.set(right.get(v), v);
            }
            Csr rows = scope.own(rows(from.left(), left, numbers));
            Csr columns = scope.own(new CsrBuilder(memory, workers).transpose(rows, (int) right.length()));
            OffHeapInts ofLeft = scope.own(translated(left, leftVertices));
            OffHeapInts ofRight = scope.own(translated(right, rightVertices));
            BipartiteGraph graphOfRest = new BipartiteGraph(scope.keep(rows), scope.keep(columns));
            return new Rest(graphOfRest, scope.keep(ofLeft), scope.keep(ofRight));
        }
    }

    /**
     * The rows of {@code kept}, without neighbors that are gone and with the numbers that the others have in {@code
     * numbers}.
     */
    private Csr rows(Csr from, OffHeapInts kept, OffHeapInts numbers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.longs(kept.length() + 1);
            OffHeapInts neighbors = scope.ints(from.slotCount());
            long slots = 0;
            for (long i = 0; i < kept.length(); i++) {
                offsets.set(i, slots);
                int u = kept.get(i);
                for (long slot = from.start(u); slot < from.end(u); slot++) {
                    int number = numbers.get(from.neighbor(slot));
                    if (number != GONE) {
                        neighbors.set(slots++, number);
                    }
                }
            }
            offsets.set(kept.length(), slots);
            neighbors.truncate(slots);
            return new Csr(scope.keep(offsets), scope.keep(neighbors));
        }
    }

    private OffHeapInts translated(OffHeapInts vertices, OffHeapInts translation) {
        OffHeapInts translated = memory.ints(vertices.length());
        for (long i = 0; i < vertices.length(); i++) {
            translated.set(i, translation.get(vertices.get(i)));
        }
        return translated;
    }
}
