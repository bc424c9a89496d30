package dev.motif.algorithm.count.clique;

import dev.motif.algorithm.count.clique.model.KCliqueConfig;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Orientation;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Result;
import dev.motif.algorithm.count.clique.model.KCliqueConfig.Technique;
import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.DerivedGraphCache;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import dev.motif.parallel.Workers;
import java.util.List;

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
public record CliquePlan(
        KCliqueConfig config,
        DerivedGraphCache.Use<?> use,
        OrientedGraph oriented,
        Orientation orientation,
        Technique technique,
        Integer degeneracy)
        implements AutoCloseable {
    /** The largest size for which finding the cliques takes less time than finding a degeneracy order. */
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

    static CliquePlan of(UnipartiteGraph graph, KCliqueConfig config, CliqueSearcher searcher, Execution execution) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        Orientation orientation = orientation(config);
        EdgeNumbers numbers = config.result() == Result.EDGE ? EdgeNumbers.BY_SLOT : EdgeNumbers.NONE;
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            workers.progress().begin("ordering the graph", 0);
            if (orientation == Orientation.DEGREE) {
                DerivedGraphCache.Use<OrientedGraph> use =
                        scope.own(OrientedGraph.formByDegree(graph, numbers, memory, workers));
                Technique technique = technique(graph, use.form(), config, searcher, execution);
                return new CliquePlan(config, scope.keep(use), use.form(), orientation, technique, null);
            }
            DerivedGraphCache.Use<DegeneracyOriented> use =
                    scope.own(DegeneracyOriented.formOf(graph, numbers, memory, workers));
            OrientedGraph oriented = use.form().oriented();
            Technique technique = technique(graph, oriented, config, searcher, execution);
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
    public static Orientation orientation(KCliqueConfig config) {
        if (config.orientation() != Orientation.AUTO) {
            return config.orientation();
        }
        return config.maxK() <= MAX_SIZE_BY_DEGREE ? Orientation.DEGREE : Orientation.DEGENERACY;
    }

    private static Technique technique(
            UnipartiteGraph graph,
            OrientedGraph oriented,
            KCliqueConfig config,
            CliqueSearcher searcher,
            Execution execution) {
        if (config.technique() == Technique.ORIENTATION) {
            return Technique.ORIENTATION;
        }
        Technique branching = searcher.branching(config.technique());
        if (config.technique() != Technique.AUTO || config.maxK() == KCliqueConfig.ALL || config.localSizes()) {
            return branching;
        }
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        try (DerivedGraphCache.Use<Cheapest> cheapest = memory.form(
                new DerivedGraphCache.Key(graph, "technique for cliques", List.of(config, branching)),
                workers.cancellation(),
                () -> new Cheapest(CliqueCost.cheapest(oriented, config, searcher, branching, memory, workers)))) {
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
