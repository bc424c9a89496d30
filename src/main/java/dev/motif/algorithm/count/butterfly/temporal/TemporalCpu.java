package dev.motif.algorithm.count.butterfly.temporal;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.priority.RankedCounts;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the butterflies whose four relationships lie within a window of time: the last of them is no more than the
 * window later than the first. Each choice of four relationships counts, so with parallel ones two left and two right
 * vertices may make several butterflies. The count of an edge is the sum over its relationships.
 *
 * <p>The wedges u-v-w are the same as in counting by vertex priority ({@link FourCycles}), as far as their two
 * relationships lie within the window. Wedges of the same start and end are sorted by their times, which tells how many
 * others each of them lies in the window with ({@link TemporalCounter}).
 *
 * <p>Work: {@code O(W log m)} beside ranking, where {@code W} are the wedges, {@code O(sum over edges of min(d(u),
 * d(v)))} without parallel relationships, and {@code m} the most of one pair of ends; only wedges within the window are
 * sorted. With parallel ones, {@code W} are the pairs of relationships of these wedges that lie within the window,
 * beside the relationships themselves. Memory: the ranked graph, 16 bytes for each relationship and, where there may be
 * parallel ones, 16 for each edge, 12 bytes for each vertex and worker, and about 32 bytes for a sixteenth of the
 * wedges of the start with the most wedges.
 *
 * <p>Source of the problem, there also by the order of the four relationships: Cai, Ke, Wang, Chen, Zhang, Liu and Gao,
 * "Efficient Temporal Butterfly Counting and Enumeration on Temporal Bipartite Graphs", PVLDB 17(4), 2023,
 * doi:10.14778/3636218.3636223.
 *
 * @param starts the start vertices to count from, by rank
 */
public record TemporalCpu(BipartiteGraph graph, ButterflyConfig config, List<WorkRange> starts, Execution execution) {
    /** The most wedges of a start that sizes in bytes are computed with, for graphs that no machine holds. */
    private static final double MOST_WEDGES = 1L << 48;

    public ButterflyResult count() {
        EdgeTimes times = config.window().times();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            RankedGraph ranked = scope.own(
                            execution.rank(() -> RankedGraph.form(graph, execution.memory(), execution.workers())))
                    .form();
            RankedTimes rankedTimes = scope.own(execution.time(
                            Stage.PREPARE,
                            () -> RankedTimes.form(graph, ranked, times, execution.memory(), execution.workers())))
                    .form();
            return execution.time(Stage.COMPUTE, () -> count(ranked, rankedTimes, scope));
        }
    }

    private ButterflyResult count(RankedGraph ranked, RankedTimes times, OffHeapScope scope) {
        Csr rows = ranked.adjacency();
        Positions positions = Positions.of(starts, rows.vertexCount());
        execution.workers().progress().begin(FourCycles.STAGE, positions.count());
        OffHeapLongs perRank = config.perVertex() ? scope.zeroedLongs(rows.vertexCount()) : null;
        OffHeapLongs perSlot = config.perEdge() ? scope.zeroedLongs(rows.slotCount()) : null;
        ExactSum total = new ExactSum();
        try (OffHeapScope ofCounters = new OffHeapScope(execution.memory())) {
            TimeSorter[] sorters = TimeSorter.forWorkers(ofCounters, execution.memory(), execution.workers());
            TemporalCounter[] counters = new TemporalCounter[sorters.length];
            Arrays.setAll(
                    counters,
                    worker -> ofCounters.own(new TemporalCounter(
                            rows,
                            times,
                            config.window().length(),
                            perRank,
                            perSlot,
                            sorters[worker],
                            execution.memory(),
                            execution.workers().cancellation())));
            FourCycles.forEachStart(
                    positions.count(), positions::at, counters, TemporalCounter::countFrom, execution.workers());
            for (TemporalCounter counter : counters) {
                total.add(counter.total());
            }
        }
        return RankedCounts.byInput(graph, ranked, total.toBigInteger(), null, perRank, perSlot, execution);
    }

    /** The memory of a run, with {@code vertexCounts} and {@code edgeCounts} for the bytes of the result. */
    public static MemoryEstimate estimate(
            String name, GraphSize size, ButterflyConfig config, long vertexCounts, long edgeCounts, int concurrency) {
        EdgeTimes times = config.window().times();
        boolean parallel = times != null && times.hasParallel();
        long relationships = times == null ? size.edges() : times.count();
        long perEdge = mostOfAnEdge(times, size.edges());
        // Each relationship of a start and of an end is in a wedge with the relationships of one other edge at most.
        long wedges = (long) Math.min(MOST_WEDGES, (double) relationships * perEdge);
        long middles = Math.min(size.edges() / 2, Math.max(size.left(), size.right()));
        long largest = (long) Math.min(wedges, (double) middles * perEdge * perEdge);
        long room = Math.max(
                largest, Math.min(wedges, Math.max(TemporalCounter.LEAST_ROOM, wedges / TemporalCounter.MOST_PASSES)));
        MemoryEstimate prepared = MemoryEstimate.sum(
                "ranked graph with times",
                MemoryEstimate.of("ranked graph", RankedGraph.bytes(size.vertices(), size.edges())),
                MemoryEstimate.of("times", RankedTimes.bytes(size.edges(), relationships, parallel)));
        MemoryEstimate counters = MemoryEstimate.sum(
                "counters",
                MemoryEstimate.of("by vertex", vertexCounts),
                MemoryEstimate.of("by edge and direction", 2 * edgeCounts));
        boolean local = config.perVertex() || config.perEdge();
        return MemoryEstimate.largest(
                name,
                MemoryEstimate.of(
                        "ranking the vertices by degree", RankedGraph.peakBytes(size.vertices(), size.edges())),
                MemoryEstimate.sum(
                        "counting",
                        prepared,
                        counters,
                        MemoryEstimate.of(
                                "wedge counters, one set a worker",
                                concurrency * TemporalCounter.bytes(size.vertices())),
                        MemoryEstimate.range(
                                "times of wedges, one set a worker",
                                0,
                                concurrency * TemporalCounter.bytes(room, largest, local, parallel))),
                MemoryEstimate.sum(
                        "counts in the order of the graph",
                        prepared,
                        counters,
                        MemoryEstimate.of("result", vertexCounts + edgeCounts)));
    }

    /** The most relationships that an edge stands for, 1 at least. */
    static long mostOfAnEdge(EdgeTimes times, long edges) {
        long most = 1;
        if (times == null || !times.hasParallel()) {
            return most;
        }
        for (long edge = 0; edge < edges; edge++) {
            most = Math.max(most, times.end(edge) - times.start(edge));
        }
        return most;
    }
}
