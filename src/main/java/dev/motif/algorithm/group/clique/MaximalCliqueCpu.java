package dev.motif.algorithm.group.clique;

import dev.motif.algorithm.group.span.SpanFilter;
import dev.motif.algorithm.group.span.TimedGraph;
import dev.motif.algorithm.group.span.WindowParts;
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
import dev.motif.parallel.Steps;
import dev.motif.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/**
 * Searches maximal cliques on the CPU: workers take roots, and share the searches that take long.
 *
 * @param execution with the deadline of the run
 */
record MaximalCliqueCpu(UnipartiteGraph graph, MaximalCliqueConfig config, Execution execution) {
    /** The name of the stage that searches, after the graph has been ordered. */
    static final String STAGE = "searching maximal cliques";

    /** The number of pairs that make 2^62 cliques of a leaf; more than 63 bits are an error. */
    private static final int MOST_COUNTED_PAIRS = 62;

    MaximalCliqueResult count() {
        return config.window() == null ? countAtAnyTime() : countWithinSpan();
    }

    private MaximalCliqueResult countWithinSpan() {
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapLongs vertices = config.perVertex() ? scope.zeroedLongs(graph.vertexCount()) : null;
            MaximalCliqueResult.Counter[] found =
                    MaximalCliqueResult.counters(execution.workers().concurrency());
            find(
                    worker -> clique -> {
                        found[worker].add(clique.length, 0);
                        for (int i = 0; vertices != null && i < clique.length; i++) {
                            vertices.getAndAdd(clique[i], 1);
                        }
                    },
                    () -> 0);
            scope.keep(vertices);
            return MaximalCliqueResult.of(found, vertices);
        }
    }

    private MaximalCliqueResult countAtAnyTime() {
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
     * Passes the cliques, each as its vertices, ascending, to the consumer of each worker, which is made once; returns when the
     * search is over.
     *
     * @param leastSize the fewest vertices of cliques that are needed; may grow while the search goes on
     */
    void find(IntFunction<Consumer<int[]>> found, IntSupplier leastSize) {
        if (config.window() == null) {
            search(worker -> leaves(found.apply(worker), leastSize), null);
        } else {
            findWithinSpan(found, leastSize);
        }
    }

    /** Searches the parts of windows one after another; what is maximal in its window alone is not passed on. */
    private void findWithinSpan(IntFunction<Consumer<int[]>> found, IntSupplier leastSize) {
        Workers workers = execution.workers();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            TimedGraph timed =
                    execution.time(Stage.PREPARE, () -> scope.own(new TimedGraph(graph, config.window(), execution)));
            List<Consumer<int[]>> sinks = new ArrayList<>();
            List<SpanFilter> filters = new ArrayList<>();
            for (int worker = 0; worker < workers.concurrency(); worker++) {
                sinks.add(found.apply(worker));
                filters.add(new SpanFilter(timed, workers.cancellation()));
            }
            MaximalCliqueConfig ofParts = new MaximalCliqueConfig(config.minSize(), config.maxSize(), false, 0);
            findAlone(timed, sinks.get(0));
            scope.own(new WindowParts(
                            timed,
                            WindowParts.Reach.COMMON_NEIGHBORS,
                            new int[] {Math.max(2, config.minSize())},
                            execution))
                    .forEach(STAGE, parts -> new MaximalCliqueCpu(
                                    (UnipartiteGraph) parts.graph(), ofParts, execution.with(workers.beside()))
                            .find(
                                    worker -> clique -> {
                                        long start = parts.start(clique[0]);
                                        int[] members = parts.inWhole(0, clique);
                                        if (filters.get(worker).admits(members, start)) {
                                            sinks.get(worker).accept(members);
                                        }
                                    },
                                    leastSize));
        }
    }

    /** Passes on cliques without edges: vertices without relationships, or none where the graph has no vertices. */
    private void findAlone(TimedGraph timed, Consumer<int[]> found) {
        if (graph.vertexCount() == 0 && config.admits(0)) {
            found.accept(new int[0]);
        }
        Steps steps = new Steps(execution.workers().cancellation());
        for (int vertex = 0; config.admits(1) && vertex < graph.vertexCount(); vertex++) {
            if (timed.isAlone(vertex)) {
                found.accept(new int[] {vertex});
            }
            steps.add();
        }
    }

    private static MaximalCliqueSearch.Leaves leaves(Consumer<int[]> found, IntSupplier leastSize) {
        return new MaximalCliqueSearch.Leaves() {
            @Override
            public void take(MaximalCliqueSearch search, int depth, int size, int pairs) {
                if (size >= leastSize.getAsInt()) {
                    found.accept(size == 0 ? new int[0] : search.members(depth, size));
                }
            }

            @Override
            public int mostPairs() {
                return 0;
            }

            @Override
            public int leastSize() {
                return leastSize.getAsInt();
            }
        };
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
            queue.run((worker, tasks) -> {
                try (RootedGraph local = new RootedGraph(
                        ordered.lower, ordered.higher, ordered.degeneracy, ordered.words, execution.memory())) {
                    MaximalCliqueSearch search = new MaximalCliqueSearch(
                            local, ordered.vertices, ordered.degeneracy, config, leaves.apply(worker), tasks);
                    tasks.runAll(task -> {
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
