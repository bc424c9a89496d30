package dev.motif.algorithm.biclique.gbc;

import dev.motif.graph.Csr;
import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;
import dev.motif.parallel.Workers;

/**
 * Border, the reordering of GBC: exchanges the numbers of two columns of an adjacency matrix again and again, so that
 * its rows have ones in fewer blocks of 32 columns, which are the words of a {@link SetRows}.
 *
 * <p>A column is alone in a row when its one is the only one of the row in its block. Each iteration takes the column
 * {@code m} that is alone in the most rows. Among the columns that share the fewest rows with it, it takes the one,
 * {@code n}, whose exchange saves the most blocks:
 *
 * <pre>{@code
 * profit = alone(m) + alone(n) - rows of m without a one in the block of n - rows of n without a one in the block of m
 * }</pre>
 *
 * <p>The exchange is kept when the two blocks then have ones in fewer rows; so no iteration makes it worse. (The profit
 * is exact when {@code m} and {@code n} share no row.)
 *
 * <p>Work of an iteration: the wedges from the columns of a block, and a few steps per column. However many iterations
 * are asked for, it stops after {@value #MAX_STEPS} such steps: on dense rows an iteration costs more than it saves.
 */
final class Border {
    private static final int BLOCK = 32;
    private static final long MAX_STEPS = 1L << 28;

    private final Csr rows;
    private final Csr columns;
    private final Numbering numbers;

    /** For each row, its ones in the block that is looked at. */
    private final OffHeapInts ones;
    /** For each column, the number of rows in which it is alone in its block. */
    private final OffHeapInts alone;
    /** For each column, the number of rows that it shares with {@code m}. */
    private final OffHeapInts shared;
    /** For each column, the number of its rows that have a one in the block of {@code m}. */
    private final OffHeapInts met;
    /** For each block, the number of rows of {@code m} that have a one in it. */
    private final OffHeapInts filled;
    /** For each block, the last row of {@code m} with a one in it that was seen, plus 1; 0 for none. */
    private final OffHeapInts seen;
    /**
     * For each column, 1 when an exchange of it was tried in vain since the columns of its block last changed;
     * otherwise 0.
     */
    private final OffHeapInts tried;

    private long steps;

    private Border(Csr rows, Csr columns, Numbering numbers, OffHeapScope scope) {
        this.rows = rows;
        this.columns = columns;
        this.numbers = numbers;
        int blocks = (numbers.count() + BLOCK - 1) / BLOCK;
        ones = scope.zeroedInts(rows.vertexCount());
        alone = scope.zeroedInts(numbers.count());
        shared = scope.zeroedInts(numbers.count());
        met = scope.zeroedInts(numbers.count());
        filled = scope.zeroedInts(blocks);
        seen = scope.zeroedInts(blocks);
        tried = scope.zeroedInts(numbers.count());
    }

    /**
     * Changes the numbers of the columns.
     *
     * @param rows the columns of each row
     * @param columns the rows of each column: the transpose of {@code rows}
     * @param numbers the numbers of the columns; changed
     * @param iterations the most exchanges to try
     */
    static void reorder(Csr rows, Csr columns, Numbering numbers, int iterations, OffHeapScope scope, Workers workers) {
        Border border = new Border(rows, columns, numbers, scope);
        for (int block = 0; block * (long) BLOCK < numbers.count(); block++) {
            border.countAlone(block);
        }
        for (int i = 0; i < iterations && border.steps < MAX_STEPS; i++) {
            workers.cancellation().check();
            workers.progress().publish();
            int column = border.mostAlone();
            if (column < 0) {
                break;
            }
            border.exchange(column);
        }
    }

    /** The column that is alone in its block in the most rows, among those not tried; -1 when there is none. */
    private int mostAlone() {
        int best = -1;
        int most = 0;
        for (int v = 0; v < numbers.count(); v++) {
            if (alone.get(v) > most && tried.get(v) == 0) {
                most = alone.get(v);
                best = v;
            }
        }
        return best;
    }

