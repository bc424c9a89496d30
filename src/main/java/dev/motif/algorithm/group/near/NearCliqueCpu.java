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

    /** A near-clique that was found. */
    interface Found {
        int size();

        /** Its vertices, ascending. */
        int[] members();
    }

    /** A near-clique that a search is at. */
    private record Current(NearSearch search) implements Found {
        @Override
        public int size() {
            return search.size(0);
        }

        @Override
        public int[] members() {
            return search.members(0);
        }
    }

    /** The vertices of a near-clique with a span. */
    private record Members(int... members) implements Found {
        @Override
        public int size() {
            return members.length;
        }
    }

    /**
     * Passes what is found to the sink of each worker, which is made once; returns when the search is over.
     *
     * @param bound may keep groups that it does not want from being found
     */
    void search(UnipartiteGraph graph, Bound bound, IntFunction<Consumer<Found>> sinks) {
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
    private void findWithinSpan(UnipartiteGraph graph, Bound bound, IntFunction<Consumer<Found>> sinks) {
        NearSpan.search(
                graph,
                config.window(),
                config.missing(),
                new int[] {config.minSize()},
                STAGE,
                execution,
                sinks,
                members -> new Members(members[0]),
                (parts, beside, found) -> new NearCliqueCpu(config.within(null), beside)
                        .find((UnipartiteGraph) parts, bound, worker -> {
                            Consumer<int[][]> sink = found.apply(worker);
                            return near -> sink.accept(new int[][] {near.members()});
                        }));
    }

    private void find(UnipartiteGraph graph, Bound bound, IntFunction<Consumer<Found>> sinks) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            NearCliqueCore core = execution.time(Stage.PREPARE, () -> scope.own(core(graph)));
            RequiredVertices start = RequiredVertices.of(List.of(config.contained()), List.of(core.vertices()));
            execution.time(
                    Stage.COMPUTE,
                    () -> NearSearch.run(
                            core.weights(scope, new Steps(execution.workers().cancellation())),
                            start,
                            () -> new NearCliqueGraph(core, config, bound, execution.memory()),
                            worker -> {
                                Consumer<Found> sink = sinks.apply(worker);
                                return search -> sink.accept(new Current(search));
                            },
                            STAGE,
                            execution));
        }
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
