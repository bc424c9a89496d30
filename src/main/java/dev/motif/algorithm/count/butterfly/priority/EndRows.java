package dev.motif.algorithm.count.butterfly.priority;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.List;

/**
 * The rows of a ranked graph, restricted to the neighbors in a range of ends that rank before the vertex of the row.
 * Rows are sorted, so this is one piece of each row. The slots of all pieces are numbered one piece after the other.
 */
final class EndRows {
    private static final long VERTICES_PER_TASK = 1 << 14;
    private static final long SLOTS_PER_TASK = 1 << 16;
    private static final int VERTICES_BETWEEN_POLLS = 1 << 20;

    private final Csr rows;
    private final Workers workers;
    private final OffHeapLongs offsets;
    private final OffHeapLongs firstSlots;

    /**
     * Works on the slots {@code [at, at + length)} of the pieces, which are the slots {@code [slot, slot + length)} of
     * the rows.
     */
    @FunctionalInterface
    interface Piece {
        void run(long at, long slot, long length);
    }

    /**
     * Allocates the arrays. {@link #restrictTo} must be called before the pieces are used.
     *
     * @param scope owns the arrays
     */
    EndRows(Csr rows, OffHeapScope scope, Workers workers) {
        this.rows = rows;
        this.workers = workers;
        this.offsets = scope.longs(rows.vertexCount() + 1L);
        this.firstSlots = scope.longs(rows.vertexCount());
    }

    /** The bytes that the constructor allocates. */
    static long bytes(long vertices) {
        return (2 * vertices + 1) * Long.BYTES;
    }

    /**
     * The ranges of ends for passes of these sizes. To be called before {@link #restrictTo}, whose arrays it
     * overwrites.
     */
    List<PassSizes.Range> ranges(PassSizes sizes) {
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int w = (int) from; w < to; w++) {
                offsets.set(w, rows.end(w) - rows.firstSlotFrom(w, w));
            }
        });
        return sizes.endRanges(rows.vertexCount(), offsets::get);
    }

    void restrictTo(PassSizes.Range range) {
        workers.forRanges(rows.vertexCount(), VERTICES_PER_TASK, (worker, from, to) -> {
            for (int v = (int) from; v < to; v++) {
                long first = rows.firstSlotFrom(v, range.low());
                long end = rows.firstSlotFrom(v, Math.max(range.low(), Math.min(range.high(), v)));
                firstSlots.set(v, first);
                offsets.set(v, end - first);
            }
        });
        long next = 0;
        for (int v = 0; v < rows.vertexCount(); v++) {
            if ((v & (VERTICES_BETWEEN_POLLS - 1)) == 0) {
                workers.cancellation().check();
            }
            long length = offsets.get(v);
            offsets.set(v, next);
            next += length;
        }
        offsets.set(rows.vertexCount(), next);
    }

    /** The offsets of the pieces: where the piece of each row begins, then the number of all slots. */
    OffHeapLongs offsets() {
        return offsets;
    }

    long slots() {
        return offsets.get(rows.vertexCount());
    }

    /** Runs {@code piece}, with all workers, on the parts of pieces that make up the slots {@code [from, to)}. */
    void forPieces(long from, long to, Piece piece) {
        workers.forRanges(to - from, SLOTS_PER_TASK, (worker, low, high) -> {
            long at = from + low;
            for (int v = Csr.vertexOf(offsets, at); at < from + high; v++) {
                long length = Math.min(offsets.get(v + 1L), from + high) - at;
                if (length > 0) {
                    piece.run(at, firstSlots.get(v) + at - offsets.get(v), length);
                    at += length;
                }
            }
        });
    }
}
