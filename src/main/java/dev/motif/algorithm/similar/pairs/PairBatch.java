package dev.motif.algorithm.similar.pairs;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The pairs of some consecutive sources, as devices have found them, in one piece or more. Owns their memory. */
final class PairBatch implements AutoCloseable, Serializable {
    private final ArrayList<Piece> pieces;
    private final int[] starts;

    /**
     * A batch that is asked for.
     *
     * @param from the first source
     * @param count the number of sources, 1 or more
     */
    record Config(DeviceBatches.Wanted wanted, int from, int count) implements Serializable {
        /** The sources from {@code first} on, relative to the first one, up to {@code end}. */
        Config part(long first, long end) {
            return new Config(wanted, (int) (from + first), (int) (end - first));
        }
    }

    /**
     * The pairs of consecutive sources.
     *
     * @param from the first source
     * @param heads for each source 1 + the position of its last chunk in {@code rows}, or 0
     * @param rows chunks, each of a header, its number of pairs and 1 + the position of the source's previous chunk or
     *     0, and the pairs, each its end and its common neighbors; two 32-bit halves of a word each
     * @param words the words of a pair: 1, or 2 where the bits of its value follow
     */
    record Piece(int from, OffHeapInts heads, OffHeapLongs rows, int words) implements Serializable {
        private int end() {
            return (int) (from + heads.length());
        }

        private long head(int u) {
            return heads.get(u - from) & LOW;
        }

        private int count(long chunk) {
            return (int) (rows.get(chunk - 1) >>> Integer.SIZE);
        }

        private long previous(long chunk) {
            return rows.get(chunk - 1) & LOW;
        }
    }

    private static final long LOW = 0xffffffffL;

    /** Takes over pieces, one or more, of sources that follow one another in some order. */
    PairBatch(List<Piece> pieces) {
        this.pieces = new ArrayList<>(pieces);
        this.pieces.sort(Comparator.comparingInt(Piece::from));
        this.starts = this.pieces.stream().mapToInt(Piece::from).toArray();
    }

    /** The pieces of several batches, which the new one takes over. */
    static PairBatch of(List<PairBatch> batches) {
        return new PairBatch(
                batches.stream().flatMap(batch -> batch.pieces.stream()).toList());
    }

    /** The first vertex after the sources. */
    int end() {
        return pieces.get(pieces.size() - 1).end();
    }

    /** The number of pairs and headers. */
    long rowCount() {
        return pieces.stream().mapToLong(piece -> piece.rows.length()).sum();
    }

    /**
     * Returns the pairs of a source: words of end and common neighbors, the first {@code count(u)} of an array, each followed
     * by the bits of the value where there are values.
     */
    long[] of(int u, long[] array) {
        Piece piece = piece(u);
        int length = Math.multiplyExact(count(u), piece.words);
        long[] pairs = length <= array.length ? array : Arrays.copyOf(array, Math.max(length, 2 * array.length));
        int size = 0;
        for (long chunk = piece.head(u); chunk > 0; chunk = piece.previous(chunk)) {
            for (int i = 0; i < piece.count(chunk) * piece.words; i++) {
                pairs[size++] = piece.rows.get(chunk + i);
            }
        }
        return pairs;
    }

    int count(int u) {
        Piece piece = piece(u);
        int size = 0;
        for (long chunk = piece.head(u); chunk > 0; chunk = piece.previous(chunk)) {
            size += piece.count(chunk);
        }
        return size;
    }

    private Piece piece(int u) {
        int at = Arrays.binarySearch(starts, u);
        return pieces.get(at >= 0 ? at : -at - 2);
    }

    @Override
    public void close() {
        pieces.forEach(piece -> {
            piece.heads.close();
            piece.rows.close();
        });
    }
}
