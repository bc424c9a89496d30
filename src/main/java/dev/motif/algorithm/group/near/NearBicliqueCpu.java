package dev.motif.algorithm.group.near;

import dev.motif.algorithm.group.biclique.model.Biclique;
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
    void search(BipartiteGraph graph, Bound bound, IntFunction<Consumer<Found>> sinks) {
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
    private void findWithinSpan(BipartiteGraph graph, Bound bound, IntFunction<Consumer<Found>> sinks) {
        NearSpan.search(
                graph,
                config.window(),
                config.missing(),
                new int[] {config.minLeft(), config.minRight()},
                STAGE,
                execution,
                sinks,
                members -> new Members(Biclique.of(members[0], members[1])),
                (parts, beside, found) -> new NearBicliqueCpu(config.within(null), beside)
                        .find((BipartiteGraph) parts, bound, worker -> {
                            Consumer<int[][]> sink = found.apply(worker);
                            return near -> {
                                Biclique members = near.members();
                                sink.accept(new int[][] {members.left(), members.right()});
                            };
                        }));
    }

    private void find(BipartiteGraph graph, Bound bound, IntFunction<Consumer<Found>> sinks) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BipartiteCore core = execution.time(Stage.PREPARE, () -> scope.own(core(graph)));
            execution.time(Stage.COMPUTE, () -> search(core, bound, sinks, scope));
        }
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

    private void search(BipartiteCore core, Bound bound, IntFunction<Consumer<Found>> sinks, OffHeapScope scope) {
        boolean left = core.rootsAreLeft();
        int[] least = {left ? config.minLeft() : config.minRight(), left ? config.minRight() : config.minLeft()};
        RequiredVertices start = RequiredVertices.of(
                left ? List.of(config.left(), config.right()) : List.of(config.right(), config.left()),
                List.of(core.rootVertices(), core.mateVertices()));
        NearSearch.run(
                core.weights(scope, execution.workers()),
                start,
                () -> new NearBicliqueGraph(core, config.missing(), least, bound, execution.memory()),
                worker -> {
                    Consumer<Found> sink = sinks.apply(worker);
                    return search -> sink.accept(new Current(search, left ? 0 : 1));
                },
                STAGE,
                execution);
    }

    /** A near-biclique that was found. */
    interface Found {
        int leftSize();

        int rightSize();

        Biclique members();
    }

    /** A near-biclique that a search is at. */
    private record Current(NearSearch search, int leftSide) implements Found {
        @Override
        public int leftSize() {
            return search.size(leftSide);
        }

        @Override
        public int rightSize() {
            return search.size(1 - leftSide);
        }

        @Override
        public Biclique members() {
            return Biclique.of(search.members(leftSide), search.members(1 - leftSide));
        }
    }

    /** The vertices of a near-biclique with a span. */
    private record Members(Biclique members) implements Found {
        @Override
        public int leftSize() {
            return members.left().length;
        }

        @Override
        public int rightSize() {
            return members.right().length;
        }
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
                    MemoryEstimate.of(
                            "core", BipartiteCore.bytes((long) core.rootCount() + core.mateCount(), core.edgeCount())),
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
