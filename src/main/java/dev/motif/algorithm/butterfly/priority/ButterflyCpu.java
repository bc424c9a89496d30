package dev.motif.algorithm.butterfly.priority;

import dev.motif.algorithm.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.butterfly.model.ButterflyResult;
import dev.motif.algorithm.butterfly.model.ThreePaths;
import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjIntConsumer;

/**
 * Counts butterflies on the CPU: workers take start vertices {@code u}, each worker with wedge counters of its own. Where it
 * costs less, and there are no parts, start vertices are those of one side ({@link SideCpu}).
 */
public final class ButterflyCpu {
    /** The name of the counting stage, as progress shows it. */
    public static final String STAGE = "counting wedges";

    private static final long MAX_VERTICES_PER_TASK = 512;
    private static final int TASKS_PER_WORKER = 64;

    private final BipartiteGraph graph;
    private final ButterflyConfig config;
    private final List<WorkRange> starts;
    private final Execution execution;
    private final NativeMemory memory;
    private final Workers workers;

    public ButterflyCpu(BipartiteGraph graph, ButterflyConfig config, Execution execution) {
        this(graph, config, WorkRange.ALL, execution);
    }

    /** @param starts the start vertices to count from, by rank */
    public ButterflyCpu(BipartiteGraph graph, ButterflyConfig config, List<WorkRange> starts, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.starts = starts;
        this.execution = execution;
        this.memory = execution.memory();
        this.workers = execution.workers();
    }

