package dev.motif.catalog;

import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.graph.memory.RadixSort;
import dev.motif.parallel.Workers;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.follow.Changes;
import dev.motif.projection.id.NodeIds;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The edges that came into a graph and that left it, from one refresh to the next, numbered from its projection on.
 * Only the changes since the oldest counts in a column are kept. Immutable; owned by the columns of the graph.
 *
 * @param first the number of the first change that is kept
 * @param next the number of the next change
 * @param ends of each change the id of the first node, and twice the id of the second one, plus 1 where the edge came;
 *     null for none
 */
record EdgeLog(long first, long next, OffHeapLongs ends) implements AutoCloseable {
    /** The most changes that are kept: counting anew costs less than changing counts by more of them. */
    private static final long MOST = 1 << 20;

    /** The log keeps at most one change for this many edges. */
    private static final int SHARE = 8;

    /** The log always keeps this many changes, however small the graph is. */
    private static final int FEW = 1 << 12;

    /** The log of a graph that was just projected. */
    static final EdgeLog EMPTY = new EdgeLog(0, 0, null);

    /** The most changes that are kept for a graph. */
    static long most(long edges) {
        return Math.min(MOST, Math.max(FEW, edges / SHARE));
    }

    /**
     * The log after further changes.
     *
     * @param count how many there are
     * @param more of each what {@link #ends} has; of no meaning when they are too many
     * @param oldest the number of the first change that a column needs
     * @param most the most that are kept
     * @param scope owns the array, if there is one
     */
    EdgeLog plus(long count, long[] more, long oldest, long most, OffHeapScope scope) {
        long from = Math.max(first, oldest);
        long end = next + count;
        if (from >= end || end - from > most) {
            return new EdgeLog(end, end, null);
        }
        long kept = Math.max(0, next - from);
        OffHeapLongs all = scope.longs(2 * (kept + count));
        if (kept > 0) {
            all.copyFrom(ends, 2 * (from - first), 0, 2 * kept);
        }
        all.copyFrom(more, 0, 2 * kept, (int) (2 * count));
        return new EdgeLog(Math.min(from, next), end, all);
    }

    /** Whether all changes from {@code number} on are known. */
    boolean knows(long number) {
        return number >= first;
    }

    /**
     * The changes from {@code number} on, which are known. An edge that came and left again is none.
     *
     * @param graph the state after all changes
     */
    ChangedEdges since(long number, ProjectedGraph graph, NativeMemory memory, Workers workers) {
        if (number == next) {
            return ChangedEdges.NONE;
        }
        long from = number - first;
        long count = next - number;
        NodeIds rights = graph.targets();
        long[] goneLeft =
                absent(graph.left(), LongStream.range(from, next - first).map(i -> ends.get(2 * i)));
        long[] goneRight = absent(rights, LongStream.range(from, next - first).map(i -> ends.get(2 * i + 1) >>> 1));
        if (!graph.isBipartite()) {
            goneLeft = Changes.distinct(LongStream.concat(Arrays.stream(goneLeft), Arrays.stream(goneRight))
                    .toArray());
            goneRight = goneLeft;
        }
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs pairs = scope.longs(count);
            OffHeapLongs came = scope.longs(count);
            for (long i = 0; i < count; i++) {
                long u = vertex(graph.left(), goneLeft, ends.get(2 * (from + i)));
                long second = ends.get(2 * (from + i) + 1);
                long v = vertex(rights, goneRight, second >>> 1);
                pairs.set(
                        i,
                        graph.isBipartite()
                                ? ChangedEdges.pair(u, v)
                                : ChangedEdges.pair(Math.min(u, v), Math.max(u, v)));
                came.set(i, second & 1);
            }
            RadixSort.Sorted sorted = RadixSort.sort(
                    pairs, came, scope.longs(count), scope.longs(count), count, Long.SIZE, workers.cancellation());
            // The changes of an edge are in their order: the first one says whether it was there, the last one whether
            // it is.
            long[] removed = LongStream.range(0, count)
                    .filter(i -> sorted.payloads().get(i) == 0 && (i == 0 || differ(sorted.keys(), i - 1)))
                    .map(sorted.keys()::get)
                    .toArray();
            long[] inserted = LongStream.range(0, count)
                    .filter(i -> sorted.payloads().get(i) == 1 && (i == count - 1 || differ(sorted.keys(), i)))
                    .map(sorted.keys()::get)
                    .toArray();
            return new ChangedEdges(goneLeft.length, graph.isBipartite() ? goneRight.length : 0, removed, inserted);
        }
    }

    private static boolean differ(OffHeapLongs keys, long i) {
        return keys.get(i) != keys.get(i + 1);
    }

    /** The ids of nodes that are not there, ascending. */
    private static long[] absent(NodeIds nodes, LongStream ids) {
        return Changes.distinct(ids.filter(id -> nodes.vertex(id) < 0).toArray());
    }

    private static long vertex(NodeIds nodes, long[] gone, long id) {
        int vertex = nodes.vertex(id);
        return vertex >= 0 ? vertex : nodes.count() + (long) Arrays.binarySearch(gone, id);
    }

    /** The off-heap bytes of the changes. */
    long bytes() {
        return ends == null ? 0 : ends.bytes();
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(ends);
    }
}
