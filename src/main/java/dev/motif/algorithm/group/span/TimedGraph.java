package dev.motif.algorithm.group.span;

import dev.motif.backend.EdgeTimes;
import dev.motif.backend.TimeWindow;
import dev.motif.backend.work.Execution;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Graph;
import dev.motif.graph.Side;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Steps;

/**
 * The relationships of a graph in the order of their times, all of them and at each vertex. Owns its memory; the graph and its
 * times belong to the caller and must stay open. A bipartite graph has a side 0 of left and a side 1 of right vertices, a
 * unipartite one has side 0 alone.
 */
public final class TimedGraph implements AutoCloseable {
    private final Graph graph;
    private final Csr adjacency;
    private final EdgeTimes times;
    private final long span;

    /** For a unipartite graph the number of the first edge of each vertex to a greater one; null for a bipartite one. */
    private final OffHeapLongs firstEdges;

    /** The times of all relationships, ascending, and for each of them its edge. */
    private final OffHeapLongs sorted;

    private final OffHeapLongs edges;

    private final Rows[] rows;
    private final OffHeapScope scope;

    /** The relationships at each vertex, ascending by time. */
    record Rows(OffHeapLongs offsets, OffHeapLongs times, OffHeapInts neighbors) {
        /** The first slot of {@code vertex} at or after {@code time}. */
        long from(int vertex, long time) {
            return times.lowerBound(offsets.get(vertex), end(vertex), time);
        }

        /** The first slot of {@code vertex} after {@code time}. */
        long after(int vertex, long time) {
            return time == Long.MAX_VALUE ? end(vertex) : from(vertex, time + 1);
        }

        /** The slot after the last one of {@code vertex}. */
        long end(int vertex) {
            return offsets.get(vertex + 1L);
        }
    }

    /** @param window of the times of {@code graph} */
    public TimedGraph(Graph graph, TimeWindow window, Execution execution) {
        this.graph = graph;
        this.adjacency = graph.rows(Side.LEFT);
        this.times = window.times();
        this.span = window.length();
        this.scope = new OffHeapScope(execution.memory());
        Steps steps = new Steps(execution.workers().cancellation());
        try (OffHeapScope building = new OffHeapScope(execution.memory())) {
            building.own(scope);
            firstEdges = graph instanceof UnipartiteGraph unipartite
                    ? unipartite.firstEdges(scope, execution.workers().beside())
                    : null;
            try (OffHeapScope sorting = new OffHeapScope(execution.memory())) {
                RadixSort.Sorted all = sort(sorting, execution, steps);
                sorted = scope.own(sorting.keep(all.keys()));
                edges = scope.own(sorting.keep(all.payloads()));
            }
            rows = rows(steps);
            building.keep(scope);
        }
    }

    private RadixSort.Sorted sort(OffHeapScope sorting, Execution execution, Steps steps) {
        long count = times.count();
        OffHeapLongs keys = sorting.longs(count);
        OffHeapLongs payloads = sorting.longs(count);
        for (long edge = 0; edge < graph.edgeCount(); edge++) {
            for (long at = times.start(edge); at < times.end(edge); at++) {
                // Radix sort takes keys to be unsigned.
                keys.set(at, times.times().get(at) ^ Long.MIN_VALUE);
                payloads.set(at, edge);
                steps.add();
            }
        }
        RadixSort.Sorted all = RadixSort.sort(
                keys,
                payloads,
                sorting.longs(count),
                sorting.longs(count),
                count,
                Long.SIZE,
                execution.workers().cancellation());
        for (long i = 0; i < count; i++) {
            all.keys().set(i, all.keys().get(i) ^ Long.MIN_VALUE);
            steps.add();
        }
        return all;
    }

    private Rows[] rows(Steps steps) {
        Rows[] made = new Rows[sides()];
        for (int side = 0; side < made.length; side++) {
            OffHeapLongs offsets = scope.zeroedLongs(vertexCount(side) + 1L);
            for (long i = 0; i < sorted.length(); i++) {
                for (int end = side; end < 2; end += sides()) {
                    offsets.add(end(edges.get(i), end), 1);
                }
                steps.add();
            }
            long start = 0;
            for (long v = 0; v < offsets.length(); v++) {
                start += offsets.add(v, start - offsets.get(v));
                steps.add();
            }
            made[side] = new Rows(offsets, scope.longs(start), scope.ints(start));
            for (long i = 0; i < sorted.length(); i++) {
                for (int end = side; end < 2; end += sides()) {
                    long slot = offsets.add(end(edges.get(i), end), 1);
                    made[side].times().set(slot, sorted.get(i));
                    made[side].neighbors().set(slot, end(edges.get(i), 1 - end));
                }
                steps.add();
            }
            // Each offset is now the next one.
            for (long v = offsets.length() - 1; v > 0; v--) {
                offsets.set(v, offsets.get(v - 1));
                steps.add();
            }
            offsets.set(0, 0);
        }
        return made;
    }

    /** The most bytes beside the graph and its times, for a number of relationships. */
    public static long peakBytes(long vertices, long relationships) {
        return 2 * (vertices + 2) * Long.BYTES + relationships * (4L * Long.BYTES + 2 * (Long.BYTES + Integer.BYTES));
    }

    public boolean isBipartite() {
        return firstEdges == null;
    }

    int sides() {
        return isBipartite() ? 2 : 1;
    }

    int vertexCount(int side) {
        return graph.rows(Side.of(side == 0)).vertexCount();
    }

    /** The relationships at the vertices of a side; of a unipartite graph either side is the only one. */
    Rows rows(int side) {
        return rows[isBipartite() ? side : 0];
    }

    /** The number of relationships. */
    public long count() {
        return sorted.length();
    }

    /** The time of relationship {@code i} in their order. */
    long time(long i) {
        return sorted.get(i);
    }

    /** The edge of relationship {@code i} in their order. */
    long edge(long i) {
        return edges.get(i);
    }

    EdgeTimes times() {
        return times;
    }

    long span() {
        return span;
    }

    /** Whether no relationship with a time is at {@code vertex} of side 0. */
    public boolean isAlone(int vertex) {
        return rows[0].offsets().get(vertex) == rows[0].end(vertex);
    }

    /** An end of an edge: 0 for the left one, or the smaller one, and 1 for the other one. */
    int end(long edge, int which) {
        if (isBipartite()) {
            return which == 0 ? adjacency.vertexOf(edge) : adjacency.neighbor(edge);
        }
        int smaller = Csr.vertexOf(firstEdges, edge);
        return which == 0 ? smaller : adjacency.neighbor(((UnipartiteGraph) graph).slotOf(edge, smaller, firstEdges));
    }

    /** The edge between a vertex of {@code side} and one of the other side, or of the same unipartite graph; -1 for none. */
    long edge(int side, int vertex, int other) {
        if (isBipartite()) {
            return ((BipartiteGraph) graph).left().slotOf(side == 0 ? vertex : other, side == 0 ? other : vertex);
        }
        int smaller = Math.min(vertex, other);
        long slot = adjacency.slotOf(smaller, Math.max(vertex, other));
        return slot < 0 ? -1 : ((UnipartiteGraph) graph).edgeOf(slot, smaller, firstEdges);
    }

    @Override
    public void close() {
        scope.close();
    }
}
