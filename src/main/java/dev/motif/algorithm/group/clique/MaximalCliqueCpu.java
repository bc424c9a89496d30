package dev.motif.algorithm.group.clique;

import dev.motif.algorithm.order.DegeneracyOriented;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.SearchQueue;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.Csr;
import dev.motif.graph.CsrBuilder;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.OrientedGraph;
import dev.motif.graph.order.OrientedGraph.EdgeNumbers;
import java.util.function.IntFunction;

/**
 * Searches maximal cliques on the CPU: workers take roots, and share the searches that take long.
 *
 * @param execution with the deadline of the run
 */
record MaximalCliqueCpu(UnipartiteGraph graph, MaximalCliqueConfig config, Execution execution) {
    /** The name of the stage that searches, after the graph has been ordered. */
    static final String STAGE = "searching maximal cliques";

    /** So many pairs make 2^62 cliques of a leaf; more than 63 bits are an error. */
    private static final int MOST_COUNTED_PAIRS = 62;

    MaximalCliqueResult count() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs vertices = config.perVertex() ? scope.zeroedLongs(graph.vertexCount()) : null;
            int mostPairs = config.perVertex() ? MOST_COUNTED_PAIRS : Integer.MAX_VALUE;
            MaximalCliqueResult.Counter[] found =
                    MaximalCliqueResult.counters(execution.workers().concurrency());
            search(worker -> new Counting(found[worker], mostPairs), vertices);
            scope.keep(vertices);
            return MaximalCliqueResult.of(found, vertices);
        }
    }

    /**
     * Passes the cliques to the {@code leaves} of each worker; returns when the search is over.
     *
     * @param vertices receives in how many each vertex is; null when that is not counted
     */
    void search(IntFunction<MaximalCliqueSearch.Leaves> leaves, OffHeapLongs vertices) {
        if (graph.vertexCount() == 0 && config.admits(0)) {
            leaves.apply(0).take(null, 0, 0, 0);
        }
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            Ordered ordered = execution.time(Stage.PREPARE, () -> Ordered.of(graph, execution, scope));
            execution.time(Stage.COMPUTE, () -> search(ordered, leaves, vertices));
        }
    }

    /**
     * A graph in degeneracy order.
     *
     * @param lower for each rank the neighbors of lower rank
     * @param higher for each rank the neighbors of higher rank
     * @param vertices the vertex of each rank
     * @param words the most words of the graph around a root
     */
    record Ordered(Csr lower, Csr higher, OffHeapInts vertices, int degeneracy, long words) {
        static Ordered of(UnipartiteGraph graph, Execution execution, OffHeapScope scope) {
            DegeneracyOriented form = scope.own(
                            DegeneracyOriented.formOf(graph, EdgeNumbers.NONE, execution.memory(), execution.workers()))
                    .form();
            OrientedGraph oriented = form.oriented();
            Csr lower = oriented.adjacency();
            Csr higher = scope.own(
                    new CsrBuilder(execution.memory(), execution.workers()).transpose(lower, lower.vertexCount()));
            long words = 0;
            for (int rank = 0; rank < lower.vertexCount(); rank++) {
                words = Math.max(words, RootedGraph.words(lower.degree(rank), higher.degree(rank)));
            }
            return new Ordered(lower, higher, oriented.vertices(), form.degeneracy(), words);
        }

        /** About how much work the search from each root is. */
        OffHeapLongs weights(OffHeapScope scope) {
            OffHeapLongs weights = scope.longs(lower.vertexCount());
            for (int rank = 0; rank < lower.vertexCount(); rank++) {
                weights.set(rank, 1 + lower.degree(rank) * lower.degree(rank));
            }
            return weights;
        }
    }

    private void search(Ordered ordered, IntFunction<MaximalCliqueSearch.Leaves> leaves, OffHeapLongs vertices) {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            SearchQueue queue =
                    new SearchQueue(ordered.weights(scope), STAGE, execution.deadline(), execution.workers(), scope);
            queue.run((worker, seat) -> {
                try (RootedGraph local = new RootedGraph(
                        ordered.lower, ordered.higher, ordered.degeneracy, ordered.words, execution.memory())) {
                    MaximalCliqueSearch search = new MaximalCliqueSearch(
                            local, ordered.vertices, ordered.degeneracy, config, leaves.apply(worker), seat);
                    seat.runAll(task -> {
                        long ofRoot = search.run(task);
                        if (ofRoot > 0) {
                            credit(vertices, ordered.vertices.get(task.root()), ofRoot);
                            for (int v = 0; v < local.candidates(); v++) {
                                credit(vertices, ordered.vertices.get(local.rank(v)), search.credit(v));
                            }
                        }
                    });
                } catch (ArithmeticException e) {
                    throw MaximalCliqueResult.tooManyOfOne(e);
                }
            });
        }
    }

    private static void credit(OffHeapLongs vertices, int vertex, long cliques) {
        Math.addExact(vertices.getAndAdd(vertex, cliques), cliques);
    }

    /** Counts leaves by their pairs and by the size of their cliques. The state of one worker. */
    private record Counting(MaximalCliqueResult.Counter counter, int mostPairs) implements MaximalCliqueSearch.Leaves {
        @Override
        public void take(MaximalCliqueSearch search, int depth, int size, int pairs) {
            counter.add(size, pairs);
        }
    }
}
