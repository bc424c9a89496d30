package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.complement.BranchSearch;
import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Encoding;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.count.clique.orientation.OrientationSearch;
import dev.motif.algorithm.count.clique.search.BitGraph;
import dev.motif.algorithm.count.clique.search.CliqueLeafCounter;
import dev.motif.algorithm.count.clique.search.CliqueLocalGraph;
import dev.motif.algorithm.count.clique.search.ListGraph;
import dev.motif.algorithm.count.clique.search.Search;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;

/**
 * How to search on the CPU: the graph in the order that is asked for, or that suits the size of the cliques, and the
 * technique that is asked for, or whose estimated cost is less. Closing it ends its use of the oriented graph.
 *
 * @param use the use of what has the oriented graph
 * @param oriented the oriented graph, with the numbers of edges when cliques are counted by edge
 * @param orientation its order, not AUTO
 * @param technique the technique to use, not AUTO
 * @param degeneracy the degeneracy of the graph; null when it was not computed
 */
record CliquePlan(
        KCliqueConfig config,
        DerivedGraphCache.Use<?> use,
        OrientedGraph oriented,
        Orientation orientation,
        Technique technique,
        Integer degeneracy)
        implements AutoCloseable {
    /** Up to this size, finding the cliques takes less time than finding a degeneracy order. */
    private static final int MAX_SIZE_BY_DEGREE = 4;

    /** The technique that was found to cost least. */
    private record Cheapest(Technique technique) implements DerivedGraphCache.Form {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void close() {}
    }

    static CliquePlan of(UnipartiteGraph graph, KCliqueConfig config, Execution execution) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        Orientation orientation = orientation(config);
        EdgeNumbers numbers = config.result() == Result.EDGE ? EdgeNumbers.BY_SLOT : EdgeNumbers.NONE;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            workers.progress().begin("ordering the graph", 0);
            if (orientation == Orientation.DEGREE) {
                DerivedGraphCache.Use<OrientedGraph> use =
                        scope.own(OrientedGraph.formByDegree(graph, numbers, memory, workers));
                Technique technique = technique(graph, use.form(), config, memory, workers);
                return new CliquePlan(config, scope.keep(use), use.form(), orientation, technique, null);
            }
            DerivedGraphCache.Use<DegeneracyOriented> use =
                    scope.own(DegeneracyOriented.formOf(graph, numbers, memory, workers));
            OrientedGraph oriented = use.form().oriented();
            Technique technique = technique(graph, oriented, config, memory, workers);
            return new CliquePlan(
                    config,
                    scope.keep(use),
                    oriented,
                    orientation,
                    technique,
                    use.form().degeneracy());
        }
    }

    /** The order to use: the one asked for, or the one that suits the size of the cliques. */
    static Orientation orientation(KCliqueConfig config) {
        if (config.orientation() != Orientation.AUTO) {
            return config.orientation();
        }
        return config.maxK() <= MAX_SIZE_BY_DEGREE ? Orientation.DEGREE : Orientation.DEGENERACY;
    }

    private static Technique technique(
            UnipartiteGraph graph, OrientedGraph oriented, KCliqueConfig config, NativeMemory memory, Workers workers) {
        if (config.technique() != Technique.AUTO) {
            return config.technique();
        }
        Technique branching = config.encoding() == Encoding.BINARY ? Technique.COMPLEMENT : Technique.PIVOT;
        if (config.maxK() == KCliqueConfig.ALL || config.localSizes()) {
            return branching;
        }
        try (DerivedGraphCache.Use<Cheapest> cheapest = memory.form(
                new DerivedGraphCache.Key(graph, "technique for cliques", config),
                workers.cancellation(),
                () -> new Cheapest(CliqueCost.cheapest(oriented, config, branching, memory, workers)))) {
            return cheapest.form().technique;
        }
    }

    /** About how much work the search from each root is, by the pairs of its candidates: 1 or more. */
    OffHeapLongs weights(OffHeapScope scope) {
        return weights(oriented, scope);
    }

    static OffHeapLongs weights(OrientedGraph oriented, OffHeapScope scope) {
        Csr rows = oriented.adjacency();
        OffHeapLongs weights = scope.longs(rows.vertexCount());
        for (int rank = 0; rank < rows.vertexCount(); rank++) {
            long degree = rows.degree(rank);
            weights.set(rank, 1 + degree * (degree - 1) / 2);
        }
        return weights;
    }

    /** A new local graph for the searches of one worker. Owned by the caller. */
    CliqueLocalGraph local(NativeMemory memory) {
        return local(oriented, config, memory);
    }

    static CliqueLocalGraph local(OrientedGraph oriented, KCliqueConfig config, NativeMemory memory) {
        Csr rows = oriented.adjacency();
        boolean slots = config.result() == Result.EDGE;
        return config.encoding() == Encoding.BINARY
                ? new BitGraph(rows, slots, memory)
                : new ListGraph(rows, slots, memory);
    }

    /** A new search for one worker, by the technique of this plan. */
    Search search(CliqueLocalGraph local, CliqueLeafCounter counter, Runnable check, SearchQueue.Seat seat) {
        return search(config, technique, local, counter, check, seat);
    }

    static Search search(
            KCliqueConfig config,
            Technique technique,
            CliqueLocalGraph local,
            CliqueLeafCounter counter,
            Runnable check,
            SearchQueue.Seat seat) {
        return switch (technique) {
            case ORIENTATION -> new OrientationSearch(config, local, counter, check, seat);
            case PIVOT -> new BranchSearch(config, local, null, counter, check, seat);
            case COMPLEMENT -> new BranchSearch(config, local, (BitGraph) local, counter, check, seat);
            case AUTO -> throw new IllegalArgumentException("a plan says which technique to use");
        };
    }

    @Override
    public void close() {
        use.close();
    }

    /** The largest k such that k vertices have k - 1 neighbors or more; 0 when there is no vertex. */
    static int largestByDegrees(Csr rows) {
        int[] withDegree = new int[Math.toIntExact(rows.largestDegree()) + 1];
        for (int v = 0; v < rows.vertexCount(); v++) {
            withDegree[(int) rows.degree(v)]++;
        }
        int k = withDegree.length;
        for (long vertices = withDegree[k - 1]; vertices < k; vertices += withDegree[k - 1]) {
            k--;
            if (k == 0) {
                return 0;
            }
        }
        return k;
    }
}
