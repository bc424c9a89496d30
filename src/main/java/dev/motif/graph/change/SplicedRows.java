package dev.motif.graph.change;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Rows that were made of others by removing and inserting some edges.
 *
 * @param csr the rows
 * @param slots what became of the slots
 */
public record SplicedRows(Csr csr, Splice slots) {
    private static final int FEW = 1 << 12;

    /** Makes the rows after a change, and finds out where the edges are. */
    public static SplicedRows of(
            Csr old, long[] gone, long[] come, Splice ofRows, Splice ofNeighbors, OffHeapScope scope, Workers workers) {
        long[] before = new long[come.length];
        Arrays.setAll(before, i -> before(come[i], ofRows, ofNeighbors));
        long[] goneAt = slots(old, gone, workers);
        long[] comeAt = slots(old, before, workers);
        return of(old, gone, come, goneAt, comeAt, ofRows, ofNeighbors, scope, workers);
    }

    /**
     * Rows after a change; their arrays belong to {@code scope}.
     *
     * @param gone pairs of an old row and an old neighbor, ascending
     * @param come pairs of a new row and a new neighbor, ascending
     * @param goneAt the slots of the old pairs
     * @param comeAt the slots before which the new ones are inserted
     * @param ofRows the change of the rows
     * @param ofNeighbors the change of the neighbors
     */
    public static SplicedRows of(
            Csr old,
            long[] gone,
            long[] come,
            long[] goneAt,
            long[] comeAt,
            Splice ofRows,
            Splice ofNeighbors,
            OffHeapScope scope,
            Workers workers) {
        Splice splice = new Splice(old.slotCount(), goneAt, comeAt);
        OffHeapInts neighbors = splice.copy(old.neighbors(), ofNeighbors, scope, workers);
        for (int i = 0; i < come.length; i++) {
            neighbors.set(splice.inserted(i), ChangedEdges.second(come[i]));
        }
        OffHeapLongs offsets = scope.longs(ofRows.length() + 1);
        workers.forRanges(offsets.length(), 1 << 16, (worker, from, to) -> {
            int fewer = Splice.countBelow(gone, ofRows.before(from) << 32);
            int more = Splice.countBelow(come, from << 32);
            for (long row = from; row < to; row++) {
                long before = ofRows.isIdentity() ? row : ofRows.before(row);
                while (fewer < gone.length && ChangedEdges.first(gone[fewer]) < before) {
                    fewer++;
                }
                while (more < come.length && ChangedEdges.first(come[more]) < row) {
                    more++;
                }
                offsets.set(row, old.offsets().get(before) - fewer + more);
            }
        });
        return new SplicedRows(new Csr(offsets, neighbors), splice);
    }

    /** The pair of an old row and an old neighbor that a new pair was, or before which it is inserted. */
    public static long before(long pair, Splice ofRows, Splice ofNeighbors) {
        int row = ChangedEdges.first(pair);
        return ChangedEdges.pair(
                ofRows.before(row), ofRows.isInserted(row) ? 0 : ofNeighbors.before(ChangedEdges.second(pair)));
    }

    /** The slots of pairs of a row and a neighbor, or the slots before which the pairs would be. */
    public static long[] slots(Csr rows, long[] pairs, Workers workers) {
        long[] slots = new long[pairs.length];
        workers.forRanges(
                pairs.length, FEW, (worker, from, to) -> rows.firstSlotsFrom(pairs, (int) from, (int) to, slots));
        return slots;
    }
}
