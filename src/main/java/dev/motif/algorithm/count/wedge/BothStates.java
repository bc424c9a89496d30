package dev.motif.algorithm.count.wedge;

import static dev.motif.graph.change.ChangedEdges.first;
import static dev.motif.graph.change.ChangedEdges.pair;
import static dev.motif.graph.change.ChangedEdges.second;

import dev.motif.backend.cost.GraphSize;
import dev.motif.graph.Csr;
import dev.motif.graph.change.ChangedEdges;
import dev.motif.graph.change.Splice;
import dev.motif.graph.change.SplicedRows;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * A graph together with the edges that an earlier state of it had, so that counts of the earlier state become counts of
 * the graph: each changed edge adds or takes away what is counted with it. All edges are removed one after the other,
 * then all are inserted, in the order of their pairs, the last one first: so a change {@link Rows#sees} the edges that
 * did not change, and the edges that are changed in the same way after it. Whatever has several such edges is counted
 * once, with the first of them.
 */
public final class BothStates {
    private static final long CHANGES_PER_TASK = 1 << 4;

    /** How many changes stand for all of them in an estimate. */
    private static final int SAMPLE = 1 << 8;

    private final ChangedEdges changes;
    private final long[] gone;
    private final Rows left;
    private final Rows right;

    /** Rows, and a bit for each slot whose edge has changed. */
    public record Rows(Csr csr, OffHeapLongs changed) {
        /**
         * Whether a change is counted with an edge.
         *
         * @param edge its pair
         * @param alike all edges that change in the same way
         * @param change the one that is counted
         */
        public boolean sees(long slot, long edge, long[] alike, long change) {
            return changed.bit(slot) == 0 || edge > change && Arrays.binarySearch(alike, edge) >= 0;
        }
    }

    /** Counts with a changed edge, for one worker. */
    @FunctionalInterface
    public interface Counter {
        /**
         * Adds what is counted with an edge.
         *
         * @param alike all edges that change in the same way
         * @param sign -1 for those that were removed, 1 for those that were inserted
         */
        void count(long change, long[] alike, int sign);
    }

    /**
     * Makes the rows, which belong to {@code scope}.
     *
     * @param rows of the left vertices, or of all vertices of a unipartite graph
     * @param columns of the right vertices; null for a unipartite graph
     */
    public BothStates(Csr rows, Csr columns, ChangedEdges changes, OffHeapScope scope, Workers workers) {
        this.changes = changes;
        this.gone = changes.gone();
        Splice ofLeft = appending(rows.vertexCount(), changes.goneLeft());
        if (columns == null) {
            left = rows(
                    rows,
                    ChangedEdges.both(gone),
                    ofLeft,
                    ofLeft,
                    scope,
                    workers,
                    ChangedEdges.both(changes.removed()),
                    ChangedEdges.both(changes.inserted()));
            right = left;
        } else {
            Splice ofRight = appending(columns.vertexCount(), changes.goneRight());
            left = rows(rows, gone, ofLeft, ofRight, scope, workers, changes.removed(), changes.inserted());
            right = rows(
                    columns,
                    ChangedEdges.turned(gone),
                    ofRight,
                    ofLeft,
                    scope,
                    workers,
                    ChangedEdges.turned(changes.removed()),
                    ChangedEdges.turned(changes.inserted()));
        }
    }

    private static Splice appending(long length, int more) {
        long[] at = new long[more];
        Arrays.fill(at, length);
        return new Splice(length, new long[0], at);
    }

    private static Rows rows(
            Csr now,
            long[] gone,
            Splice ofRows,
            Splice ofNeighbors,
            OffHeapScope scope,
            Workers workers,
            long[] removed,
            long[] inserted) {
        Csr csr = SplicedRows.of(now, new long[0], gone, ofRows, ofNeighbors, scope, workers.beside())
                .csr();
        OffHeapLongs changed = scope.zeroedLongs(csr.slotCount() / Long.SIZE + 1);
        for (long[] edges : new long[][] {removed, inserted}) {
            workers.beside().forRanges(edges.length, 1 << 10, (worker, from, to) -> {
                for (int i = (int) from; i < to; i++) {
                    long slot = csr.slotOf(first(edges[i]), second(edges[i]));
                    changed.atomicOr(slot / Long.SIZE, 1L << slot);
                }
            });
        }
        return new Rows(csr, changed);
    }

    /** The off-heap bytes of the rows for a graph of this size. */
    public static long bytes(GraphSize size, ChangedEdges changes) {
        long edges = size.edges() + changes.gone().length;
        return size.right() == 0
                ? bytes(size.left() + changes.goneLeft(), 2 * edges)
                : bytes(size.left() + changes.goneLeft(), edges) + bytes(size.right() + changes.goneRight(), edges);
    }

    private static long bytes(long vertices, long slots) {
        return Csr.bytes(vertices, slots) + (slots / Long.SIZE + 1) * Long.BYTES;
    }

    public ChangedEdges changes() {
        return changes;
    }

    /** The rows of the left vertices, or of all vertices of a unipartite graph. */
    public Rows left() {
        return left;
    }

    /** The rows of the right vertices; in a unipartite graph the rows of all vertices. */
    public Rows right() {
        return right;
    }

    /** Counts with all changes, {@code between} those that are removed and those that are inserted runs once. */
    public void forEachChange(Counter[] counters, Runnable between, Workers workers) {
        forEach(changes.removed(), -1, counters, workers);
        between.run();
        forEach(changes.inserted(), 1, counters, workers);
    }

    private static void forEach(long[] alike, int sign, Counter[] counters, Workers workers) {
        workers.forEach(
                alike.length, CHANGES_PER_TASK, (worker, i) -> counters[worker].count(alike[(int) i], alike, sign));
    }

    /**
     * The counts by edge of both states, which belong to {@code scope}; the counts of removed edges are undefined.
     *
     * @param counts by edge of the graph
     * @param indexes of the edges of both states that were removed, ascending
     */
    public static OffHeapLongs withGone(OffHeapLongs counts, long[] indexes, OffHeapScope scope, Workers workers) {
        long[] at = indexes.clone();
        for (int i = 0; i < at.length; i++) {
            at[i] -= i;
        }
        return new Splice(counts.length(), new long[0], at).copy(counts, scope, workers.beside());
    }

    /** Edge counts of the new graph, cut out of counts over old and new edges. {@code scope} owns the result. */
    public static OffHeapLongs withoutGone(OffHeapLongs counts, long[] indexes, OffHeapScope scope, Workers workers) {
        return new Splice(counts.length(), indexes, new long[0]).copy(counts, scope, workers.beside());
    }

    /** The edges that were removed, as pairs, ascending. */
    public long[] gone() {
        return gone;
    }

    /** About the sum of {@code steps} over all changes: of some of them. */
    public static double sampled(ChangedEdges changes, LongToDoubleFunction steps) {
        double sum = 0;
        for (long[] edges : new long[][] {changes.removed(), changes.inserted()}) {
            int stride = edges.length / SAMPLE + 1;
            double some = 0;
            int taken = 0;
            for (int i = stride / 2; i < edges.length; i += stride) {
                some += steps.applyAsDouble(edges[i]);
                taken++;
            }
            sum += taken == 0 ? 0 : some / taken * edges.length;
        }
        return sum;
    }

    /**
     * The degree of a vertex in both states.
     *
     * @param rows of the graph
     * @param removed pairs of a vertex of these rows and another one, ascending
     */
    public static long degree(Csr rows, long[] removed, int vertex) {
        return (vertex < rows.vertexCount() ? rows.degree(vertex) : 0)
                + Splice.countBelow(removed, pair(vertex + 1L, 0))
                - Splice.countBelow(removed, pair(vertex, 0));
    }
}
