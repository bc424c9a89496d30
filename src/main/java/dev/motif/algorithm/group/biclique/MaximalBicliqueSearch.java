package dev.motif.algorithm.group.biclique;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConsumer;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.model.SearchReport;
import dev.motif.algorithm.group.biclique.model.SizeBands;
import dev.motif.algorithm.group.biclique.model.SizeLimits;
import dev.motif.algorithm.group.biclique.search.CurrentBiclique;
import dev.motif.algorithm.group.biclique.search.GreedyBicliques;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.algorithm.group.biclique.search.SearchWorker;
import dev.motif.algorithm.group.span.TimedGraph;
import dev.motif.algorithm.group.span.WindowParts;
import dev.motif.backend.DivisibleAlgorithm.Division;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.cost.RunCost;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.Positions;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.backend.work.WorkRange;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.BipartiteCore;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Enumerates the maximal bicliques of a graph on the CPU, and passes them to consumers, one for each worker.
 *
 * @param kinds by right vertex; null where each is of a kind of its own
 */
public record MaximalBicliqueSearch(
        SearchTechnique how,
        MaximalBicliqueConfig config,
        Pruning pruning,
        List<WorkRange> roots,
        IntUnaryOperator kinds) {
    /** The cost of counting all with bitmaps. Measured, see docs/benchmarks/auto.md. */
    static final RunCost COST = new RunCost(
            new RunCost.Part(210_000, 0, 52, 11), new RunCost.Part(43, 52, 57, 73), new RunCost.Part(30, 82, 0, 1.4));

    /** How many roots a worker estimates the cost of at a time. */
    private static final long COST_RANGE = 1 << 10;

    private static final String COUNTERS = "counters by vertex, one set a worker";
    private static final String PATHS = "search paths, one a worker";

    public static MaximalBicliqueSearch of(SearchTechnique how, MaximalBicliqueConfig config, Pruning pruning) {
        return new MaximalBicliqueSearch(how, config, pruning, WorkRange.ALL, null);
    }

    /**
     * A search from all left vertices, of bicliques with right vertices of different kinds: the least right size is the number of
     * kinds. Right vertices of a kind are alternatives: the search finds each set of left vertices to which no other can be added
     * without the loss of a kind, and with it one or more of its right vertices of each kind. It may find others, too. The
     * technique must look at the kinds of {@link Limits}.
     *
     * @param kinds the number of the kind of a right vertex; vertices of a kind follow each other, best so that each shares the
     *     most neighbors with the vertices beside it
     */
    public static MaximalBicliqueSearch ofKinds(
            SearchTechnique how, MaximalBicliqueConfig config, IntUnaryOperator kinds) {
        return new MaximalBicliqueSearch(how, config.with(Side.LEFT), Pruning.NONE, WorkRange.ALL, kinds);
    }

    /** A search from some of the roots, without pruning. */
    static MaximalBicliqueSearch of(SearchTechnique how, MaximalBicliqueConfig config, List<WorkRange> roots) {
        return new MaximalBicliqueSearch(how, config, Pruning.NONE, roots, null);
    }

    /** Divides the roots, with the side settled. */
    static Division<MaximalBicliqueConfig> divide(
            BipartiteGraph graph, MaximalBicliqueConfig config, int parts, Execution execution) {
        Workers workers = execution.workers();
        Side side = Side.of(rootsAreLeft(graph, config, workers));
        MaximalBicliqueConfig settled = config.with(side);
        try (BipartiteCore core = order(graph, settled, Pruning.NONE, execution.memory(), workers)) {
            List<WorkRange> ranges =
                    WorkRange.cut(core.rootCount(), root -> 1 + cost(core.roots(), core.mates(), (int) root), parts);
            return new Division<>(settled, ranges);
        }
    }

    /**
     * Passes all wanted maximal bicliques to consumers, and returns when the search is over.
     *
     * @param consumers makes the consumer of a worker; called for each worker before any of them begins
     */
    public SearchReport run(BipartiteGraph graph, Execution execution, IntFunction<MaximalBicliqueConsumer> consumers) {
        return config.window() == null
                ? runAtAnyTime(graph, execution, consumers)
                : runWithinSpan(graph, execution, consumers);
    }

    /** Searches the parts of windows one after another; what is maximal in its window alone is not passed on. */
    private SearchReport runWithinSpan(
            BipartiteGraph graph, Execution execution, IntFunction<MaximalBicliqueConsumer> consumers) {
        Workers workers = execution.workers();
        Side side = Side.of(rootsAreLeft(graph, config, workers));
        MaximalBicliqueSearch ofParts =
                new MaximalBicliqueSearch(how, config.within(null).with(side), pruning, WorkRange.ALL, kinds);
        int[] least = {config.sizes().minLeft(), config.sizes().minRight()};
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            TimedGraph timed =
                    execution.time(Stage.PREPARE, () -> scope.own(new TimedGraph(graph, config.window(), execution)));
            SpanBicliques[] found = new SpanBicliques[workers.concurrency()];
            Arrays.setAll(found, worker -> new SpanBicliques(timed, consumers.apply(worker), workers.cancellation()));
            SearchReport[] report = {new SearchReport(0, 1, how.name(), side)};
            scope.own(new WindowParts(timed, WindowParts.Reach.NEIGHBORS, least, execution))
                    .forEach(
                            SearchWorker.STAGE,
                            parts -> report[0] = report[0].plus(ofParts.runAtAnyTime(
                                    (BipartiteGraph) parts.graph(),
                                    execution.with(workers.beside()),
                                    worker -> found[worker].in(parts))));
            return report[0];
        }
    }

    private SearchReport runAtAnyTime(
            BipartiteGraph graph, Execution execution, IntFunction<MaximalBicliqueConsumer> consumers) {
        MaximalBicliqueConsumer[] found =
                new MaximalBicliqueConsumer[execution.workers().concurrency()];
        Arrays.setAll(found, consumers);
        return pruning == Pruning.NONE
                ? runWithin(config.sizes(), graph, execution, found)
                : runInBands(graph, execution, found);
    }

    /**
     * Searches bands of sizes one after the other: with more left vertices fewer right ones are enough, so each band has a small
     * core of its own, and the side that has the fewest paths to search there. Large bicliques that are found before, in a few
     * steps, say what is enough. The side of the report says nothing.
     */
    private SearchReport runInBands(BipartiteGraph graph, Execution execution, MaximalBicliqueConsumer[] found) {
        execution.time(Stage.PREPARE, () -> {
            execution.workers().progress().begin("looking for large bicliques", 0);
            GreedyBicliques.find(graph, config.sizes(), pruning, found[0], execution);
        });
        SizeBands bands = new SizeBands(
                config.sizes(),
                pruning,
                graph.right().largestDegree(),
                graph.left().largestDegree());
        SearchReport report = new SearchReport(0, 1, how.name(), Side.LEFT);
        for (SizeLimits band = bands.first(); band != null; band = bands.after(band)) {
            report = report.plus(runWithin(band, graph, execution, found));
        }
        return report;
    }

    private SearchReport runWithin(
            SizeLimits sizes, BipartiteGraph graph, Execution execution, MaximalBicliqueConsumer[] found) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            BipartiteCore rooted = scope.own(execution.time(Stage.PREPARE, () -> {
                workers.progress().begin("ordering vertices by degree", 0);
                boolean isBand = !sizes.equals(config.sizes());
                return isBand && config.side() == null
                        ? BipartiteCore.ofFewerPaths(
                                graph, sizes.minRight(), sizes.minLeft(), execution.memory(), workers)
                        : order(graph, config.with(sizes), pruning, execution.memory(), workers);
            }));
            return execution.time(Stage.COMPUTE, () -> search(rooted, sizes, execution, scope, found));
        }
    }

    /**
     * Chooses the side of the roots and orders the part of the graph that can be in wanted bicliques. Owned by the
     * caller.
     */
    private static BipartiteCore order(
            BipartiteGraph graph, MaximalBicliqueConfig config, Pruning pruning, NativeMemory memory, Workers workers) {
        boolean left = rootsAreLeft(graph, config, workers);
        Limits limits = new Limits(config.sizes(), left, pruning);
        return BipartiteCore.of(graph, left, limits.minCommon, limits.minRoots, memory, workers);
    }

    private static boolean rootsAreLeft(BipartiteGraph graph, MaximalBicliqueConfig config, Workers workers) {
        return config.side() == null
                ? cost(graph.left(), graph.right(), workers) < cost(graph.right(), graph.left(), workers)
                : config.side() == Side.LEFT;
    }

    /** Estimates the words of the bitmaps of all roots: a row of common neighbors for each vertex two hops away. */
    private static double cost(Csr roots, Csr commons, Workers workers) {
        DoubleAdder cost = new DoubleAdder();
        workers.forRanges(roots.vertexCount(), COST_RANGE, (worker, from, to) -> {
            double part = 0;
            for (int v = (int) from; v < to; v++) {
                part += cost(roots, commons, v);
            }
            cost.add(part);
        });
        return cost.sum();
    }

    private static double cost(Csr roots, Csr commons, int v) {
        long walks = roots.pathsFrom(v, commons) - roots.degree(v);
        long twoHops = Math.min(walks, roots.vertexCount() - 1L);
        return (double) twoHops * ((roots.degree(v) + Long.SIZE - 1) / Long.SIZE);
    }

    private SearchReport search(
            BipartiteCore graph,
            SizeLimits sizes,
            Execution execution,
            OffHeapScope scope,
            MaximalBicliqueConsumer[] consumers) {
        Workers workers = execution.workers();
        Positions positions = Positions.of(roots, graph.rootCount());
        workers.progress().begin(SearchWorker.STAGE, positions.count());
        Limits limits = new Limits(
                sizes,
                graph.rootsAreLeft(),
                pruning,
                kinds == null ? null : common -> kinds.applyAsInt(graph.mateVertex(common)));
        CurrentBiclique[] found = new CurrentBiclique[workers.concurrency()];
        Arrays.setAll(found, worker -> new CurrentBiclique(graph, limits, consumers[worker]));
        SearchWorker[] searches = how.workers(graph, positions, limits, found, execution, scope);
        workers.run(searches.length, (worker, group) -> searches[worker].run(group));
        return report(searches, graph.rootsAreLeft());
    }

    private SearchReport report(SearchWorker[] searches, boolean rootsAreLeft) {
        long nodes = 0;
        long busy = 0;
        long longest = 1;
        for (SearchWorker search : searches) {
            nodes += search.nodes();
            busy += search.busyNanos();
            longest = Math.max(longest, search.busyNanos());
        }
        double busyRatio = (double) busy / ((double) longest * searches.length);
        return new SearchReport(nodes, busyRatio, how.name(), Side.of(rootsAreLeft));
    }

    /** The memory that a search needs beside the graph, from the size of the graph only: a copy of it, and the workers'. */
    public static CpuEstimate estimate(
            SearchTechnique how, GraphSize size, MaximalBicliqueConfig config, int concurrency) {
        return config.window() == null
                ? estimateAtAnyTime(how, size, config, concurrency)
                : WindowParts.estimate(
                        size,
                        config.window(),
                        true,
                        parts -> estimateAtAnyTime(how, parts, config, concurrency),
                        concurrency);
    }

    private static CpuEstimate estimateAtAnyTime(
            SearchTechnique how, GraphSize size, MaximalBicliqueConfig config, int concurrency) {
        SearchTechnique.WorkerBytes worker = how.workerBytes(size);
        long keptEdges = config.sizes().minLeft() == 1 && config.sizes().minRight() == 1 ? size.edges() : 0;
        return estimate(
                concurrency * worker.mostHeap(),
                MemoryEstimate.range(
                        "ordering vertices by degree",
                        BipartiteCore.leastPeakBytes(size.vertices(), keptEdges),
                        BipartiteCore.peakBytes(size.vertices(), size.edges())),
                MemoryEstimate.range(
                        "ordered graph",
                        2 * keptEdges * Integer.BYTES,
                        BipartiteCore.bytes(size.vertices(), size.edges())),
                MemoryEstimate.range(COUNTERS, 0, concurrency * worker.counters()),
                MemoryEstimate.range(PATHS, 0, concurrency * worker.mostPath()));
    }

    /**
     * The memory that a search needs beside {@code graph}, which has been read already. This orders the graph, so it is
     * more exact than the estimate from the size.
     */
    public static CpuEstimate estimate(
            SearchTechnique how, BipartiteGraph graph, MaximalBicliqueConfig config, Execution execution) {
        if (config.window() != null) {
            return estimate(
                    how, GraphSize.of(graph), config, execution.workers().concurrency());
        }
        Workers workers = execution.workers();
        int concurrency = workers.concurrency();
        try (BipartiteCore core = order(graph, config, Pruning.NONE, execution.memory(), workers)) {
            SearchTechnique.WorkerBytes worker = how.workerBytes(core, workers);
            return estimate(
                    concurrency * worker.mostHeap(),
                    MemoryEstimate.of("ordering vertices by degree", core.peakBytes(graph)),
                    MemoryEstimate.of("ordered graph", core.bytes()),
                    MemoryEstimate.of(COUNTERS, concurrency * worker.counters()),
                    MemoryEstimate.range(PATHS, worker.leastPath(), concurrency * worker.mostPath()));
        }
    }

    /** @param rows the most heap bytes of the workers' rows: few, unless roots have many others two hops away */
    private static CpuEstimate estimate(long rows, MemoryEstimate ordering, MemoryEstimate... searching) {
        return new CpuEstimate(
                MemoryEstimate.largest("search", ordering, MemoryEstimate.sum("searching", searching)),
                MemoryEstimate.range("rows of bits, one set a worker", 0, rows));
    }
}
