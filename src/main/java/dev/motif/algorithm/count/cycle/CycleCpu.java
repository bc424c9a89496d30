package dev.motif.algorithm.count.cycle;

import dev.motif.backend.Counts;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedDirectedGraph;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Counts directed cycles on the CPU, each from its vertex of the lowest rank.
 *
 * @param ranges of the arcs from which to search, in the order of the ranks
 */
record CycleCpu(UnipartiteGraph graph, CycleConfig config, List<WorkRange> ranges, Execution execution) {
    /** The name of the stage. */
    static final String STAGE = "counting cycles";

    /** Few, so that no worker is left with a long range; a worker keeps what it knows of a root for the next one. */
    static final long ARCS_PER_TASK = 16;

    private static final long VERTICES_PER_TASK = 1 << 14;

    CycleResult count() {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            RankedDirectedGraph ranked = scope.own(
                    execution.rank(() -> RankedDirectedGraph.of(graph, config.directions(), memory, workers)));
            return execution.time(Stage.COMPUTE, () -> count(ranked, memory, workers));
        }
    }

    /** Divides the arcs by how many arcs follow each of them. */
    List<WorkRange> divide(int parts) {
        try (RankedDirectedGraph ranked = execution.rank(
                () -> RankedDirectedGraph.of(graph, config.directions(), execution.memory(), execution.workers()))) {
            Csr successors = ranked.arcs().successors();
            return WorkRange.cut(successors.slotCount(), slot -> weight(successors, slot), parts);
        }
    }

    private static double weight(Csr successors, long slot) {
        int next = successors.neighbor(slot);
        return next > successors.vertexOf(slot) ? 1.0 + successors.degree(next) : 0;
    }

    private CycleResult count(RankedDirectedGraph ranked, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs byRank = config.perVertex() ? scope.zeroedLongs(graph.vertexCount()) : null;
            OffHeapLongs bySlot =
                    config.perArc() ? scope.zeroedLongs(ranked.arcs().arcCount()) : null;
            BigInteger[] byLength;
            try (OffHeapScope counting = new OffHeapScope(memory)) {
                CycleCounter[] counters = new CycleCounter[workers.concurrency()];
                Arrays.setAll(counters, worker -> new CycleCounter(ranked.arcs(), config, byRank, bySlot, counting));
                byLength = count(counters, ranked.arcs().arcCount(), workers);
            } catch (ArithmeticException e) {
                throw tooMany(e);
            }
            return new RankedCycles(ranked, byRank, bySlot).result(graph, config, byLength, execution);
        }
    }

    private BigInteger[] count(CycleCounter[] counters, long arcs, Workers workers) {
        Positions positions = Positions.of(ranges, arcs);
        workers.progress().begin(STAGE, positions.count());
        for (WorkRange range : positions.ranges()) {
            workers.forRanges(range.to() - range.from(), ARCS_PER_TASK, (worker, from, to, steps) -> {
                counters[worker].search(range.from() + from, range.from() + to, steps);
                workers.progress().advance(to - from);
            });
        }
        workers.beside().forEach(counters.length, 1, (worker, of, steps) -> counters[(int) of].finish(steps));
        BigInteger[] byLength = Counts.zeros(config.maxLength() + 1);
        for (int length = config.minLength(); length <= config.maxLength(); length++) {
            ExactSum sum = new ExactSum();
            for (CycleCounter counter : counters) {
                sum.add(counter.sum(length));
            }
            byLength[length] = sum.toBigInteger();
        }
        return byLength;
    }

    static ArithmeticException tooMany(ArithmeticException cause) {
        ArithmeticException tooMany = new ArithmeticException(
                "a node or a relationship is in 2^63 cycles or more: `maxLength` must be smaller");
        tooMany.initCause(cause);
        return tooMany;
    }
}