    /** Exchanges {@code m} with the best column, and takes the exchange back when it does not help. */
    private void exchange(int m) {
        int other = best(m);
        if (other >= 0) {
            int block = blockOf(m);
            int otherBlock = blockOf(other);
            long before = countAlone(block) + countAlone(otherBlock);
            numbers.exchange(numbers.numberOf(m), numbers.numberOf(other));
            if (countAlone(block) + countAlone(otherBlock) < before) {
                clearTried(block);
                clearTried(otherBlock);
                return;
            }
            numbers.exchange(numbers.numberOf(m), numbers.numberOf(other));
            countAlone(block);
            countAlone(otherBlock);
        }
        tried.set(m, 1);
    }

    /** The column to exchange {@code m} with, or -1 when no exchange promises a profit. */
    private int best(int m) {
        int block = blockOf(m);
        walk(m);
        int fewest = Integer.MAX_VALUE;
        int best = -1;
        long most = 0;
        for (int v = 0; v < numbers.count(); v++) {
            if (blockOf(v) == block || shared.get(v) > fewest) {
                continue;
            }
            long gain = (long) alone.get(m)
                    + alone.get(v)
                    - (columns.degree(m) - filled.get(blockOf(v)))
                    - (columns.degree(v) - met.get(v));
            if (shared.get(v) < fewest) {
                fewest = shared.get(v);
                best = -1;
                most = 0;
            }
            if (gain > most) {
                most = gain;
                best = v;
            }
        }
        return best;
    }

    /** Fills {@link #shared}, {@link #met}, {@link #filled} and {@link #seen} for column {@code m}. */
    private void walk(int m) {
        steps += numbers.count();
        shared.clear();
        met.clear();
        filled.clear();
        seen.clear();
        for (long slot = columns.start(m); slot < columns.end(m); slot++) {
            int row = columns.neighbor(slot);
            steps += rows.degree(row);
            for (long item = rows.start(row); item < rows.end(row); item++) {
                int v = rows.neighbor(item);
                shared.add(v, 1);
                int block = blockOf(v);
                if (seen.get(block) != row + 1) {
                    seen.set(block, row + 1);
                    filled.add(block, 1);
                }
            }
        }
        forRows(blockOf(m), row -> {
            if (ones.add(row, 1) == 0) {
                steps += rows.degree(row);
                for (long item = rows.start(row); item < rows.end(row); item++) {
                    met.add(rows.neighbor(item), 1);
                }
            }
        });
        forRows(blockOf(m), row -> ones.set(row, 0));
    }

    /** Renews {@link #alone} for the columns of a block; returns the number of rows that have a one in the block. */
    private long countAlone(int block) {
        long[] filledRows = {0};
        forRows(block, row -> filledRows[0] += ones.add(row, 1) == 0 ? 1 : 0);
        for (int number = firstOf(block); number < endOf(block); number++) {
            int v = numbers.vertexAt(number);
            int count = 0;
            for (long slot = columns.start(v); slot < columns.end(v); slot++) {
                count += ones.get(columns.neighbor(slot)) == 1 ? 1 : 0;
            }
            alone.set(v, count);
        }
        forRows(block, row -> ones.set(row, 0));
        return filledRows[0];
    }

    private void clearTried(int block) {
        for (int number = firstOf(block); number < endOf(block); number++) {
            tried.set(numbers.vertexAt(number), 0);
        }
    }

    @FunctionalInterface
    private interface RowAction {
        void on(int row);
    }

    /** Visits the rows of all columns of a block; a row comes once for each of its ones in the block. */
    private void forRows(int block, RowAction action) {
        for (int number = firstOf(block); number < endOf(block); number++) {
            int v = numbers.vertexAt(number);
            for (long slot = columns.start(v); slot < columns.end(v); slot++) {
                action.on(columns.neighbor(slot));
            }
        }
    }

    private int blockOf(int column) {
        return numbers.numberOf(column) / BLOCK;
    }

    private static int firstOf(int block) {
        return block * BLOCK;
    }

    private int endOf(int block) {
        return (int) Math.min(numbers.count(), (long) firstOf(block) + BLOCK);
    }
}
