package dev.motif.algorithm.similar.intersection;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The neighbors of one vertex at a time as a bitmap, with a smaller bitmap of the ranges that have any. For one thread. Motif
 * on Spark and {@code research.intersection} use it.
 */
public final class NeighborBitmap {
    private final Csr rows;
    private final OffHeapLongs words;
    /** A bit for each range of vertices, set when a neighbor is in it; null without range filtering. */
    private final OffHeapLongs filter;

    private final int rangeShift;
    private int vertex = -1;

    /**
     * Makes an empty bitmap.
     *
     * @param rangeSize vertices of one range, a power of two; 0 for no bitmap of ranges
     * @param scope owns the memory
     */
    public NeighborBitmap(Csr rows, int rangeSize, OffHeapScope scope) {
        this.rows = rows;
        this.rangeShift = Integer.numberOfTrailingZeros(rangeSize);
        this.words = scope.zeroedLongs(wordsFor(rows.vertexCount()));
        this.filter =
                rangeSize == 0 ? null : scope.zeroedLongs(wordsFor(((long) rows.vertexCount() >> rangeShift) + 1));
    }

    /** The off-heap bytes of a bitmap for a graph of this many vertices. */
    public static long bytes(long vertices, int rangeSize) {
        long filter = rangeSize == 0 ? 0 : wordsFor(vertices / rangeSize + 1);
        return (wordsFor(vertices) + filter) * Long.BYTES;
    }

    private static long wordsFor(long bits) {
        return (bits + Long.SIZE - 1) / Long.SIZE;
    }

    /** Replaces the neighbors in the bitmap by the neighbors of {@code u}. */
    public void moveTo(int u) {
        if (u == vertex) {
            return;
        }
        if (vertex >= 0) {
            clear();
        }
        vertex = u;
        for (long slot = rows.start(u); slot < rows.end(u); slot++) {
            set(words, rows.neighbor(slot));
            if (filter != null) {
                set(filter, rows.neighbor(slot) >>> rangeShift);
            }
        }
    }

    private void clear() {
        for (long slot = rows.start(vertex); slot < rows.end(vertex); slot++) {
            words.set(rows.neighbor(slot) >>> 6, 0);
            if (filter != null) {
                filter.set(rows.neighbor(slot) >>> rangeShift >>> 6, 0);
            }
        }
    }

    private static void set(OffHeapLongs bits, int index) {
        bits.set(index >>> 6, bits.get(index >>> 6) | 1L << index);
    }

    private static long bit(OffHeapLongs bits, int index) {
        return bits.get(index >>> 6) >>> index & 1;
    }

    /** How many neighbors of {@code v} are in the bitmap. */
    public int common(int v) {
        return filter == null ? commonWithoutFilter(v) : commonWithFilter(v);
    }

    private int commonWithoutFilter(int v) {
        long end = rows.end(v);
        int common = 0;
        for (long slot = rows.start(v); slot < end; slot++) {
            common += (int) bit(words, rows.neighbor(slot));
        }
        return common;
    }

    private int commonWithFilter(int v) {
        long end = rows.end(v);
        int common = 0;
        for (long slot = rows.start(v); slot < end; slot++) {
            int w = rows.neighbor(slot);
            if (bit(filter, w >>> rangeShift) != 0) {
                common += (int) bit(words, w);
            }
        }
        return common;
    }
}
