package dev.motif.graph.change;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.function.LongUnaryOperator;

/**
 * Rows that were made of others by removing and inserting some edges.
 *
 * @param csr the rows
 * @param slots what became of the slots
 */
public record SplicedRows(Csr csr, Splice slots) {
    private static final int FEW = 1 << 12;

    /** As the method below, which finds out where the edges are. */
    public static SplicedRows of(
            Csr old, long[] gone, long[] come, Splice ofRows, Splice ofNeighbors, OffHeapScope scope, Workers workers) {
        long[] goneAt = mapped(gone, pair -> old.slotOf(ChangedEdges.first(pair), ChangedEdges.second(pair)), workers);
        long[] comeAt = mapped(
                come,
                pair -> ofRows.isInserted(ChangedEdges.first(pair))
                        ? old.offsets().get(ofRows.before(ChangedEdges.first(pair)))
                        : old.firstSlotFrom((int) ofRows.before(ChangedEdges.first(pair)), (int)
                                ofNeighbors.before(ChangedEdges.second(pair))),
                workers);
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

    /** What {@code look} gives for each pair: it waits for memory, so several threads do it. */
    public static long[] mapped(long[] pairs, LongUnaryOperator look, Workers workers) {
        long[] found = new long[pairs.length];
        workers.forRanges(pairs.length, FEW, (worker, from, to) -> {
            for (int i = (int) from; i < to; i++) {
                found[i] = look.applyAsLong(pairs[i]);
            }
        });
        return found;
    }
}
