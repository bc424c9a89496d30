package dev.motif.algorithm.group.rules;

import dev.motif.algorithm.group.biclique.MaximalBicliqueSearch;
import dev.motif.algorithm.group.biclique.bitmap.BitmapTechnique;
import dev.motif.algorithm.group.biclique.model.MaximalBicliqueConfig;
import dev.motif.algorithm.group.biclique.model.Pruning;
import dev.motif.algorithm.group.biclique.search.SearchTechnique;
import dev.motif.backend.cost.CpuEstimate;
import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;
import java.util.function.Function;

/** Searches the closed item sets of a graph, and passes the rules of each to the sink of the worker that found it. */
final class RuleSearch {
    private static final SearchTechnique HOW = new BitmapTechnique();

    private RuleSearch() {}

    /**
     * Returns when the search is over.
     *
     * @param sinks makes the sink of a worker, which need not wait any more once what it gets is cancelled
     * @throws IllegalStateException when the time that the configuration gives is over
     */
    static void run(
            BipartiteGraph graph,
            RuleConfig config,
            Execution execution,
            Function<Cancellation, ClosedSetRules.Sink> sinks) {
        execution.runInTime(config.timeoutMillis(), timed -> search(graph, config, timed, sinks));
    }

    private static void search(
            BipartiteGraph graph,
            RuleConfig config,
            Execution execution,
            Function<Cancellation, ClosedSetRules.Sink> sinks) {
        int transactions = transactions(graph, config);
        Cancellation cancellation = execution.workers().cancellation();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            ItemRows rows = ItemRows.of(items(graph, config), transactions, cancellation, scope);
            MaximalBicliqueConfig sets = config.closedSets(transactions);
            MaximalBicliqueSearch.of(HOW, sets, Pruning.NONE)
                    .run(
                            graph,
                            execution,
                            worker -> scope.own(new ClosedSetRules(
                                    config, rows, sinks.apply(cancellation), execution.memory(), cancellation)));
        }
    }

    private static Csr items(BipartiteGraph graph, RuleConfig config) {
        return config.items() == Side.RIGHT ? graph.right() : graph.left();
    }

    /** How many transactions there are, also without an item. */
    static int transactions(BipartiteGraph graph, RuleConfig config) {
        return config.items() == Side.RIGHT ? graph.leftCount() : graph.rightCount();
    }

    static CpuEstimate estimate(GraphSize size, RuleConfig config, int concurrency) {
        long transactions = config.items() == Side.RIGHT ? size.left() : size.right();
        long items = config.items() == Side.RIGHT ? size.right() : size.left();
        return estimate(
                MaximalBicliqueSearch.estimate(HOW, size, config.closedSets(transactions), concurrency),
                MemoryEstimate.range(
                        "bitmaps of frequent items",
                        items * Integer.BYTES,
                        ItemRows.mostBytes(items, transactions, size.edges())),
                concurrency * ClosedSetRules.mostBytes(config.maxItems(), transactions));
    }

    static CpuEstimate estimate(BipartiteGraph graph, RuleConfig config, Execution execution) {
        int transactions = transactions(graph, config);
        return estimate(
                MaximalBicliqueSearch.estimate(HOW, graph, config.closedSets(transactions), execution),
                MemoryEstimate.of("bitmaps of frequent items", ItemRows.bytes(items(graph, config), transactions)),
                execution.workers().concurrency() * ClosedSetRules.mostBytes(config.maxItems(), transactions));
    }

    private static CpuEstimate estimate(CpuEstimate search, MemoryEstimate rows, long antecedents) {
        return CpuEstimate.of(
                MemoryEstimate.sum(
                        "rules",
                        search.offHeap(),
                        rows,
                        MemoryEstimate.range("transactions of antecedents, some sets a worker", 0, antecedents)),
                search.heap());
    }
}
