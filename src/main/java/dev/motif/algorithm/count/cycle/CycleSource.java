package dev.motif.algorithm.count.cycle;

import dev.motif.backend.cost.GraphSize;
import dev.motif.backend.work.Execution;
import dev.motif.backend.work.StageTimes.Stage;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.order.RankedDirectedGraph;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The graph of a list of cycles in the form that is searched. Its scope owns the memory. */
interface CycleSource {
    /** Finds all cycles, which it hands over on all workers. */
    void find(Execution execution, Consumer<FoundCycle> found);

    /** The amount by which a search advances the progress. */
    long volume();

    /** Makes the form, which {@code scope} owns. */
    static CycleSource of(UnipartiteGraph graph, CycleListConfig config, Execution execution, OffHeapScope scope) {
        return config.window() == null
                ? ofAnyTime(graph, config, execution, scope)
                : inTime(graph, config, execution, scope);
    }

    private static CycleSource ofAnyTime(
            UnipartiteGraph graph, CycleListConfig config, Execution execution, OffHeapScope scope) {
        NativeMemory memory = execution.memory();
        Workers workers = execution.workers();
        RankedDirectedGraph ranked = scope.own(execution.rank(
                () -> RankedDirectedGraph.of(graph, config.search().directions(), memory, workers)));
        OffHeapLongs firstEdges = execution.time(Stage.PREPARE, () -> graph.firstEdges(scope, workers));
        return new OfAnyTime(graph, config, ranked, firstEdges);
    }

    private static CycleSource inTime(
            UnipartiteGraph graph, CycleListConfig config, Execution execution, OffHeapScope scope) {
        return new InTime(config, scope.own(TemporalCycleCpu.arcs(graph, config.search(), execution)));
    }

    /** The off-heap bytes of the form. */
    static long bytes(GraphSize size, long arcs, CycleListConfig config) {
        return config.window() == null
                ? RankedDirectedGraph.bytes(size.vertices(), arcs) + (size.vertices() + 1) * Long.BYTES
                : TimedArcs.bytes(size.vertices(), arcs);
    }

    /** An estimate of the most off-heap bytes while the form is made. */
    static long peakBytes(GraphSize size, long arcs, CycleListConfig config, int concurrency) {
        return config.window() == null
                ? RankedDirectedGraph.peakBytes(size.vertices(), size.edges(), arcs, concurrency)
                : TimedArcs.peakBytes(size.vertices(), arcs);
    }

    /** The off-heap bytes of a search with one worker. */
    static long searchBytes(GraphSize size, CycleListConfig config) {
        return config.window() == null ? CycleBall.bytes(size.vertices()) : TemporalCycleSearch.bytes(size.vertices());
    }

    /**
     * Cycles at any time, each from its vertex of the lowest rank; all from one vertex where some must be contained.
     *
     * @param firstEdges see {@link UnipartiteGraph#firstEdges}
     */
    record OfAnyTime(UnipartiteGraph graph, CycleListConfig config, RankedDirectedGraph ranked, OffHeapLongs firstEdges)
            implements CycleSource {
        @Override
        public void find(Execution execution, Consumer<FoundCycle> found) {
            Workers workers = execution.workers();
            List<Integer> contained = config.contained();
            long first = first();
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                CycleLister[] listers = new CycleLister[workers.concurrency()];
                Arrays.setAll(
                        listers,
                        worker -> new CycleLister(
                                ranked.arcs(),
                                config.search(),
                                !contained.isEmpty(),
                                (path, length) -> {
                                    int[] vertices = vertices(path, length);
                                    if (containsAll(vertices, contained)) {
                                        found.accept(new FoundCycle(vertices, edges(vertices)));
                                    }
                                },
                                scope));
                workers.forRanges(volume(), CycleCpu.ARCS_PER_TASK, (worker, from, to, steps) -> {
                    listers[worker].search(first + from, first + to, steps);
                    workers.progress().advance(to - from);
                });
            }
        }

        @Override
        public long volume() {
            return end() - first();
        }

        /** The rank of the root of all cycles; -1 where all vertices are roots. */
        private int root() {
            return config.contained().isEmpty()
                    ? -1
                    : ranked.ranks().get(config.contained().get(0));
        }

        private long first() {
            return root() < 0 ? 0 : ranked.arcs().successors().start(root());
        }

        private long end() {
            return root() < 0
                    ? ranked.arcs().arcCount()
                    : ranked.arcs().successors().end(root());
        }

        /** The vertices of a path of ranks, from the smallest on. */
        private int[] vertices(int[] path, int length) {
            int[] vertices = new int[length];
            int smallest = 0;
            for (int i = 0; i < length; i++) {
                vertices[i] = ranked.vertices().get(path[i]);
                smallest = vertices[i] < vertices[smallest] ? i : smallest;
            }
            int[] turned = new int[length];
            for (int i = 0; i < length; i++) {
                turned[i] = vertices[(smallest + i) % length];
            }
            return turned;
        }

        private long[] edges(int[] vertices) {
            long[] edges = new long[vertices.length];
            for (int i = 0; i < vertices.length; i++) {
                int other = vertices[(i + 1) % vertices.length];
                int smaller = Math.min(vertices[i], other);
                long slot = graph.adjacency().slotOf(smaller, Math.max(vertices[i], other));
                edges[i] = graph.edgeOf(slot, smaller, firstEdges);
            }
            return edges;
        }
    }

    /** Cycles in the order of time. */
    record InTime(CycleListConfig config, TimedArcs arcs) implements CycleSource {
        @Override
        public void find(Execution execution, Consumer<FoundCycle> found) {
            Workers workers = execution.workers();
            try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
                TemporalCycleSearch[] searches = new TemporalCycleSearch[workers.concurrency()];
                Arrays.setAll(
                        searches,
                        worker -> new TemporalCycleSearch(
                                arcs,
                                config.search(),
                                (path, pathArcs, length) -> {
                                    int[] vertices = Arrays.copyOf(path, length);
                                    if (containsAll(vertices, config.contained())) {
                                        found.accept(new FoundCycle(vertices, indexes(pathArcs, length)));
                                    }
                                },
                                scope));
                workers.forRanges(arcs.count(), TemporalCycleCpu.ARCS_PER_TASK, (worker, from, to, steps) -> {
                    searches[worker].search(from, to, steps);
                    workers.progress().advance(to - from);
                });
            }
        }

        @Override
        public long volume() {
            return arcs.count();
        }

        private long[] indexes(long[] pathArcs, int length) {
            long[] indexes = new long[length];
            Arrays.setAll(indexes, i -> arcs.indexes().get(pathArcs[i]));
            return indexes;
        }
    }

    private static boolean containsAll(int[] vertices, List<Integer> contained) {
        for (int vertex : contained) {
            if (Arrays.stream(vertices).noneMatch(v -> v == vertex)) {
                return false;
            }
        }
        return true;
    }
}
