package dev.motif.algorithm.count.biclique.sets;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.Side;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;

/**
 * The neighbors of the vertices of one side with two neighbors or more, as rows of bits, ascending by degree: sets are
 * extended by later rows, and few later rows have enough neighbors in common with a row of few.
 *
 * @param bits bit {@code b} of the word at {@code w * rows + i} is column {@code 32 w + b} of row {@code i}; the scope of
 *     the caller owns them
 * @param words the words of a row
 * @param mostColumns the most columns of a row
 */
record BitMatrix(OffHeapInts bits, int rows, int words, int mostColumns) {
    static BitMatrix of(BipartiteGraph graph, Side side, OffHeapScope scope) {
        Csr from = side == Side.LEFT ? graph.left() : graph.right();
        int columns = side == Side.LEFT ? graph.rightCount() : graph.leftCount();
        long[] byDegree = new long[from.vertexCount()];
        int rows = 0;
        for (int vertex = 0; vertex < byDegree.length; vertex++) {
            if (from.degree(vertex) >= 2) {
                byDegree[rows++] = from.degree(vertex) << Integer.SIZE | vertex;
            }
        }
        Arrays.sort(byDegree, 0, rows);
        int words = words(columns);
        OffHeapInts bits = scope.zeroedInts((long) words * rows);
        for (int row = 0; row < rows; row++) {
            int vertex = (int) byDegree[row];
            for (long slot = from.start(vertex); slot < from.end(vertex); slot++) {
                int column = from.neighbor(slot);
                long at = (long) (column >> 5) * rows + row;
                bits.set(at, bits.get(at) | 1 << column);
            }
        }
        return new BitMatrix(bits, rows, words, rows == 0 ? 0 : (int) (byDegree[rows - 1] >>> Integer.SIZE));
    }

    /** The off-heap bytes of a matrix of a graph whose sides have this many vertices. */
    static long bytes(long left, long right) {
        return Integer.BYTES * Math.max(left * words((int) right), right * words((int) left));
    }

    /** The words of a row of {@code columns} columns, at least one. */
    static int words(int columns) {
        return Math.max(1, (columns + Integer.SIZE - 1) / Integer.SIZE);
    }

    int word(int word, int row) {
        return bits.get((long) word * rows + row);
    }

    /** The number of pairs of rows. */
    long pairs() {
        return rows * (rows - 1L) / 2;
    }
}
