package dev.motif.algorithm.biclique.gbc;

import dev.motif.algorithm.biclique.model.GbcConfig.Sets;
import dev.motif.graph.Csr;
import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * A set of numbers for each row, made for intersections. Owns its memory.
 *
 * <p>As a Hierarchical Truncated Bitmap a set is the words of its bitmap that are not zero: {@code offsets} are the
 * paper's Off, {@code index} its Idx (which word), {@code bits} its Val. As a plain list {@code index} holds the
 * elements and there are no {@code bits}. Both are ascending; an item of either is called a word here.
 */
final class SetRows implements AutoCloseable {
    private static final long ROWS_PER_TASK = 256;
    private static final int WORD_BITS = 5;

    private final OffHeapLongs offsets;
    private final OffHeapInts index;
    private final OffHeapInts bits;

    private SetRows(OffHeapLongs offsets, OffHeapInts index, OffHeapInts bits) {
        this.offsets = offsets;
        this.index = index;
        this.bits = bits;
    }

    /**
     * The rows of {@code sets}, numbered again.
     *
     * @param rowNumbers row {@code r} is that of the vertex with number {@code r}
     * @param elementNumbers the numbers of the elements
     */
    static SetRows of(
            Csr sets, Numbering rowNumbers, Numbering elementNumbers, Sets form, NativeMemory memory, Workers workers) {
        int rows = rowNumbers.count();
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs offsets = scope.zeroedLongs(rows + 1L);
            for (int row = 0; row < rows; row++) {
                offsets.set(row + 1L, offsets.get(row) + sets.degree(rowNumbers.vertexAt(row)));
            }
            OffHeapInts lengths = scope.ints(rows);
            OffHeapInts index = scope.ints(sets.slotCount());
            OffHeapInts bits = form == Sets.HTB ? scope.ints(sets.slotCount()) : null;
            workers.forRanges(rows, ROWS_PER_TASK, (worker, from, to) -> {
                for (int row = (int) from; row < to; row++) {
                    int[] elements = elementsOf(sets, rowNumbers.vertexAt(row), elementNumbers);
                    lengths.set(row, write(elements, index, bits, offsets.get(row)));
                }
            });
            if (bits != null) {
                Rows.move(bits, offsets, lengths);
                scope.keep(bits);
            }
            Rows.close(index, offsets, lengths);
            return new SetRows(scope.keep(offsets), scope.keep(index), bits);
        }
    }

    private static int[] elementsOf(Csr sets, int vertex, Numbering elementNumbers) {
        int[] elements = new int[(int) sets.degree(vertex)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = elementNumbers.numberOf(sets.neighbor(sets.start(vertex) + i));
        }
        Arrays.sort(elements);
        return elements;
    }

    /** Writes a set and returns its words. */
    private static int write(int[] elements, OffHeapInts index, OffHeapInts bits, long at) {
        int words = 0;
        for (int element : elements) {
            if (bits == null) {
                index.set(at + words++, element);
                continue;
            }
            int word = element >>> WORD_BITS;
            if (words == 0 || index.get(at + words - 1) != word) {
                index.set(at + words, word);
                bits.set(at + words++, 0);
            }
            bits.set(at + words - 1, bits.get(at + words - 1) | 1 << element);
        }
        return words;
    }

    /** These rows with those of {@code members} alone; the others are empty. Owned by the caller. */
    SetRows of(Members members, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs starts = scope.longs(offsets.length());
            long words = 0;
            for (int row = 0; row < rowCount(); row++) {
                starts.set(row, words);
                words += members.contains(row) ? words(row) : 0;
            }
            starts.set(rowCount(), words);
            OffHeapInts indexes = scope.ints(words);
            OffHeapInts values = bits == null ? null : scope.ints(words);
            for (int row = 0; row < rowCount(); row++) {
                long count = starts.get(row + 1L) - starts.get(row);
                indexes.copyFrom(index, start(row), starts.get(row), count);
                if (values != null) {
                    values.copyFrom(bits, start(row), starts.get(row), count);
                }
            }
            if (values != null) {
                scope.keep(values);
            }
            return new SetRows(scope.keep(starts), scope.keep(indexes), values);
        }
    }

    /** Which rows. */
    @FunctionalInterface
    interface Members {
        boolean contains(int row);
    }

    boolean areBitmaps() {
        return bits != null;
    }

    int rowCount() {
        return (int) (offsets.length() - 1);
    }

    long wordCount() {
        return index.length();
    }

    long start(int row) {
        return offsets.get(row);
    }

    int words(int row) {
        return (int) (offsets.get(row + 1L) - offsets.get(row));
    }

    /** How many elements a row has. */
    long elements(int row) {
        long elements = 0;
        for (long at = start(row); at < start(row) + words(row); at++) {
            elements += Integer.bitCount(bitsAt(at));
        }
        return elements;
    }

    /** The words of the longest row, at least 1. */
    int longestRow() {
        int longest = 1;
        for (int row = 0; row < rowCount(); row++) {
            longest = Math.max(longest, words(row));
        }
        return longest;
    }

    /** The bytes of a row without its offset. */
    long bytes(int row) {
        return (long) words(row) * (bits == null ? 1 : 2) * Integer.BYTES;
    }

    long bytes() {
        return offsets.bytes() + index.bytes() + (bits == null ? 0 : bits.bytes());
    }

    OffHeapLongs offsets() {
        return offsets;
    }

    OffHeapInts index() {
        return index;
    }

    /** Null for plain lists. */
    OffHeapInts bits() {
        return bits;
    }

    /** The elements of word {@code at}: bit {@code i} is the element {@code firstElement + i}. */
    int bitsAt(long at) {
        return bits == null ? 1 : bits.get(at);
    }

    /** What bit 0 of a word of this index stands for. */
    int firstElement(int wordIndex) {
        return bits == null ? wordIndex : wordIndex << WORD_BITS;
    }

    /**
     * What a word of another set has in common with a row: phase one finds the index, phase two ands the bits.
     *
     * @param from where in the row to search: no word before has the index
     * @return the position of the first word of the row whose index is not below {@code wordIndex}
     */
    long find(long from, long end, int wordIndex) {
        long low = from;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (index.get(middle) < wordIndex) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public void close() {
        offsets.close();
        index.close();
        if (bits != null) {
            bits.close();
        }
    }
}
