package dev.motif.algorithm.count.butterfly.priority;

import static dev.motif.graph.change.ChangedEdges.first;
import static dev.motif.graph.change.ChangedEdges.pair;
import static dev.motif.graph.change.ChangedEdges.second;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.model.ThreePaths;
import dev.motif.algorithm.count.wedge.BothStates;
import dev.motif.algorithm.count.wedge.BothStates.Rows;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.EarlierCounts;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Changes counts of butterflies by the butterflies that have a removed or inserted edge: an edge (u, v) has one for
 * each pair of a neighbor w of v and a neighbor x of u that are adjacent. The search begins at the end where it takes
 * fewer steps: the neighbors of u are marked, and the rows of all w are read, or the neighbors of u are looked up in
 * these rows.
 *
 * <p>Work: for each change the degrees of the neighbors of an end, at most 8 times the degree of the other end for
 * each.
 *
 * <p>Source: Papadias et al., "Counting Butterflies in Fully Dynamic Bipartite Graph Streams", 2023,
 * doi:10.48550/arXiv.2312.03435, which counts with the edges of a sample.
 */
public final class ButterflyChanges {
    /** The number of neighbors that are read from a row in about the time of looking one up in it. */
    private static final int LOOK_UP = 8;

    /** How many neighbors of an end stand for all of them in an estimate. */
    private static final int SAMPLE = 1 << 6;

    // What copies and steps take, measured on one thread.
    private static final double NANOS_OF_ITEM = 8;
    private static final double NANOS_BY_VERTEX = 5;
    private static final double NANOS_BY_EDGE = 8;

    private final BipartiteGraph graph;
    private final EarlierCounts earlier;
    private final Execution execution;
    private final NativeMemory memory;
    private final Workers workers;

