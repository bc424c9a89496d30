package dev.motif.algorithm.count.cycle;

import dev.motif.backend.Counts;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.Arrays;

/** Counts cycles in the order of time, within a window, on the CPU. */
record TemporalCycleCpu(UnipartiteGraph graph, CycleConfig config, Execution execution) {
    /** Few, so that no worker is left with a long range. */
    static final long ARCS_PER_TASK = 64;

    private static final long ARCS_PER_COPY = 1 << 14;

    CycleResult count() {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            TimedArcs arcs = scope.own(arcs(graph, config, execution));
            return execution.time(Stage.COMPUTE, () -> count(arcs, memory, workers));
        }
    }

    /** The relationships of a graph by time; the caller owns them. */
    static TimedArcs arcs(UnipartiteGraph graph, CycleConfig config, Execution execution) {
        EdgeTimes times = config.window().times();
        if (config.amounts() != null && config.amounts().values().length() != times.count()) {
            throw new IllegalArgumentException(
                    "`relationshipWeightProperty` must be a column with an amount for each time"
                            + " of `timeProperty`: project both with the same `aggregation`");
        }
        execution.workers().progress().begin("sorting relationships by time", 0);
        return execution.time(
                Stage.PREPARE,
                () -> TimedArcs.of(
                        graph, config, execution.memory(), execution.workers().cancellation()));
    }

    private CycleResult count(TimedArcs arcs, NativeMemory memory, Workers workers) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs vertices = config.perVertex() ? scope.zeroedLongs(arcs.vertexCount()) : null;
            OffHeapLongs forward = config.perArc() ? scope.zeroedLongs(graph.edgeCount()) : null;
            OffHeapLongs backward = config.perArc() ? scope.zeroedLongs(graph.edgeCount()) : null;
            BigInteger[] byLength = Counts.zeros(config.maxLength() + 1);
            try (OffHeapScope counting = new OffHeapScope(memory)) {
                OffHeapLongs ofArcs = config.perArc() ? counting.zeroedLongs(arcs.count()) : null;
                Counter[] counters = new Counter[workers.concurrency()];
                Arrays.setAll(counters, worker -> new Counter(arcs, config, vertices, ofArcs, counting));
                workers.progress().begin(CycleCpu.STAGE, arcs.count());
                workers.forRanges(arcs.count(), ARCS_PER_TASK, (worker, from, to, steps) -> {
                    counters[worker].search.search(from, to, steps);
                    workers.progress().advance(to - from);
                });
                for (Counter counter : counters) {
                    for (int length = config.minLength(); length <= config.maxLength(); length++) {
                        byLength[length] = byLength[length].add(BigInteger.valueOf(counter.found[length]));
                    }
                }
                if (ofArcs != null) {
                    addToEdges(arcs, ofArcs, forward, backward, workers);
                }
            }
            return new CycleResult(byLength, scope.keep(vertices), scope.keep(forward), scope.keep(backward));
        }
    }

    /** Counts what one worker finds. */
    private static final class Counter {
        private final TemporalCycleSearch search;
        private final long[] found;
        private final OffHeapLongs vertices;
        private final OffHeapLongs arcs;

        Counter(TimedArcs timed, CycleConfig config, OffHeapLongs vertices, OffHeapLongs arcs, OffHeapScope scope) {
            this.search = new TemporalCycleSearch(timed, config, this::count, scope);
            this.found = new long[config.maxLength() + 1];
            this.vertices = vertices;
            this.arcs = arcs;
        }

        private void count(int[] path, long[] pathArcs, int length) {
            found[length]++;
            for (int i = 0; i < length; i++) {
                if (vertices != null) {
                    vertices.getAndAdd(path[i], 1);
                }
                if (arcs != null) {
                    arcs.getAndAdd(pathArcs[i], 1);
                }
            }
        }
    }

    private void addToEdges(
            TimedArcs arcs, OffHeapLongs counts, OffHeapLongs forward, OffHeapLongs backward, Workers workers) {
        EdgeTimes times = config.window().times();
        workers.forRanges(arcs.count(), ARCS_PER_COPY, (worker, from, to) -> {
            for (long arc = from; arc < to; arc++) {
                if (counts.get(arc) > 0) {
                    boolean isForward = arcs.sources().get(arc) < arcs.targets().get(arc);
                    long edge = times.edge(arcs.indexes().get(arc));
                    (isForward ? forward : backward).getAndAdd(edge, counts.get(arc));
                }
            }
        });
    }

    /** The off-heap bytes of counting, beside the relationships by time. */
    static long bytes(long vertices, long edges, long arcs, CycleConfig config, int concurrency) {
        return concurrency * TemporalCycleSearch.bytes(vertices)
                + (config.perVertex() ? vertices * Long.BYTES : 0)
                + (config.perArc() ? (arcs + 2 * edges) * Long.BYTES : 0);
    }
}
