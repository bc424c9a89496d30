package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.near.NearRows.Bound;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Searches near-bicliques on the CPU: workers take roots, and share the searches that take long. */
record NearBicliqueCpu(NearBicliqueConfig config, Execution execution) {
    /** The name of the stage that searches, after the graph has been ordered. */
    static final String STAGE = "searching near-bicliques";

    /**
     * Passes what is found to the sink of each worker, which is made once; returns when the search is over.
     *
     * @param bound may keep groups that it does not want from being found
     */
    void search(BipartiteGraph graph, Bound bound, IntFunction<Consumer<NearGroup>> sinks) {
        execution.runInTime(config.timeoutMillis(), timed -> {
            NearBicliqueCpu inTime = new NearBicliqueCpu(config, timed);
            if (config.window() == null) {
                inTime.find(graph, bound, sinks);
            } else {
                inTime.findWithinSpan(graph, bound, sinks);
            }
        });
    }

    /** Searches the parts of windows one after another; what is maximal in its window alone is not passed on. */
    private void findWithinSpan(BipartiteGraph graph, Bound bound, IntFunction<Consumer<NearGroup>> sinks) {
        NearSpan.search(
                graph,
                config.window(),
                config.missing(),
                new int[] {config.minLeft(), config.minRight()},
                STAGE,
                execution,
                sinks,
                (parts, beside, found) ->
                        new NearBicliqueCpu(config.within(null), beside).find((BipartiteGraph) parts, bound, found));
    }

    private void find(BipartiteGraph graph, Bound bound, IntFunction<Consumer<NearGroup>> sinks) {
        try (NearRoots roots = roots(graph, bound)) {
            execution.time(Stage.COMPUTE, () -> NearSearch.run(roots, roots.ranges(), sinks, execution));
        }
    }

    /** The roots of near-bicliques of any times, owned by the caller. */
    NearRoots roots(BipartiteGraph graph, Bound bound) {
        return execution.time(Stage.PREPARE, () -> {
            try (OffHeapScope building = new OffHeapScope(execution.memory())) {
                OffHeapScope own = building.own(new OffHeapScope(execution.memory()));
                BipartiteCore core = own.own(core(graph));
                boolean left = core.rootsAreLeft();
                int[] least = {left ? config.minLeft() : config.minRight(), left ? config.minRight() : config.minLeft()
                };
                return new NearRoots(
                        core.weights(own, execution.workers()),
                        RequiredVertices.of(
                                left ? List.of(config.left(), config.right()) : List.of(config.right(), config.left()),
                                List.of(core.rootVertices(), core.mateVertices())),
                        () -> new NearBicliqueGraph(core, config.missing(), least, bound, execution.memory()),
                        config.missing(),
                        least,
                        bound,
                        !left,
                        STAGE,
                        building.keep(own));
            }
        });
    }

    /** The core in which all near-bicliques are, from the side with the given vertices, or with fewer paths of two edges. */
    private BipartiteCore core(BipartiteGraph graph) {
        boolean left = config.left().isEmpty() && config.right().isEmpty()
                ? graph.right().pathsThrough() <= graph.left().pathsThrough()
                : !config.left().isEmpty();
        int minRoots = left ? config.minLeft() : config.minRight();
        int minMates = left ? config.minRight() : config.minLeft();
        return BipartiteCore.of(
                graph,
                left,
                minMates - config.missing(),
                minRoots - config.missing(),
                execution.memory(),
                execution.workers());
    }

    static CpuEstimate estimate(GraphSize size, int concurrency) {
        long vertices = size.vertices();
        return estimate(
                MemoryEstimate.range("finding the core", 0, BipartiteCore.peakBytes(vertices, size.edges())),
                MemoryEstimate.range("core", 0, BipartiteCore.bytes(vertices, size.edges())),
                Math.max(size.left(), size.right()),
                Math.min(size.left(), size.right()),
                0,
                concurrency);
    }

    /** Finds the core, whose size is what matters. */
    CpuEstimate estimate(BipartiteGraph graph) {
        try (BipartiteCore core = core(graph)) {
            return estimate(
                    MemoryEstimate.of("finding the core", core.peakBytes(graph)),
                    MemoryEstimate.of("core", core.bytes()),
                    core.rootCount(),
                    core.mateCount(),
                    NearBicliqueGraph.leastBytes(core.rootCount(), core.mateCount()),
                    execution.workers().concurrency());
        }
    }

    private static CpuEstimate estimate(
            MemoryEstimate finding, MemoryEstimate core, long roots, long mates, long least, int concurrency) {
        long most = Math.min(
                NearSearch.MOST_BYTES,
                3 * (roots + mates) * Integer.BYTES
                        + NearBicliqueGraph.mostRowBytes(roots, mates)
                        + NearSearch.mostBytes(roots, mates));
        long ofRoots = (roots + mates) * (Long.BYTES + Integer.BYTES);
        return CpuEstimate.of(MemoryEstimate.largest(
                "near-bicliques",
                finding,
                MemoryEstimate.sum(
                        "searching",
                        core,
                        MemoryEstimate.range("roots and their weights", 0, ofRoots),
                        MemoryEstimate.range("neighborhoods of a root, one set a worker", 0, concurrency * most))));
    }
}
