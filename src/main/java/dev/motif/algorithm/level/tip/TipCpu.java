package dev.motif.algorithm.level.tip;

import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.algorithm.count.wedge.WedgeCounter;
import dev.motif.backend.Counts;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.InducedSubgraph;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.PeelQueue;
import dev.motif.graph.order.RankedGraph;
import dev.motif.parallel.Team;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * Computes tip numbers on the CPU: peels vertices level by level, all vertices of a round at once. Vertices are
 * numbered by their rank in the ranked graph here.
 *
 * <p>Many threads peel the vertices twice: first in ranges of levels, which are few rounds of many vertices; then each range
 * level by level by one thread, which waits for nobody, on the part of the graph with the vertices of the range. The
 * butterflies with vertices of later ranges stay as long as a range is peeled. Source: Lakhotia, Kannan, Prasanna and De
 * Rose, "RECEIPT", PVLDB 14(3), 2020, doi:10.14778/3430915.3430929.
 */
final class TipCpu {
    /** The name of the stage after butterflies are counted, as progress shows it. */
    static final String STAGE = "peeling vertices";

    /**
     * Peeled vertices are removed from the graph when this many wedges per slot of the graph have been walked since the
     * last removal.
     */
    private static final long WALKED_PER_SLOT = 4;

    /** Fewer vertices are not worth a range. */
    private static final long VERTICES_OF_RANGE = 1 << 8;

    /** Fewer threads are as fast when they peel once; measured, see docs/benchmarks/scaling.md. */
    private static final int LEAST_THREADS = 4;

    private final BipartiteGraph graph;
    private final Side side;
    private final Execution execution;
    private final Workers workers;
    private final long ranges;

    /** @param ranges about how many ranges; 1 for peeling once */
    TipCpu(BipartiteGraph graph, TipConfig config, Execution execution, long ranges) {
        this.graph = graph;
        this.side = config.side();
        this.execution = execution;
        this.workers = execution.workers();
        this.ranges = ranges;
    }

    /** About how many ranges of levels {@code vertices} vertices are peeled in; 1 when all are peeled at once. */
    static long ranges(long vertices, int concurrency) {
        return PeelQueue.ranges(vertices, VERTICES_OF_RANGE, concurrency, LEAST_THREADS);
    }

    /**
     * The most bytes of the parts of the graph that are peeled at a time. Each vertex of the peeled side is in one
     * part, and a vertex of the other side is in one part for each of its neighbors at most.
     */
    static long bytesOfParts(long items, long others, long edges, int concurrency) {
        long vertices = items + Math.min(edges, concurrency * others);
        long each = WedgeCounter.bytes(1, 1) + 2 * Long.BYTES + 2 * Integer.BYTES;
        return concurrency * others * (Integer.BYTES + 1)
                + 2 * Csr.bytes(vertices, edges)
                + RankedGraph.peakBytes(vertices, edges)
                + vertices * each
                + PeelQueue.bytes(items);
    }

    TipResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            if (ranges > 1) {
                OffHeapLongs tips = scope.longs(sideCount());
                long levels = peelRanges(tips, scope);
                return new TipResult(side, scope.keep(tips), levels);
            }
            RankedGraph ranked = ranked(scope);
            return execution.time(Stage.COMPUTE, () -> {
                try (Team team = new Team(workers)) {
                    Peeling peeling = new Peeling(ranked, sideCount(), workers.concurrency(), team, scope);
                    peeling.countButterflies();
                    peeling.peel();
                    OffHeapLongs tips = scope.longs(sideCount());
                    peeling.copyNumbers(tips);
                    return new TipResult(side, scope.keep(tips), peeling.queue.levelCount());
                }
            });
        }
    }

    private RankedGraph ranked(OffHeapScope scope) {
        // Peeling changes it, so that it is not one that other calls use.
        return scope.own(execution.rank(() -> RankedGraph.of(graph, execution.memory(), workers)));
    }

    private int sideCount() {
        return side == Side.LEFT ? graph.leftCount() : graph.rightCount();
    }

    private int rank(RankedGraph ranked, int vertex) {
        return side == Side.LEFT ? ranked.rankOfLeft(vertex) : ranked.rankOfRight(vertex);
    }

    /** Peels the vertices in ranges of levels, then each range; returns the number of levels. */
    private long peelRanges(OffHeapLongs tips, OffHeapScope scope) {
        OffHeapInts vertices = scope.ints(tips.length());
        List<PeelQueue.Range> found;
        try (OffHeapScope dividing = new OffHeapScope(execution.memory())) {
            RankedGraph ranked = ranked(dividing);
            found = execution.time(Stage.COMPUTE, () -> divide(ranked, tips, vertices, dividing));
        }
        return execution.time(
                Stage.COMPUTE,
                () -> PeelQueue.peelEach(found, workers, range -> peelRange(vertices, found.get(range), tips)));
    }

    /**
     * Finds ranges of about the same work.
     *
     * @param supports receives the support that each vertex has when its range begins
     * @param vertices receives the vertices of each range, ascending
     */
    private List<PeelQueue.Range> divide(
            RankedGraph ranked, OffHeapLongs supports, OffHeapInts vertices, OffHeapScope scope) {
        try (Team team = new Team(workers)) {
            Peeling peeling = new Peeling(ranked, (int) vertices.length(), workers.concurrency(), team, scope);
            OffHeapLongs work = peeling.wedges(scope);
            peeling.countButterflies();
            List<PeelQueue.Range> found =
                    peeling.queue.peelRanges(ranges, work::get, peeling.numbers, peeling::peelRounds);
            peeling.copyNumbers(supports);
            OffHeapInts rangeOf = scope.ints(work.length());
            for (int range = 0; range < found.size(); range++) {
                for (long i = found.get(range).start(); i < found.get(range).end(); i++) {
                    rangeOf.set(peeling.queue.item(i), range);
                }
            }
            long[] next = found.stream().mapToLong(PeelQueue.Range::start).toArray();
            for (int v = 0; v < vertices.length(); v++) {
                vertices.set(next[rangeOf.get(rank(ranked, v))]++, v);
            }
            return found;
        }
    }

    /** Peels the vertices of a range, of which {@code tips} has the supports, and then the tip numbers; returns the levels. */
    private long peelRange(OffHeapInts vertices, PeelQueue.Range range, OffHeapLongs tips) {
        NativeMemory memory = execution.memory();
        Workers one = workers.beside().with(1);
        try (OffHeapScope scope = new OffHeapScope(memory);
                Team alone = new Team(one)) {
            OffHeapInts own = memory.ints(range.end() - range.start());
            own.copyFrom(vertices, range.start(), 0, own.length());
            InducedSubgraph part = scope.own(InducedSubgraph.withNeighbors(graph, side, own, memory, one));
            RankedGraph ranked = scope.own(RankedGraph.of((BipartiteGraph) part.graph(), memory, one));
            Peeling peeling = new Peeling(ranked, (int) own.length(), 1, alone, scope);
            for (int i = 0; i < own.length(); i++) {
                peeling.supports.set(rank(ranked, i), tips.get(own.get(i)));
            }
            peeling.peel();
            for (int i = 0; i < own.length(); i++) {
                tips.set(own.get(i), peeling.numbers.get(rank(ranked, i)));
            }
            return peeling.queue.levelCount();
        }
    }

    /** Peels the vertices of one side of a ranked graph in rounds, and keeps their supports and tip numbers. */
    private final class Peeling {
        private final RankedGraph ranked;
        private final Team team;
        private final TipGraph remaining;
        private final WedgeCounter[] wedges;
        private final OffHeapLongs supports;
        private final OffHeapLongs numbers;
        private final PeelQueue queue;
        private final int count;
        private boolean counted;
        private long peeled;
        private long walked;

        /** @param count the vertices of the peeled side, all of which are to be peeled */
        Peeling(RankedGraph ranked, int count, int concurrency, Team team, OffHeapScope scope) {
            this.ranked = ranked;
            this.team = team;
            this.count = count;
            this.remaining = new TipGraph(ranked.adjacency(), team, scope);
            this.wedges = WedgeCounter.forWorkers(team.workers().with(concurrency), ranked.adjacency(), scope);
            this.supports = scope.longs(ranked.adjacency().vertexCount());
            this.numbers = scope.longs(supports.length());
            OffHeapInts ranks = scope.ints(count);
            for (int v = 0; v < count; v++) {
                ranks.set(v, rank(ranked, v));
            }
            this.queue = new PeelQueue(team, supports, numbers, ranks, scope);
        }

        /** Copies the numbers to an array by vertex of the peeled side. */
        void copyNumbers(OffHeapLongs byVertex) {
            for (int v = 0; v < count; v++) {
                byVertex.set(v, numbers.get(rank(ranked, v)));
            }
        }

        /** About how long it takes to peel each vertex; the scope owns the result. */
        OffHeapLongs wedges(OffHeapScope scope) {
            OffHeapLongs work = scope.longs(supports.length());
            team.run(0, work.length(), remaining.rows().slotCount(), (worker, from, to) -> {
                for (int u = (int) from; u < to; u++) {
                    work.set(u, 1 + remaining.wedgesFrom(u));
                }
            });
            return work;
        }

        void peel() {
            while (queue.nextLevel()) {
                peelRounds();
            }
            queue.end();
        }

        void peelRounds() {
            while (queue.nextRound()) {
                peelRound(queue.roundStart(), queue.roundEnd());
                peeled += queue.roundEnd() - queue.roundStart();
                team.workers().progress().advance(queue.roundEnd() - queue.roundStart());
            }
        }

        /** Counts the butterflies of the graph that is left, which become the supports. */
        void countButterflies() {
            counted = true;
            workers.progress().begin(FourCycles.STAGE, remaining.rows().vertexCount());
            for (long rank = 0; rank < supports.length(); rank++) {
                supports.set(rank, -1);
            }
            for (int v = 0; v < count; v++) {
                supports.set(rank(ranked, v), 0);
            }
            FourCycles.countSide(remaining.rows(), supports, wedges, workers);
            workers.progress().begin(STAGE, ranges > 1 ? 2L * count : count);
            workers.progress().advance(peeled);
        }

        private void peelRound(long start, long end) {
            long work = team.sum(start, end, remaining.slotsOf(end - start), (from, to) -> {
                long sum = 0;
                for (long i = from; i < to; i++) {
                    int u = queue.item(i);
                    remaining.kill(u);
                    for (WedgeCounter counter : wedges) {
                        counter.leaveOut(u);
                    }
                    // A vertex in no butterfly takes none from others, so its wedges are not walked.
                    sum += supports.get(u) == 0 ? 0 : remaining.wedgesFrom(u);
                }
                return sum;
            });
            if (counted && work > remaining.countingWork()) {
                removeDead();
                countButterflies();
                queue.recounted(remaining::live);
                return;
            }
            team.run(start, end, work, (worker, from, to) -> {
                for (long i = from; i < to; i++) {
                    takeButterflies(queue.item(i), wedges[worker]);
                }
            });
            walked += work;
            if (walked > WALKED_PER_SLOT * remaining.rows().slotCount()) {
                removeDead();
            }
        }

        private void removeDead() {
            remaining.removeDead();
            walked = 0;
        }

        /** Takes from each live vertex {@code w} the butterflies that it is in together with {@code u}. */
        private void takeButterflies(int u, WedgeCounter counter) {
            if (supports.get(u) == 0) {
                return;
            }
            counter.walkToAll(u);
            long ends = counter.forgetSingles();
            for (long i = 0; i < ends; i++) {
                int w = counter.end(i);
                queue.lower(w, Counts.pairs(counter.common(w)));
            }
            counter.clear();
        }
    }
}
