package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.model.ThreePaths;
import dev.motif.algorithm.count.wedge.EndCounts;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.algorithm.count.wedge.MiddleRows;
import dev.motif.algorithm.count.wedge.TotalCounter;
import dev.motif.backend.work.ExactSum;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * Counts butterflies by the wedges between vertices of one side, in the order of the input: nothing is ranked or
 * copied. For the total, wedges end at smaller vertices than they start from. Counts by vertex or by edge go to the
 * start vertex and its edges, so that workers add to nothing in common but its middles; for these all wedges of a start
 * are walked.
 */
final class SideCpu {
    private final BipartiteGraph graph;
    private final Workers workers;
    private final boolean fromLeft;
    private final Csr starts;
    private final Csr middles;

    SideCpu(BipartiteGraph graph, Side side, Workers workers) {
        this.graph = graph;
        this.workers = workers;
        this.fromLeft = side == Side.LEFT;
        this.starts = fromLeft ? graph.left() : graph.right();
        this.middles = fromLeft ? graph.right() : graph.left();
    }

    ButterflyResult count(ButterflyConfig config, OffHeapScope scope) {
        workers.progress().begin(FourCycles.STAGE, starts.vertexCount());
        if (!config.perVertex() && !config.perEdge()) {
            TotalCounter[] counters = TotalCounter.forWorkers(starts, middles, workers, scope);
            countFromAll(counters, TotalCounter::countFrom);
            BigInteger total = TotalCounter.sum(counters).toBigInteger();
            return new ButterflyResult(total, ThreePaths.of(graph, workers), null, null, null);
        }
        OffHeapLongs ofStarts = config.perVertex() ? scope.longs(starts.vertexCount()) : null;
        OffHeapLongs ofMiddles = config.perVertex() ? scope.zeroedLongs(middles.vertexCount()) : null;
        OffHeapLongs ofEdges = config.perEdge() ? scope.longs(graph.edgeCount()) : null;
        Counter[] counters = new Counter[workers.concurrency()];
        Arrays.setAll(counters, worker -> new Counter(ofStarts, ofMiddles, ofEdges, scope));
        countFromAll(counters, Counter::countFrom);
        ExactSum twiceTotal = new ExactSum();
        for (Counter counter : counters) {
            twiceTotal.add(counter.twiceTotal);
        }
        BigInteger total = twiceTotal.toBigInteger().shiftRight(1);
        BigInteger threePaths = ThreePaths.of(graph, workers);
        // The arrays leave the scope only here, where nothing can be cancelled any more.
        for (OffHeapLongs counts : new OffHeapLongs[] {ofStarts, ofMiddles, ofEdges}) {
            scope.keep(counts);
        }
        return fromLeft
                ? new ButterflyResult(total, threePaths, ofStarts, ofMiddles, ofEdges)
                : new ButterflyResult(total, threePaths, ofMiddles, ofStarts, ofEdges);
    }

    /** The last vertices come first, since they have the most smaller ends. */
    private <T> void countFromAll(T[] counters, ObjIntConsumer<T> countFrom) {
        long last = starts.vertexCount() - 1L;
        FourCycles.forEachStart(starts.vertexCount(), i -> last - i, counters, countFrom, workers);
    }

    /** Counts by vertex or by edge for one worker. */
    private final class Counter {
        private final OffHeapLongs ofStarts;
        private final OffHeapLongs ofMiddles;
        private final OffHeapLongs ofEdges;
        private final MiddleRows rows = new MiddleRows(starts, middles);
        private final EndCounts ends;
        private final ExactSum twiceTotal = new ExactSum();

        Counter(OffHeapLongs ofStarts, OffHeapLongs ofMiddles, OffHeapLongs ofEdges, OffHeapScope scope) {
            this.ofStarts = ofStarts;
            this.ofMiddles = ofMiddles;
            this.ofEdges = ofEdges;
            this.ends = new EndCounts(starts.vertexCount(), scope);
        }

        void countFrom(int u) {
            long first = starts.start(u);
            long to = starts.end(u);
            ends.begin(to - first);
            long ofStart = 0;
            int count;
            for (long from = first; from < to; from += count) {
                count = rows.look(from, to);
                for (int row = 0; row < count; row++) {
                    // One of the wedges ends at u itself, as one of each row before did.
                    long withStart = from - first + row;
                    ofStart = Math.addExact(ofStart, pairs(rows.slot(row), middles.end(rows.vertex(row))) - withStart);
                }
            }
            twiceTotal.add(ofStart);
            if (ofStarts != null) {
                ofStarts.set(u, ofStart);
            }
            for (long from = first; from < to; from += count) {
                count = rows.look(from, to);
                for (int row = 0; row < count; row++) {
                    creditMiddle(u, rows.vertex(row), rows.slot(row), from + row);
                }
            }
        }

        /** Adds the wedges of a row; returns the pairs that they make. */
        private long pairs(long from, long to) {
            long pairs = 0;
            for (long slot = from; slot < to; slot++) {
                pairs += ends.add(middles.neighbor(slot));
            }
            return pairs;
        }

        /**
         * Counts the butterflies of the edge of {@code u} and {@code v}: each wedge u-v-w is in c(u,w) - 1 of them. The
         * butterflies with a smaller {@code w} go to {@code v}, which so gets each of its butterflies once.
         */
        private void creditMiddle(int u, int v, long firstSlot, long startSlot) {
            long slot = firstSlot;
            long smaller = 0;
            for (int w = middles.neighbor(slot); w < u; w = middles.neighbor(++slot)) {
                smaller += ends.others(w);
            }
            if (ofMiddles != null && smaller > 0) {
                Math.addExact(ofMiddles.getAndAdd(v, smaller), smaller);
            }
            if (ofEdges != null) {
                long edge = fromLeft ? startSlot : slot;
                long ofEdge = smaller;
                long to = middles.end(v);
                for (slot++; slot < to; slot++) {
                    ofEdge += ends.others(middles.neighbor(slot));
                }
                ofEdges.set(edge, ofEdge);
            }
        }
    }
}
