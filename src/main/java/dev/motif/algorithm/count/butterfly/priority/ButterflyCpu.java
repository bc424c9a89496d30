package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.algorithm.count.butterfly.model.ButterflyConfig;
import dev.motif.algorithm.count.butterfly.model.ButterflyResult;
import dev.motif.algorithm.count.butterfly.model.ThreePaths;
import dev.motif.algorithm.count.wedge.FourCycles;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedGraph;
import java.math.BigInteger;
import java.util.List;

/**
 * Counts butterflies on the CPU: workers take start vertices {@code u}, each worker with wedge counters of its own.
 * Where it costs less, and there are no parts, start vertices are the vertices of one side ({@link SideCpu}).
 *
 * @param starts the start vertices to count from, by rank
 */
public record ButterflyCpu(BipartiteGraph graph, ButterflyConfig config, List<WorkRange> starts, Execution execution) {
    private static final long VERTICES_PER_TASK = 512;

    public ButterflyCpu(BipartiteGraph graph, ButterflyConfig config, Execution execution) {
        this(graph, config, WorkRange.ALL, execution);
    }

    public ButterflyResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            // Parts have start vertices by rank.
            Side side = starts.equals(WorkRange.ALL) ? execution.time(Stage.PREPARE, this::side) : null;
            if (side != null) {
                SideCpu bySide = new SideCpu(graph, side, execution.workers());
                return execution.time(Stage.COMPUTE, () -> bySide.count(config, scope));
            }
            RankedGraph ranked = ranked(scope);
            return execution.time(Stage.COMPUTE, () -> count(ranked, scope));
        }
    }

    private Side side() {
        execution.workers().progress().begin("choosing where to count from", 0);
        return StartSide.of(graph, config, execution.memory());
    }

    private RankedGraph ranked(OffHeapScope scope) {
        return scope.own(execution.rank(() -> RankedGraph.form(graph, execution.memory(), execution.workers())))
                .form();
    }

    /** Cuts all start vertices into at most {@code parts} ranges, each with the number of its wedges as weight. */
    public List<WorkRange> ranges(int parts) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Csr rows = ranked(scope).adjacency();
            OffHeapLongs wedges = scope.longs(rows.vertexCount());
            execution
                    .workers()
                    .beside()
                    .forEach(
                            rows.vertexCount(),
                            VERTICES_PER_TASK,
                            (worker, u) -> wedges.set(u, wedgesFrom(rows, (int) u)));
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
        execution.workers().progress().begin(FourCycles.STAGE, positions.count());
        OffHeapLongs perRank = config.perVertex() ? scope.zeroedLongs(rows.vertexCount()) : null;
        OffHeapLongs perSlot = config.perEdge() ? scope.zeroedLongs(rows.slotCount()) : null;
        ExactSum total = FourCycles.count(rows, positions, perRank, perSlot, execution.memory(), execution.workers());
        BigInteger threePaths = positions.haveStart() ? ThreePaths.of(graph, execution.workers()) : BigInteger.ZERO;
        return RankedCounts.byInput(graph, ranked, total.toBigInteger(), threePaths, perRank, perSlot, execution);
    }
}
