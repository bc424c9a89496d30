package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.model.KCliqueResult;
import dev.motif.backend.Counts;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.ExactSum;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.HubRows;
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.math.BigInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the triangles of a graph in total on the CPU. Workers take vertices {@code u}, mark their neighbors of larger degree in
 * bitmaps of their own, and look the neighbors of larger degree of these up there. So each triangle is found once, from
 * its vertex of the smallest degree, and no graph is ranked.
 */
final class TriangleCpu {
    private static final int TASKS_PER_WORKER = 64;
    private static final long MAX_VERTICES_PER_TASK = 512;

    private final UnipartiteGraph graph;
    private final KCliqueConfig config;
    private final Execution execution;
    private final Workers workers;

    TriangleCpu(UnipartiteGraph graph, KCliqueConfig config, Execution execution) {
        this.graph = graph;
        this.config = config;
        this.execution = execution;
        this.workers = execution.workers();
    }

    /** Whether only triangles are asked for, in total, and not in a certain way. */
    static boolean suits(KCliqueConfig config) {
        return config.equals(KCliqueConfig.total(3, 3).withTimeoutMillis(config.timeoutMillis()));
    }

    /** The memory of counting triangles. */
    static MemoryEstimate estimate(String name, long vertices, long edges, int concurrency) {
        return MemoryEstimate.sum(
                name,
                MemoryEstimate.of("edges to larger degrees", HubRows.bytes(vertices, edges)),
                MemoryEstimate.of("marks, one set a worker", words(vertices) * Long.BYTES * concurrency));
    }

    KCliqueResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            DerivedGraphCache.Use<HubRows> hubs = scope.own(execution.time(Stage.PREPARE, () -> {
                workers.progress().begin("ordering the graph", 0);
                return HubRows.form(graph, execution.memory(), workers);
            }));
            BigInteger[] bySize = Counts.zeros(4);
            bySize[3] = execution.time(Stage.COMPUTE, () -> count(hubs.form().rows(), scope));
            return new KCliqueResult(config, Technique.ORIENTATION, Orientation.DEGREE, null, bySize, null, null);
        }
    }

    private BigInteger count(Csr hubs, OffHeapScope scope) {
        int vertices = hubs.vertexCount();
        workers.progress().begin(KCliqueCpu.STAGE, vertices);
        OffHeapLongs[] marks = new OffHeapLongs[workers.concurrency()];
        ExactSum[] sums = ExactSum.forWorkers(workers);
        for (int worker = 0; worker < marks.length; worker++) {
            marks[worker] = scope.zeroedLongs(words(vertices));
        }
        LongAdder done = new LongAdder();
        long fair = vertices / ((long) marks.length * TASKS_PER_WORKER) + 1;
        execution
                .deadline()
                .during(
                        () -> workers.forEach(vertices, Math.min(fair, MAX_VERTICES_PER_TASK), (worker, u, steps) -> {
                            sums[worker].add(countFrom((int) u, hubs, marks[worker], steps));
                            done.increment();
                        }),
                        () -> execution.deadline().error(done.sum(), vertices, (double) done.sum() / vertices));
        return ExactSum.of(sums).toBigInteger();
    }

    private static long words(long vertices) {
        return (vertices + Long.SIZE - 1) / Long.SIZE;
    }

    private static long countFrom(int u, Csr hubs, OffHeapLongs marks, Steps steps) {
        long first = hubs.start(u);
        long end = hubs.end(u);
        if (end - first < 2) {
            return 0;
        }
        for (long slot = first; slot < end; slot++) {
            marks.setBit(hubs.neighbor(slot));
        }
        long triangles = 0;
        for (long slot = first; slot < end; slot++) {
            int v = hubs.neighbor(slot);
            long endOfV = hubs.end(v);
            for (long i = hubs.start(v); i < endOfV; i++) {
                triangles += marks.bit(hubs.neighbor(i));
            }
            steps.add(endOfV - hubs.start(v));
        }
        for (long slot = first; slot < end; slot++) {
            marks.set(hubs.neighbor(slot) >>> 6, 0);
        }
        return triangles;
    }
}
