package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Steps;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Searches near-cliques on the CPU: workers take first vertices, and share the searches that take long. */
record NearCliqueCpu(NearCliqueConfig config, Execution execution) {
    /** The name of the stage that searches, after the core has been found. */
    static final String STAGE = "searching near-cliques";

    /**
     * Passes what is found to the sink of each worker, which is made once; returns when the search is over.
     *
     * @param bound may keep groups that it does not want from being found
     */
    void search(UnipartiteGraph graph, Bound bound, IntFunction<Consumer<NearGroup>> sinks) {
        execution.runInTime(config.timeoutMillis(), timed -> {
            NearCliqueCpu inTime = new NearCliqueCpu(config, timed);
            if (config.window() == null) {
                inTime.find(graph, bound, sinks);
            } else {
                inTime.findWithinSpan(graph, bound, sinks);
            }
        });
    }

    /** Searches the parts of windows one after another; what is maximal in its window alone is not passed on. */
    private void findWithinSpan(UnipartiteGraph graph, Bound bound, IntFunction<Consumer<NearGroup>> sinks) {
        NearSpan.search(
                graph,
                config.window(),
                config.missing(),
                new int[] {config.minSize()},
                STAGE,
                execution,
                sinks,
                (parts, beside, found) ->
                        new NearCliqueCpu(config.within(null), beside).find((UnipartiteGraph) parts, bound, found));
    }

    private void find(UnipartiteGraph graph, Bound bound, IntFunction<Consumer<NearGroup>> sinks) {
        try (NearRoots roots = roots(graph, bound)) {
            execution.time(Stage.COMPUTE, () -> NearSearch.run(roots, roots.ranges(), sinks, execution));
        }
    }

    /** The roots of near-cliques of any times, owned by the caller. */
    NearRoots roots(UnipartiteGraph graph, Bound bound) {
        return execution.time(Stage.PREPARE, () -> {
            try (OffHeapScope building = new OffHeapScope(execution.memory())) {
                OffHeapScope own = building.own(new OffHeapScope(execution.memory()));
                NearCliqueCore core = own.own(core(graph));
                return new NearRoots(
                        core.weights(own, new Steps(execution.workers().cancellation())),
                        RequiredVertices.of(List.of(config.contained()), List.of(core.vertices())),
                        () -> new NearCliqueGraph(core, config, bound, execution.memory()),
                        config.missing(),
                        new int[] {config.minSize()},
                        bound,
                        false,
                        STAGE,
                        building.keep(own));
            }
        });
    }

    /** The core in which all near-cliques are. */
    private NearCliqueCore core(UnipartiteGraph graph) {
        return NearCliqueCore.of(
                graph, config.minSize() - 1 - config.missing(), execution.memory(), execution.workers());
    }

    static CpuEstimate estimate(GraphSize size, int concurrency) {
        long vertices = size.vertices();
        long slots = 2 * size.edges();
        return estimate(
                MemoryEstimate.range(
                        "finding the core",
                        NearCliqueCore.peakBytes(vertices, 0, 0),
                        NearCliqueCore.peakBytes(vertices, vertices, slots)),
                MemoryEstimate.range("core", 0, NearCliqueCore.bytes(vertices, slots)),
                vertices,
                concurrency);
    }

    /** Finds the core, whose size is what matters. */
    CpuEstimate estimate(UnipartiteGraph graph) {
        try (NearCliqueCore core = core(graph)) {
            long slots = core.rows().slotCount();
            return estimate(
                    MemoryEstimate.of(
                            "finding the core", NearCliqueCore.peakBytes(graph.vertexCount(), core.count(), slots)),
                    MemoryEstimate.of("core", NearCliqueCore.bytes(core.count(), slots)),
                    core.count(),
                    execution.workers().concurrency());
        }
    }

    private static CpuEstimate estimate(MemoryEstimate finding, MemoryEstimate core, long vertices, int concurrency) {
        long most = Math.min(
                NearSearch.MOST_BYTES,
                NearCliqueGraph.leastBytes(vertices)
                        + NearCliqueGraph.mostRowBytes(vertices)
                        + NearSearch.mostBytes(vertices, 0));
        return CpuEstimate.of(MemoryEstimate.largest(
                "near-cliques",
                finding,
                MemoryEstimate.sum(
                        "searching",
                        core,
                        MemoryEstimate.range("roots and their weights", 0, vertices * (Long.BYTES + Integer.BYTES)),
                        MemoryEstimate.range("neighborhoods of a root, one set a worker", 0, concurrency * most))));
    }
}
