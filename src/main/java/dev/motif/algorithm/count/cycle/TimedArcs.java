package dev.motif.algorithm.count.cycle;

import dev.motif.backend.EdgeTimes;
import dev.motif.graph.EdgeCursor;
import dev.motif.graph.EdgeDirections;
import dev.motif.graph.InducedSubgraph;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Steps;

/**
 * The relationships behind the edges of a graph with their directions and times. They are numbered by their start, and by
 * time for one start. A relationship with both directions counts twice. Owns its memory.
 *
 * @param starts for each vertex the number of its first outgoing one, and behind them the number of all
 * @param sources the start of each
 * @param targets the end of each
 * @param times the time of each
 * @param indexes where each is among the relationships of all edges, as {@link EdgeTimes} has them
 * @param inStarts for each vertex the place of its first incoming one in {@code incoming}, and behind them the number of all
 * @param incoming the numbers of the incoming ones of each vertex, by time
 */
record TimedArcs(
        OffHeapLongs starts,
        OffHeapInts sources,
        OffHeapInts targets,
        OffHeapLongs times,
        OffHeapLongs indexes,
        OffHeapLongs inStarts,
        OffHeapLongs incoming)
        implements AutoCloseable {
    /**
     * Sorts the relationships of a graph; the caller owns the result.
     *
     * @throws IllegalArgumentException when parallel relationships have times, but no directions of their own
     */
    static TimedArcs of(UnipartiteGraph graph, CycleConfig config, NativeMemory memory, Cancellation cancellation) {
        EdgeDirections directions = config.directions();
        EdgeTimes times = config.window().times();
        if (times.hasParallel()
                && (directions.offsets() == null || directions.directions().length() != times.count())) {
            throw new IllegalArgumentException(
                    "`timeProperty` must be a column that was projected with the directions of"
                            + " the graph, since parallel relationships have times, but no directions of their own");
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            long count = config.arcs(graph.edgeCount());
            Unsorted unsorted = new Unsorted(
                    scope.ints(count),
                    scope.ints(count),
                    scope.longs(count),
                    scope.longs(count),
                    new Steps(cancellation));
            unsorted.fill(graph, directions, times);
            return unsorted.sorted(graph.adjacency().vertexCount(), memory, cancellation);
        }
    }

    /** The off-heap bytes of {@code arcs} relationships. */
    static long bytes(long vertices, long arcs) {
        return 2 * (vertices + 1) * Long.BYTES + arcs * (3L * Long.BYTES + 2L * Integer.BYTES);
    }

    /** The most off-heap bytes that {@link #of} needs at once, its result included. */
    static long peakBytes(long vertices, long arcs) {
        return bytes(vertices, arcs) + arcs * (5L * Long.BYTES + 2L * Integer.BYTES);
    }

    /**
     * Relationships in the order of the edges.
     *
     * @param keys their times, in whose order these are as unsigned numbers
     */
    private record Unsorted(
            OffHeapInts sources, OffHeapInts targets, OffHeapLongs indexes, OffHeapLongs keys, Steps steps) {
        void fill(UnipartiteGraph graph, EdgeDirections directions, EdgeTimes times) {
            long at = 0;
            EdgeCursor edge = new EdgeCursor(graph);
            while (edge.next()) {
                for (long i = times.start(edge.edge()); i < times.end(edge.edge()); i++) {
                    long direction =
                            times.hasParallel() ? directions.directions().get(i) : directions.of(edge.edge());
                    if ((direction & EdgeDirections.FORWARD) != 0) {
                        set(at++, edge.first(), edge.second(), i, times.times().get(i));
                    }
                    if ((direction & EdgeDirections.BACKWARD) != 0) {
                        set(at++, edge.second(), edge.first(), i, times.times().get(i));
                    }
                }
            }
        }

        private void set(long at, int from, int to, long index, long time) {
            steps.add();
            sources.set(at, from);
            targets.set(at, to);
            indexes.set(at, index);
            keys.set(at, time ^ Long.MIN_VALUE);
        }

        TimedArcs sorted(int vertices, NativeMemory memory, Cancellation cancellation) {
            long count = keys.length();
            try (OffHeapScope scope = new OffHeapScope(memory)) {
                OffHeapLongs starts = starts(sources, vertices, scope);
                OffHeapLongs inStarts = starts(targets, vertices, scope);
                OffHeapInts begins = scope.ints(count);
                OffHeapInts ends = scope.ints(count);
                OffHeapLongs times = scope.longs(count);
                OffHeapLongs sortedIndexes = scope.longs(count);
                OffHeapLongs incoming = scope.longs(count);
                OffHeapLongs order = scope.longs(count);
                for (long i = 0; i < count; i++) {
                    order.set(i, i);
                    steps.add();
                }
                RadixSort.Sorted byTime = RadixSort.sort(
                        keys, order, scope.longs(count), scope.longs(count), count, Long.SIZE, cancellation);
                for (long i = 0; i < count; i++) {
                    steps.add();
                    long from = byTime.payloads().get(i);
                    long to = starts.add(sources.get(from), 1);
                    begins.set(to, sources.get(from));
                    ends.set(to, targets.get(from));
                    times.set(to, byTime.keys().get(i) ^ Long.MIN_VALUE);
                    sortedIndexes.set(to, indexes.get(from));
                    incoming.set(inStarts.add(targets.get(from), 1), to);
                }
                startAgain(starts);
                startAgain(inStarts);
                return new TimedArcs(
                        scope.keep(starts),
                        scope.keep(begins),
                        scope.keep(ends),
                        scope.keep(times),
                        scope.keep(sortedIndexes),
                        scope.keep(inStarts),
                        scope.keep(incoming));
            }
        }

        /** How many there are at lower vertices, for each vertex, and at last the number of all. */
        private OffHeapLongs starts(OffHeapInts ofVertices, int vertices, OffHeapScope scope) {
            OffHeapLongs starts = scope.zeroedLongs(vertices + 1L);
            for (long i = 0; i < ofVertices.length(); i++) {
                starts.add(ofVertices.get(i), 1);
                steps.add();
            }
            InducedSubgraph.prefixSums(starts);
            return starts;
        }

        /** Turns the ends of rows, which have been filled, into their starts. */
        private void startAgain(OffHeapLongs ends) {
            for (long v = ends.length() - 1; v > 0; v--) {
                ends.set(v, ends.get(v - 1));
                steps.add();
            }
            ends.set(0, 0);
        }
    }

    int vertexCount() {
        return (int) (starts.length() - 1);
    }

    /** The number of relationships. */
    long count() {
        return targets.length();
    }

    long start(int vertex) {
        return starts.get(vertex);
    }

    long end(int vertex) {
        return starts.get(vertex + 1L);
    }

    /** The first outgoing relationship of {@code vertex} after {@code time}. */
    long firstAfter(int vertex, long time) {
        return time == Long.MAX_VALUE ? end(vertex) : times.lowerBound(start(vertex), end(vertex), time + 1);
    }

    /** The place of the first incoming relationship of {@code vertex} at {@code time} or later. */
    long firstIncomingFrom(int vertex, long time) {
        long low = inStarts.get(vertex);
        long high = inStarts.get(vertex + 1L);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (times.get(incoming.get(middle)) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(starts, sources, targets, times, indexes, inStarts, incoming);
    }
}