    public ButterflyChanges(BipartiteGraph graph, ButterflyConfig config, Execution execution) {
        this.graph = graph;
        this.earlier = config.earlier();
        this.execution = execution;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    public ButterflyResult count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            BothStates both = execution.time(
                    Stage.PREPARE,
                    () -> new BothStates(graph.left(), graph.right(), earlier.changes(), scope, workers));
            return execution.time(Stage.COMPUTE, () -> count(both, scope));
        }
    }

    private ButterflyResult count(BothStates both, OffHeapScope scope) {
        workers.progress().begin(FourCycles.STAGE, both.changes().count());
        long[] gone = Arrays.stream(both.gone())
                .map(edge -> both.left().csr().slotOf(first(edge), second(edge)))
                .toArray();
        OffHeapLongs left = ofVertices(earlier.left(), both.left().csr(), scope);
        OffHeapLongs right = ofVertices(earlier.right(), both.right().csr(), scope);
        OffHeapLongs edges =
                earlier.edges() == null ? null : BothStates.withGone(earlier.edges(), gone, scope, workers);
        Start fromLeft = new Start(both.left(), both.right(), true, left, right);
        Start fromRight = new Start(both.right(), both.left(), false, right, left);
        Walk[] walks = new Walk[workers.concurrency()];
        Arrays.setAll(walks, worker -> new Walk(fromLeft, fromRight, edges, scope));
        both.forEachChange(
                walks,
                () -> {
                    clearNew(earlier.left(), left);
                    clearNew(earlier.right(), right);
                    for (long edge : both.changes().inserted()) {
                        if (edges != null) {
                            edges.set(both.left().csr().slotOf(first(edge), second(edge)), 0);
                        }
                    }
                },
                workers);
        BigInteger threePaths = ThreePaths.of(graph, workers);
        if (edges != null) {
            OffHeapLongs now = BothStates.withoutGone(edges, gone, scope, workers);
            return new ButterflyResult(sum(now).shiftRight(2), threePaths, null, null, scope.keep(now));
        }
        left.truncate(graph.leftCount());
        right.truncate(graph.rightCount());
        sum(right);
        BigInteger total = sum(left).shiftRight(1);
        return new ButterflyResult(total, threePaths, scope.keep(left), scope.keep(right), null);
    }

    private OffHeapLongs ofVertices(OffHeapLongs counts, Csr rows, OffHeapScope scope) {
        if (counts == null) {
            return null;
        }
        OffHeapLongs all = scope.longs(rows.vertexCount());
        all.copyFrom(counts, 0, 0, counts.length());
        all.clear(counts.length(), all.length());
        return all;
    }

    /** Sets the counts of new vertices to 0 in the earlier state: all of their edges are inserted. */
    private static void clearNew(OffHeapLongs before, OffHeapLongs counts) {
        for (long vertex = 0; before != null && vertex < before.length(); vertex++) {
            if (before.get(vertex) < 0) {
                counts.set(vertex, 0);
            }
        }
    }

    /** @throws ArithmeticException when a count is 2^63 or more */
    private BigInteger sum(OffHeapLongs counts) {
        ExactSum[] sums = ExactSum.forWorkers(workers);
        workers.beside().forRanges(counts.length(), 1 << 16, (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                if (counts.get(i) < 0) {
                    throw new ArithmeticException("long overflow");
                }
                sums[worker].add(counts.get(i));
            }
        });
        return ExactSum.of(sums).toBigInteger();
    }

    /** The off-heap bytes beside the graph. */
    public static MemoryEstimate estimate(String name, GraphSize size, ButterflyConfig config, int concurrency) {
        ChangedEdges changes = config.earlier().changes();
        long left = size.left() + changes.goneLeft();
        long right = size.right() + changes.goneRight();
        long edges = size.edges() + changes.gone().length;
        return MemoryEstimate.sum(
                name,
                MemoryEstimate.of("graph with removed edges", BothStates.bytes(size, changes)),
                MemoryEstimate.of(
                        "marked neighbors of each worker", Math.max(left, right) * Integer.BYTES * concurrency),
                MemoryEstimate.of("counts", (config.perVertex() ? left + right : edges) * Long.BYTES),
                MemoryEstimate.of("result by edge", config.perVertex() ? 0 : size.edges() * Long.BYTES));
    }

    /** About the nanoseconds that one thread takes. */
    public static double nanos(BipartiteGraph graph, ButterflyConfig config) {
        ChangedEdges changes = config.earlier().changes();
        return NANOS_OF_ITEM * (graph.vertexCount() + graph.edgeCount())
                + (config.perEdge() ? NANOS_BY_EDGE : NANOS_BY_VERTEX) * steps(graph, changes);
    }

    private static double steps(BipartiteGraph graph, ChangedEdges changes) {
        long[] removed = changes.removed();
        long[] turned = ChangedEdges.turned(removed);
        return BothStates.sampled(
                changes,
                edge -> Math.min(
                        steps(graph.left(), removed, graph.right(), turned, first(edge), second(edge)),
                        steps(graph.right(), turned, graph.left(), removed, second(edge), first(edge))));
    }

    /** About the steps from {@code u}: the neighbors of {@code v} that are no more joined to it are taken for usual ones. */
    private static double steps(Csr starts, long[] removed, Csr middles, long[] turned, int u, int v) {
        double degreeOfU = BothStates.degree(starts, removed, u);
        double degreeOfV = BothStates.degree(middles, turned, v);
        double some = 0;
        int taken = 0;
        if (v < middles.vertexCount()) {
            long stride = middles.degree(v) / SAMPLE + 1;
            for (long slot = middles.start(v) + stride / 2; slot < middles.end(v); slot += stride) {
                some += Math.min(starts.degree(middles.neighbor(slot)), LOOK_UP * degreeOfU);
                taken++;
            }
        }
        double ofNeighbor = taken == 0 ? LOOK_UP * degreeOfU : some / taken;
        return degreeOfU + degreeOfV * (1 + ofNeighbor);
    }

    /** Where walks begin: rows of a side and of the other one, and their counts. */
    private record Start(Rows starts, Rows middles, boolean fromLeft, OffHeapLongs ofStarts, OffHeapLongs ofMiddles) {
        long edge(int start, int middle) {
            return fromLeft ? pair(start, middle) : pair(middle, start);
        }
    }

    /** Counts for one worker. */
    private final class Walk implements BothStates.Counter {
        private final Start fromLeft;
        private final Start fromRight;
        private final OffHeapLongs edges;
        /** For each neighbor of the start 1, plus the butterflies with both. */
        private final OffHeapInts marks;

        private final Steps steps = new Steps(workers.cancellation());
        private long change;
        private long[] alike;
        private int sign;

        Walk(Start fromLeft, Start fromRight, OffHeapLongs edges, OffHeapScope scope) {
            this.fromLeft = fromLeft;
            this.fromRight = fromRight;
            this.edges = edges;
            this.marks = scope.zeroedInts(Math.max(
                    fromLeft.starts.csr().vertexCount(), fromRight.starts.csr().vertexCount()));
        }

        @Override
        public void count(long edge, long[] ofAll, int direction) {
            change = edge;
            alike = ofAll;
            sign = direction;
            int l = first(edge);
            int r = second(edge);
            long leftSteps = steps(fromLeft, l, r, Long.MAX_VALUE);
            if (steps(fromRight, r, l, leftSteps) < leftSteps) {
                walk(fromRight, r, l);
            } else {
                walk(fromLeft, l, r);
            }
        }

        private static long steps(Start start, int u, int v, long most) {
            Csr starts = start.starts.csr();
            Csr middles = start.middles.csr();
            long lookUp = LOOK_UP * starts.degree(u);
            long steps = starts.degree(u);
            for (long slot = middles.start(v); slot < middles.end(v) && steps < most; slot++) {
                steps += Math.min(starts.degree(middles.neighbor(slot)), lookUp);
            }
            return steps;
        }

        private void walk(Start start, int u, int v) {
            Rows starts = start.starts;
            Csr rows = starts.csr();
            Csr middles = start.middles.csr();
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                int x = rows.neighbor(slot);
                if (starts.sees(slot, start.edge(u, x), alike, change)) {
                    marks.set(x, 1);
                }
            }
            long own = 0;
            for (long slot = middles.start(v); slot < middles.end(v); slot++) {
                int w = middles.neighbor(slot);
                if (start.middles.sees(slot, start.edge(w, v), alike, change)) {
                    long found = rows.degree(u) * LOOK_UP < rows.degree(w) ? lookUp(start, u, w) : read(start, w);
                    if (found > 0) {
                        own += found;
                        credit(start.ofStarts, w, found);
                        creditEdge(start, w, v, start.fromLeft ? -1 : slot, found);
                    }
                }
            }
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                int x = rows.neighbor(slot);
                int found = marks.get(x) - 1;
                marks.set(x, 0);
                if (found > 0) {
                    credit(start.ofMiddles, x, found);
                    creditEdge(start, u, x, start.fromLeft ? slot : -1, found);
                }
            }
            if (own > 0) {
                credit(start.ofStarts, u, own);
                credit(start.ofMiddles, v, own);
                creditEdge(start, u, v, -1, own);
            }
        }

        /** Looks all neighbors of {@code w} up among the neighbors of the start. */
        private long read(Start start, int w) {
            Csr rows = start.starts.csr();
            long found = 0;
            long end = rows.end(w);
            for (long slot = rows.start(w); slot < end; slot++) {
                int x = rows.neighbor(slot);
                if (marks.get(x) != 0) {
                    found += found(start, w, x, slot);
                }
            }
            steps.add(rows.degree(w));
            return found;
        }

        /** Looks the neighbors of the start up among the neighbors of {@code w}. */
        private long lookUp(Start start, int u, int w) {
            Csr rows = start.starts.csr();
            long found = 0;
            for (long slot = rows.start(u); slot < rows.end(u); slot++) {
                int x = rows.neighbor(slot);
                long other = marks.get(x) == 0 ? -1 : rows.slotOf(w, x);
                if (other >= 0) {
                    found += found(start, w, x, other);
                }
            }
            steps.add(LOOK_UP * rows.degree(u));
            return found;
        }

        private int found(Start start, int w, int x, long slot) {
            if (!start.starts.sees(slot, start.edge(w, x), alike, change)) {
                return 0;
            }
            marks.set(x, marks.get(x) + 1);
            creditEdge(start, w, x, start.fromLeft ? slot : -1, 1);
            return 1;
        }

        private void credit(OffHeapLongs counts, int vertex, long found) {
            if (counts != null) {
                counts.getAndAdd(vertex, sign * found);
            }
        }

        /** @param index of the edge; -1 where that is to be found */
        private void creditEdge(Start start, int startEnd, int middleEnd, long index, long found) {
            if (edges != null) {
                long edge = start.edge(startEnd, middleEnd);
                edges.getAndAdd(
                        index >= 0 ? index : fromLeft.starts.csr().slotOf(first(edge), second(edge)), sign * found);
            }
        }
    }
}
