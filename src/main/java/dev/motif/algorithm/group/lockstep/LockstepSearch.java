package dev.motif.algorithm.group.lockstep;

import dev.motif.algorithm.group.biclique.MaximalBicliqueSearch;
import dev.motif.algorithm.group.biclique.bitmap.BitmapTechnique;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.backend.EdgeTimes;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import java.util.function.IntFunction;

/** Searches lockstep groups, and passes them to the sink of the worker that found them. */
final class LockstepSearch {
    /** About as much as sizes in bytes may grow to, for graphs that no machine holds. */
    private static final long MOST_SLOTS = 1L << 48;

    private static final SearchTechnique HOW = new BitmapTechnique();

    private LockstepSearch() {}

    /**
     * Returns when the search is over.
     *
     * @param sinks makes the sink of a worker; called for each worker before any of them begins
     * @throws IllegalStateException when the time that the configuration gives is over
     */
    static SearchReport run(
            BipartiteGraph graph, LockstepConfig config, Execution execution, IntFunction<LockstepGroups.Sink> sinks) {
        return execution.inTime(config.timeoutMillis(), timed -> search(graph, config, timed, sinks));
    }

    private static SearchReport search(
            BipartiteGraph graph, LockstepConfig config, Execution execution, IntFunction<LockstepGroups.Sink> sinks) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            execution.workers().progress().begin("finding windows", 0);
            BipartiteCore core = scope.own(execution.time(Stage.PREPARE, () -> core(graph, config, execution)));
            WindowGraph windows =
                    scope.own(execution.time(Stage.PREPARE, () -> WindowGraph.of(graph, core, config, execution)));
            // Where each mate has one window, the side that is faster may have the roots.
            MaximalBicliqueSearch search = windows.areOnePerMate()
                    ? MaximalBicliqueSearch.of(HOW, config.search(), Pruning.NONE)
                    : MaximalBicliqueSearch.ofKinds(HOW, config.search(), windows::mate);
            return search.run(
                    windows.graph(),
                    execution,
                    worker -> new LockstepGroups(windows, core, config, sinks.apply(worker)));
        }
    }

    /** The core in which all groups are. */
    private static BipartiteCore core(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        return BipartiteCore.of(
                graph, true, config.minRight(), config.minLeft(), execution.memory(), execution.workers());
    }

    /** How many windows there are, and how large, is not known from the size: each relationship may begin one. */
    static CpuEstimate estimate(GraphSize size, LockstepConfig config, int concurrency) {
        EdgeTimes times = config.window().times();
        long relationships = times == null ? size.edges() : times.count();
        long slots = Math.min(MOST_SLOTS, (long) ((double) relationships * Math.min(size.left(), relationships)));
        return estimate(
                size,
                MemoryEstimate.range("finding the core", 0, BipartiteCore.peakBytes(size.vertices(), size.edges())),
                MemoryEstimate.range("core", 0, BipartiteCore.bytes(size.vertices(), size.edges())),
                MemoryEstimate.range(
                        "windows of right nodes, one set a worker",
                        0,
                        rowBytes(size.edges(), size.left(), relationships, times, concurrency)),
                new GraphSize(size.left(), relationships, slots),
                0,
                config,
                concurrency);
    }

    /** Counts the windows, whose number and size are what matters. */
    static CpuEstimate estimate(BipartiteGraph graph, LockstepConfig config, Execution execution) {
        try (BipartiteCore core = core(graph, config, execution)) {
            GraphSize size = WindowGraph.size(graph, core, config, execution);
            long roots = core.rootCount();
            long most = Math.min(
                    config.window().times().count(),
                    core.edgeCount() + config.window().times().count() - graph.edgeCount());
            int concurrency = execution.workers().concurrency();
            return estimate(
                    GraphSize.of(graph),
                    MemoryEstimate.of("finding the core", core.peakBytes(graph)),
                    MemoryEstimate.of("core", core.bytes()),
                    MemoryEstimate.range(
                            "windows of right nodes, one set a worker",
                            core.edgeCount() * Long.BYTES,
                            rowBytes(
                                    core.edgeCount(),
                                    roots,
                                    Math.max(0, most),
                                    config.window().times(),
                                    concurrency)),
                    size,
                    1,
                    config,
                    concurrency);
        }
    }

    private static long rowBytes(long edges, long roots, long most, EdgeTimes times, int concurrency) {
        return WindowGraph.bytesOfRows(edges, roots, most, times == null || times.hasParallel(), concurrency);
    }

    /** @param least 1 when the size of the graph of windows is known, otherwise 0 */
    private static CpuEstimate estimate(
            GraphSize graph,
            MemoryEstimate finding,
            MemoryEstimate core,
            MemoryEstimate rows,
            GraphSize windows,
            int least,
            LockstepConfig config,
            int concurrency) {
        long peak = WindowGraph.peakBytes(graph.right(), windows.right(), windows.edges(), windows.left());
        long bytes = WindowGraph.bytes(windows.right(), windows.edges(), windows.left());
        CpuEstimate search = MaximalBicliqueSearch.estimate(HOW, windows, config.search(), concurrency);
        long members = (windows.left() + 2 * windows.right()) * Integer.BYTES;
        return CpuEstimate.of(
                MemoryEstimate.largest(
                        "lockstep groups",
                        finding,
                        MemoryEstimate.sum(
                                "making the graph of windows",
                                core,
                                rows,
                                MemoryEstimate.range("graph of windows and its copies", least * bytes, peak)),
                        MemoryEstimate.sum(
                                "searching",
                                core,
                                MemoryEstimate.range("graph of windows", least * bytes, bytes),
                                search.offHeap(),
                                MemoryEstimate.range(
                                        "counts of mates, one set a worker",
                                        0,
                                        concurrency * windows.left() * BitmapTechnique.KIND_BYTES_PER_ROOT))),
                search.heap(),
                MemoryEstimate.range("members of a group, one set a worker", 0, concurrency * members));
    }
}