    /** Counts what the configuration asks for. */
    public ButterflyResult count() {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            // Parts have start vertices by rank.
            Side side = starts.equals(WorkRange.ALL) ? execution.times().time(Stage.PREPARE, this::side) : null;
            if (side != null) {
                SideCpu bySide = new SideCpu(graph, side, workers);
                return execution.times().time(Stage.COMPUTE, () -> bySide.count(config, scope));
            }
            RankedGraph ranked = ranked(scope);
            return execution.times().time(Stage.COMPUTE, () -> count(ranked, scope));
        }
    }

    private Side side() {
        workers.progress().begin("choosing where to count from", 0);
        return StartSide.of(graph, config, memory);
    }

    private RankedGraph ranked(OffHeapScope scope) {
        return scope.own(execution.times().time(Stage.PREPARE, () -> {
                    workers.progress().begin("ranking vertices by degree", 0);
                    return RankedGraph.form(graph, memory, workers);
                }))
                .form();
    }

    /** Cuts all start vertices into at most {@code parts} ranges, each with the number of its wedges as weight. */
    public List<WorkRange> ranges(int parts) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            Csr rows = ranked(scope).adjacency();
            OffHeapLongs wedges = scope.longs(rows.vertexCount());
            workers.forRanges(rows.vertexCount(), MAX_VERTICES_PER_TASK, (worker, from, to) -> {
                for (int u = (int) from; u < to; u++) {
                    wedges.set(u, wedgesFrom(rows, u));
                }
            });
            return WorkRange.cut(rows.vertexCount(), u -> 1 + wedges.get(u), parts);
        }
    }

    private static long wedgesFrom(Csr rows, int u) {
        long wedges = 0;
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            int v = rows.neighbor(slot);
            wedges += rows.firstSlotFrom(v, Math.min(u, v)) - rows.start(v);
        }
        return wedges;
    }

    private ButterflyResult count(RankedGraph ranked, OffHeapScope scope) {
        Csr rows = ranked.adjacency();
        Positions positions = Positions.of(starts, rows.vertexCount());
        workers.progress().begin(STAGE, positions.count());
        OffHeapLongs perRank = config.perVertex() ? scope.zeroedLongs(rows.vertexCount()) : null;
        OffHeapLongs perSlot = config.perEdge() ? scope.zeroedLongs(rows.slotCount()) : null;
        ExactSum total;
        if (perRank == null && perSlot == null) {
            TotalCounter[] counters = TotalCounter.forWorkers(rows, rows, workers, scope);
            forEachStart(positions.count(), positions::at, counters, TotalCounter::countFrom, workers);
            total = TotalCounter.sum(counters);
        } else {
            WedgeCounter[] wedges = WedgeCounter.forWorkers(workers.concurrency(), rows, scope);
            total = count(rows, positions, perRank, perSlot, wedges, workers);
        }
        BigInteger threePaths = positions.haveStart() ? ThreePaths.of(graph, workers) : BigInteger.ZERO;
        return RankedCounts.byInput(graph, ranked, total.toBigInteger(), threePaths, perRank, perSlot, execution);
    }

    /**
     * Counts from all start vertices, each by the counter of the worker that takes it.
     *
     * @param starts the number of start vertices
     * @param start gives the i-th of them; those with the most wedges come first
     */
    public static <T> void forEachStart(
            long starts, LongUnaryOperator start, T[] counters, ObjIntConsumer<T> countFrom, Workers workers) {
        workers.forRanges(starts, verticesPerTask(starts, workers), (worker, from, to) -> {
            for (long i = from; i < to; i++) {
                countFrom.accept(counters[worker], (int) start.applyAsLong(i));
            }
            workers.progress().advance(to - from);
        });
    }

    /**
     * Counts the butterflies of {@code rows} by vertex, by slot or both with all workers, and returns their number.
     *
     * @param rows both sides in one id space; wedges end at the vertices with the smallest ids
     * @param perRank receives the butterflies by vertex, added to what is there; or null
     * @param perSlot receives the butterflies by slot of {@code rows}, those of an edge split between its two slots,
     *     added to what is there; or null
     * @param wedges the counters, one for each worker
     */
    public static ExactSum count(
            Csr rows, OffHeapLongs perRank, OffHeapLongs perSlot, WedgeCounter[] wedges, Workers workers) {
        return count(rows, Positions.all(rows.vertexCount()), perRank, perSlot, wedges, workers);
    }

    private static ExactSum count(
            Csr rows,
            Positions starts,
            OffHeapLongs perRank,
            OffHeapLongs perSlot,
            WedgeCounter[] wedges,
            Workers workers) {
        Counter[] counters = new Counter[wedges.length];
        for (int worker = 0; worker < counters.length; worker++) {
            counters[worker] = new Counter(rows, perRank, perSlot, wedges[worker]);
        }
        forEachStart(starts.count(), starts::at, counters, Counter::countFrom, workers);
        ExactSum total = new ExactSum();
        for (Counter counter : counters) {
            total.add(counter.total);
        }
        return total;
    }

    /**
     * The number of start vertices that a worker takes at a time: so few that the workers end together, since the first
     * vertices have the most wedges.
     */
    private static long verticesPerTask(long starts, Workers workers) {
        long fair = starts / ((long) workers.concurrency() * TASKS_PER_WORKER) + 1;
        return Math.min(fair, MAX_VERTICES_PER_TASK);
    }

    /** Counts butterflies for one worker. */
    private static final class Counter {
        private final Csr rows;
        private final OffHeapLongs perRank;
        private final OffHeapLongs perSlot;
        private final WedgeCounter wedges;
        private final MiddleRows middles;
        private final ExactSum total = new ExactSum();

        Counter(Csr rows, OffHeapLongs perRank, OffHeapLongs perSlot, WedgeCounter wedges) {
            this.rows = rows;
            this.perRank = perRank;
            this.perSlot = perSlot;
            this.wedges = wedges;
            this.middles = new MiddleRows(rows, rows);
        }

        /** Counts the butterflies in which {@code u} is opposite the vertex that ranks first. */
        void countFrom(int u) {
            long endCount = wedges.walkToFirst(u);
            long own = 0;
            boolean butterflies = false;
            for (long i = 0; i < endCount; i++) {
                int w = wedges.end(i);
                int common = wedges.common(w);
                if (common > 1) {
                    butterflies = true;
                    long pairs = Counts.pairs(common);
                    total.add(pairs);
                    if (perRank != null) {
                        credit(perRank, w, pairs);
                        own = Math.addExact(own, pairs);
                    }
                }
            }
            if (perRank != null && own > 0) {
                credit(perRank, u, own);
            }
            if (butterflies) {
                creditMiddles(u);
            }
            wedges.clear();
        }

        /**
         * Adds the butterflies of {@code u} to its middles and its edges: each wedge u-v-w is in c(u,w) - 1 of them,
         * which go to {@code v} and to both edges.
         */
        private void creditMiddles(int u) {
            long to = rows.end(u);
            int count;
            for (long from = rows.start(u); from < to; from += count) {
                count = middles.look(from, to);
                for (int row = 0; row < count; row++) {
                    creditMiddle(u, middles.vertex(row), from + row, middles.slot(row), middles.firstEnd(row));
                }
            }
        }

        private void creditMiddle(int u, int v, long slotOfMiddle, long firstSlot, int firstEnd) {
            int limit = Math.min(u, v);
            long ofMiddle = 0;
            long slot = firstSlot;
            for (int w = firstEnd; w < limit; w = rows.neighbor(++slot)) {
                int others = wedges.common(w) - 1;
                if (others > 0) {
                    ofMiddle += others;
                    if (perSlot != null) {
                        perSlot.getAndAdd(slot, others);
                    }
                }
            }
            if (ofMiddle > 0) {
                if (perRank != null) {
                    credit(perRank, v, ofMiddle);
                }
                if (perSlot != null) {
                    perSlot.getAndAdd(slotOfMiddle, ofMiddle);
                }
            }
        }

        private static void credit(OffHeapLongs counts, int vertex, long butterflies) {
            Math.addExact(counts.getAndAdd(vertex, butterflies), butterflies);
        }
    }
}
