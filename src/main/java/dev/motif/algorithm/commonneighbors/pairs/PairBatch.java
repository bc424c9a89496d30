package dev.motif.algorithm.commonneighbors.pairs;

import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import java.io.Serializable;
import java.util.Arrays;

/** The pairs of some consecutive sources, as a device has found them. Owns its memory. */
final class PairBatch implements AutoCloseable, Serializable {
    private final int from;
    private final OffHeapInts heads;
    private final OffHeapLongs rows;

    /**
     * A batch that is asked for.
     *
     * @param from the first source
     * @param count the number of sources, 1 or more
     */
    record Config(DeviceBatches.Wanted wanted, int from, int count) implements Serializable {}

    /**
     * Takes over two arrays.
     *
     * @param heads for each source 1 + the position of its last chunk in {@code rows}, or 0
     * @param rows chunks, each of a header, its number of pairs and 1 + the position of the source's previous chunk or 0,
     *     and the pairs, each its end and its common neighbors; two 32-bit halves of a word each
     */
    PairBatch(int from, OffHeapInts heads, OffHeapLongs rows) {
        this.from = from;
        this.heads = heads;
        this.rows = rows;
    }

    /** The first vertex after the sources. */
    int end() {
        return (int) (from + heads.length());
    }

    /** The number of pairs and headers. */
    long rowCount() {
        return rows.length();
    }

    /** Returns the pairs of a source as words of end and common neighbors, the first {@code count(u)} of an array. */
    long[] of(int u, long[] array) {
        long[] pairs = array;
        int size = 0;
        for (long chunk = head(u); chunk > 0; chunk = rows.get(chunk - 1) & 0xffffffffL) {
            int count = (int) (rows.get(chunk - 1) >>> Integer.SIZE);
            if (size + count > pairs.length) {
                pairs = Arrays.copyOf(pairs, Math.max(size + count, (int) Math.min(2L * size, Integer.MAX_VALUE - 8)));
            }
            for (int i = 0; i < count; i++) {
                pairs[size++] = rows.get(chunk + i);
            }
        }
        return pairs;
    }

    /** The number of pairs of a source. */
    int count(int u) {
        int size = 0;
        for (long chunk = head(u); chunk > 0; chunk = rows.get(chunk - 1) & 0xffffffffL) {
            size += (int) (rows.get(chunk - 1) >>> Integer.SIZE);
        }
        return size;
    }

    private long head(int u) {
        return heads.get(u - from) & 0xffffffffL;
    }

    @Override
    public void close() {
        heads.close();
        rows.close();
    }
}
