package dev.motif.algorithm.level.community;

import dev.motif.backend.cost.MemoryEstimate;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Graph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Team;

/**
 * Finds communities at all levels: goes through the elements in descending order of their levels, and joins each with
 * the elements before it that it is connected with. When a level ends, each set that has an element of it is a
 * community, and the communities that the set consisted of before are parts of it.
 *
 * <p>Work: joining all elements, and {@code O(log n)} for each vertex of an element; {@code O(n)} memory.
 */
final class HierarchyBuilder {
    /** The name of the stage, as progress shows it. */
    static final String STAGE = "connecting communities";

    private static final int ELEMENTS_PER_CHECK = 1 << 16;

    private final Connections connections;
    private final long least;
    private final long most;
    private final Execution execution;
    private final Cancellation cancellation;

    /** The indexes of the elements in communities, in descending order of their levels; there is room for all elements. */
    private OffHeapInts order;

    /** The level of each of them, in the same order. */
    private OffHeapLongs levels;

    /** The community of each of them, in the same order. */
    private OffHeapInts communities;

    /** The edges that each of them brings to its communities. */
    private OffHeapInts edges;

    /** The community that each one is a part of, which has a greater number; -1 for none. */
    private OffHeapInts parents;

    /** How many elements are in communities, and the number of these. */
    private int elements;

    private int count;

    /**
     * @param least the least level of an element of a community
     * @param most the greatest level of a community, as which elements of greater ones count
     */
    HierarchyBuilder(Connections connections, long least, long most, Execution execution) {
        this.connections = connections;
        this.least = least;
        this.most = most;
        this.execution = execution;
        this.cancellation = execution.workers().cancellation();
    }

    /** The memory of a build beside the connections, the result included. */
    static MemoryEstimate estimate(long elements, long vertices, long edges) {
        long ordered = elements * (2L * Integer.BYTES + Long.BYTES);
        long found = ordered + 3 * elements * Integer.BYTES;
        return MemoryEstimate.largest(
                "communities",
                MemoryEstimate.of("elements sorted by their levels", ordered + 3 * elements * Long.BYTES),
                MemoryEstimate.of("sets of elements", found + Joins.bytes(elements)),
                MemoryEstimate.range(
                        "figures of communities",
                        ordered + 2 * elements * Integer.BYTES + Figures.bytes(0, 0, vertices),
                        found + Figures.bytes(elements, elements, vertices) + Figures.edgeBytes(elements, edges)));
    }

    /** Finds the communities of a graph; the caller owns the result. */
    Hierarchy build(Graph graph, PeeledElements what) {
        boolean bipartite = graph instanceof BipartiteGraph;
        int leftCount = bipartite ? ((BipartiteGraph) graph).leftCount() : (int) graph.vertexCount();
        try (OffHeapScope scope = new OffHeapScope(execution.memory())) {
            OffHeapInts ofIndex = scope.ints(connections.count());
            connect(ofIndex, scope);
            try (OffHeapScope counting = new OffHeapScope(execution.memory())) {
                Hierarchy result =
                        new Hierarchy(count, what, bipartite, leftCount, scope.ints(elements), ofIndex, scope);
                new Figures(
                                parents,
                                leftCount,
                                (int) (graph.vertexCount() - leftCount),
                                connections.describesEdges() ? graph.edgeCount() : 0,
                                execution.memory(),
                                cancellation,
                                counting)
                        .count(connections, order, levels, communities, edges, result);
                return result.keptBy(scope);
            }
        }
    }

    private void connect(OffHeapInts positions, OffHeapScope scope) {
        sort(scope);
        for (long element = 0; element < positions.length(); element++) {
            positions.set(element, Integer.MAX_VALUE);
        }
        for (int position = 0; position < elements; position++) {
            checkSometimes(position);
            positions.set(connections.element(order.get(position)), position);
        }
        connections.ordered(order, elements);
        communities = scope.ints(connections.count());
        edges = scope.ints(connections.count());
        parents = scope.ints(connections.count());
        execution.workers().progress().begin(STAGE, elements);
        try (OffHeapScope joining = new OffHeapScope(execution.memory());
                Team team = new Team(execution.workers())) {
            Joins joins = new Joins(positions, team.threads(), joining);
            int end;
            for (int from = 0; from < elements; from = end) {
                end = endOfLevel(from);
                team.run(from, end, (end - from) * connections.accesses(), (worker, first, last) -> {
                    for (int position = (int) first; position < last; position++) {
                        edges.set(position, connections.join(worker, order.get(position), position, joins));
                    }
                });
                count = joins.endLevel(from, end, communities, parents, count);
                execution.workers().progress().advance(end - from);
            }
        }
        parents.truncate(count);
    }

    private int endOfLevel(int from) {
        int end = from + 1;
        while (end < elements && levels.get(end) == levels.get(from)) {
            end++;
        }
        return end;
    }

    /** Fills the order and the levels. */
    private void sort(OffHeapScope scope) {
        long[] kept = new long[2];
        connections.forEach(index -> {
            checkSometimes(index);
            if (connections.level(index) >= least) {
                kept[0]++;
                kept[1] = Math.max(kept[1], Math.min(most, connections.level(index)));
            }
        });
        elements = (int) kept[0];
        long highest = kept[1];
        order = scope.ints(connections.count());
        levels = scope.longs(connections.count());
        try (OffHeapScope sorting = new OffHeapScope(execution.memory())) {
            OffHeapLongs indexes = sorting.longs(connections.count());
            long[] filled = new long[1];
            connections.forEach(index -> {
                checkSometimes(index);
                if (connections.level(index) >= least) {
                    levels.set(filled[0], highest - Math.min(most, connections.level(index)));
                    indexes.set(filled[0]++, index);
                }
            });
            RadixSort.Sorted sorted = RadixSort.sort(
                    levels,
                    indexes,
                    sorting.longs(connections.count()),
                    sorting.longs(connections.count()),
                    elements,
                    Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, highest - least)),
                    cancellation);
            for (int i = 0; i < elements; i++) {
                order.set(i, (int) sorted.payloads().get(i));
                levels.set(i, highest - sorted.keys().get(i));
            }
        }
    }

    private void checkSometimes(int index) {
        if (index % ELEMENTS_PER_CHECK == 0) {
            cancellation.check();
        }
    }
}
