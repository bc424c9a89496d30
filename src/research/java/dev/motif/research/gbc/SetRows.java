package dev.motif.research.gbc;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import dev.motif.research.gbc.GbcConfig.Sets;
import dev.motif.research.gbc.order.VertexPermutation;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * A set of numbers for each row, made for intersections. Closing it frees its memory.
 *
 * <p>As a Hierarchical Truncated Bitmap a set consists of the words of its bitmap that are not zero: {@code offsets} is
 * Off of the paper, {@code index} is Idx, the position of a word in the bitmap, and {@code bits} is Val, its bits. As a
 * plain list {@code index} holds the elements and there are no {@code bits}. Both forms are ascending; an item of
 * either is called a word here.
 *
 * @param index the position in its bitmap of each word, or the elements of plain lists
 * @param bits the bits of each word; null for plain lists
 */
record SetRows(OffHeapLongs offsets, OffHeapInts index, OffHeapInts bits) implements AutoCloseable {
    private static final long ROWS_PER_TASK = 256;
    private static final int WORD_BITS = 5;

    /**
     * Makes rows of {@code sets} with new numbers. The caller owns them.
     */
    static SetRows of(
            Csr sets,
            VertexPermutation rowNumbers,
            VertexPermutation elementNumbers,
            Sets form,
            NativeMemory memory,
            Workers workers) {
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

    /** The new numbers of the elements of a vertex, ascending. */
    private static int[] elementsOf(Csr sets, int vertex, VertexPermutation elementNumbers) {
        int[] elements = new int[(int) sets.degree(vertex)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = elementNumbers.numberOf(sets.neighbor(sets.start(vertex) + i));
        }
        Arrays.sort(elements);
        return elements;
    }

    /** Writes a set from position {@code at} on and returns the number of its words. */
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

    /** Returns these rows with only {@code members} filled; the others are empty. The caller owns the result. */
    SetRows of(IntPredicate members, NativeMemory memory) {
        try (OffHeapScope scope = new OffHeapScope(memory)) {
            OffHeapLongs starts = scope.longs(offsets.length());
            long words = 0;
            for (int row = 0; row < rowCount(); row++) {
                starts.set(row, words);
                words += members.test(row) ? words(row) : 0;
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
            scope.keep(values);
            return new SetRows(scope.keep(starts), scope.keep(indexes), values);
        }
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

    /** The position of the first word of a row. */
    long start(int row) {
        return offsets.get(row);
    }

    int words(int row) {
        return (int) (offsets.get(row + 1L) - offsets.get(row));
    }

    long elements(int row) {
        long elements = 0;
        for (long at = start(row); at < start(row) + words(row); at++) {
            elements += Integer.bitCount(bitsAt(at));
        }
        return elements;
    }

    /** The number of words of the longest row, at least 1. */
    int longestRow() {
        int longest = 1;
        for (int row = 0; row < rowCount(); row++) {
            longest = Math.max(longest, words(row));
        }
        return longest;
    }

    /** The bytes of a row, without its offset. */
    long bytes(int row) {
        return (long) words(row) * (bits == null ? 1 : 2) * Integer.BYTES;
    }

    long bytes() {
        return offsets.bytes() + index.bytes() + (bits == null ? 0 : bits.bytes());
    }

    /**
     * The elements of the word at a position: bit {@code i} stands for {@code firstElement + i}. Always 1 for plain
     * lists.
     */
    int bitsAt(long at) {
        return bits == null ? 1 : bits.get(at);
    }

    /** The element that bit 0 of a word with this index stands for. */
    int firstElement(int wordIndex) {
        return bits == null ? wordIndex : wordIndex << WORD_BITS;
    }

    /**
     * Searches a row for an index, the first phase of an intersection; the second phase intersects the bits.
     *
     * @param from where in the row the search begins: all words before have a smaller index
     * @return the position of the first word of the row whose index is {@code wordIndex} or more; {@code end} when
     *     there is none
     */
    long find(long from, long end, int wordIndex) {
        return index.lowerBound(from, end, wordIndex);
    }

    @Override
    public void close() {
        OffHeapScope.closeAll(offsets, index, bits);
    }
}
