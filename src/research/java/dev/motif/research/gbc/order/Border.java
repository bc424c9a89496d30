package dev.motif.research.gbc.order;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Workers;
import java.util.Arrays;

/**
 * Border, the reordering of GBC: exchanges the numbers of two columns of an adjacency matrix again and again, so that
 * its rows have ones in fewer blocks of 32 columns, which are the words of a {@code SetRows}.
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
 * <p>The rows of {@code n} without a one in the block of {@code m} are counted only while the profit may still be the
 * largest: there are 0 of them or more.
 *
 * <p>Work of an iteration: the wedges from {@code m}, which the workers share when they are many, a few steps per column
 * and the rows of the columns that are looked at. The result does not depend on the number of workers. However many
 * iterations are asked for, it stops after {@value #MAX_STEPS} such steps: on dense rows an iteration costs more than it
 * saves.
 */
public final class Border {
    private static final int BLOCK = 32;
    private static final long MAX_STEPS = 1L << 28;

    /** The fewest steps of a walk that are worth starting threads. */
    private static final long STEPS_TO_SHARE = 1 << 17;

    private static final long ROWS_PER_TASK = 64;

    private final Csr rows;
    private final Csr columns;
    private final VertexPermutation numbers;
    private final Workers workers;

    /** For each row, its ones in the block that is looked at. */
    private final OffHeapInts ones;
    /** The rows that have a one in the block that is looked at. */
    private final OffHeapInts rowsOfBlock;
    /** For each column, the number of rows in which it is alone in its block. */
    private final OffHeapInts alone;
    /** For each block, the most rows in which one of its columns is alone. */
    private final OffHeapInts mostAlone;
    /** For each column, the number of rows that it shares with {@code m}. */
    private final OffHeapInts shared;
    /** For each block, the number of rows of {@code m} that have a one in it. */
    private final OffHeapInts filled;
    /** For each block, the number of rows that have a one in it. */
    private final OffHeapInts filledRows;

    private final Seen[] seen;
    private final Waiting waiting;
    private long steps;

    private Border(Csr rows, Csr columns, VertexPermutation numbers, OffHeapScope scope, Workers workers) {
        this.rows = rows;
        this.columns = columns;
        this.numbers = numbers;
        this.workers = workers;
        int count = numbers.count();
        int blocks = (count + BLOCK - 1) / BLOCK;
        ones = scope.zeroedInts(rows.vertexCount());
        rowsOfBlock = scope.ints(rows.vertexCount());
        alone = scope.zeroedInts(count);
        mostAlone = scope.ints(blocks);
        shared = scope.ints(count);
        filled = scope.ints(blocks);
        filledRows = scope.ints(blocks);
        seen = new Seen[workers.concurrency()];
        Arrays.setAll(seen, worker -> new Seen(scope.zeroedLongs(blocks)));
        waiting = new Waiting(alone, scope);
    }

    /**
     * Changes the numbers of the columns.
     *
     * @param columns the rows of each column: the transpose of {@code rows}
     * @param numbers the numbers of the columns; changed
     * @param iterations the most exchanges to try
     */
    public static void reorder(
            Csr rows, Csr columns, VertexPermutation numbers, int iterations, OffHeapScope scope, Workers workers) {
        Border border = new Border(rows, columns, numbers, scope, workers);
        for (int block = 0; block * (long) BLOCK < numbers.count(); block++) {
            border.renew(block);
        }
        for (int i = 0; i < iterations && border.steps < MAX_STEPS; i++) {
            workers.cancellation().check();
            workers.progress().publish();
            int column = border.waiting.most();
            if (column < 0) {
                break;
            }
            border.exchange(column);
        }
    }

    /** Exchanges {@code m} with the best column, and takes the exchange back when it does not help. */
    private void exchange(int m) {
        int other = best(m);
        if (other >= 0) {
            int block = blockOf(m);
            int otherBlock = blockOf(other);
            numbers.exchange(numbers.numberOf(m), numbers.numberOf(other));
            if (fillOf(block) + fillOf(otherBlock) < (long) filledRows.get(block) + filledRows.get(otherBlock)) {
                renew(block);
                renew(otherBlock);
                return;
            }
            numbers.exchange(numbers.numberOf(m), numbers.numberOf(other));
        }
        waiting.remove(m);
    }

    /** The column to exchange {@code m} with, the first one of several; -1 when no exchange promises a profit. */
    private int best(int m) {
        walk(m);
        int block = blockOf(m);
        int fewest = fewestShared(block);
        int marked = collectRows(block);
        long base = alone.get(m) - columns.degree(m);
        long most = 0;
        int best = -1;
        for (int other = 0; other < filled.length(); other++) {
            long limit = base + filled.get(other);
            if (other == block || limit + mostAlone.get(other) < Math.max(1, most)) {
                continue;
            }
            for (int number = firstOf(other); number < endOf(other); number++) {
                int v = numbers.vertexAt(number);
                if (limit + alone.get(v) < Math.max(1, most) || shared.get(v) != fewest) {
                    continue;
                }
                long profit = limit + alone.get(v) - rowsOutside(v);
                if (profit > most || profit == most && v < best) {
                    most = profit;
                    best = v;
                }
            }
        }
        clearOnes(marked);
        return best;
    }

    /** The fewest rows that a column of another block shares with {@code m}. */
    private int fewestShared(int block) {
        int fewest = Integer.MAX_VALUE;
        for (int v = 0; v < numbers.count() && fewest > 0; v++) {
            fewest = blockOf(v) == block ? fewest : Math.min(fewest, shared.get(v));
        }
        return fewest;
    }

    /** The number of rows of {@code v} without a one in the block whose rows are marked in {@link #ones}. */
    private long rowsOutside(int v) {
        steps += columns.degree(v);
        long outside = 0;
        for (long slot = columns.start(v); slot < columns.end(v); slot++) {
            outside += ones.get(columns.neighbor(slot)) == 0 ? 1 : 0;
        }
        return outside;
    }

    /** Fills {@link #shared} and {@link #filled} for column {@code m}. */
    private void walk(int m) {
        shared.clear();
        filled.clear();
        long wedges = columns.pathsFrom(m, rows);
        steps += wedges + numbers.count();
        if (wedges < STEPS_TO_SHARE || workers.concurrency() == 1) {
            walk(columns.start(m), columns.end(m), seen[0], true);
        } else {
            long first = columns.start(m);
            workers.beside()
                    .forRanges(
                            columns.degree(m),
                            ROWS_PER_TASK,
                            (worker, from, to) -> walk(first + from, first + to, seen[worker], false));
        }
    }

    /** Walks over the rows in the slots {@code [from, to)} of a column; {@code single}: no other thread does so now. */
    private void walk(long from, long to, Seen blocks, boolean single) {
        for (long slot = from; slot < to; slot++) {
            int row = columns.neighbor(slot);
            blocks.nextRow();
            for (long item = rows.start(row); item < rows.end(row); item++) {
                int v = rows.neighbor(item);
                add(shared, v, single);
                if (blocks.isNew(blockOf(v))) {
                    add(filled, blockOf(v), single);
                }
            }
        }
    }

    private static void add(OffHeapInts counts, int index, boolean single) {
        if (single) {
            counts.add(index, 1);
        } else {
            counts.getAndAdd(index, 1);
        }
    }

    /** Puts the rows that have a one in {@code block} into {@link #rowsOfBlock}, counts their ones, and returns how many. */
    private int collectRows(int block) {
        int count = 0;
        for (int number = firstOf(block); number < endOf(block); number++) {
            int v = numbers.vertexAt(number);
            for (long slot = columns.start(v); slot < columns.end(v); slot++) {
                int row = columns.neighbor(slot);
                if (ones.add(row, 1) == 0) {
                    rowsOfBlock.set(count++, row);
                }
            }
        }
        return count;
    }

    /** The number of rows that have a one in {@code block}. */
    private long fillOf(int block) {
        int count = collectRows(block);
        clearOnes(count);
        return count;
    }

    private void clearOnes(int count) {
        for (int i = 0; i < count; i++) {
            ones.set(rowsOfBlock.get(i), 0);
        }
    }

    /** Counts again what is known of a block after its columns have changed; all of them wait for an exchange again. */
    private void renew(int block) {
        int count = collectRows(block);
        filledRows.set(block, count);
        int most = 0;
        for (int number = firstOf(block); number < endOf(block); number++) {
            int v = numbers.vertexAt(number);
            int found = 0;
            for (long slot = columns.start(v); slot < columns.end(v); slot++) {
                found += ones.get(columns.neighbor(slot)) == 1 ? 1 : 0;
            }
            alone.set(v, found);
            most = Math.max(most, found);
            waiting.add(v);
        }
        mostAlone.set(block, most);
        clearOnes(count);
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

    /** The blocks that a worker has seen in the current row. */
    private static final class Seen {
        private final OffHeapLongs lastRow;
        private long row;

        Seen(OffHeapLongs lastRow) {
            this.lastRow = lastRow;
        }

        void nextRow() {
            row++;
        }

        boolean isNew(int block) {
            boolean isNew = lastRow.get(block) != row;
            lastRow.set(block, row);
            return isNew;
        }
    }

    /**
     * The columns that wait for an exchange, in a tournament: the winner is alone in the most rows, ties by column.
     * Columns of which an exchange was tried in vain wait no more until their block has changed.
     */
    private static final class Waiting {
        private static final int NOBODY = -1;

        private final OffHeapInts alone;
        private final OffHeapInts winners;
        private final int leaves;

        Waiting(OffHeapInts alone, OffHeapScope scope) {
            this.alone = alone;
            leaves = Math.max(1, (int) alone.length());
            winners = scope.ints(2L * leaves);
            for (long i = 0; i < winners.length(); i++) {
                winners.set(i, NOBODY);
            }
        }

        /**
         * The column that is alone in the most rows, of the columns that wait and are alone in any; -1 when there is
         * none.
         */
        int most() {
            return winners.get(1);
        }

        /** Lets a column wait, and tells that the number of rows in which it is alone has changed. */
        void add(int column) {
            set(column, alone.get(column) > 0 ? column : NOBODY);
        }

        void remove(int column) {
            set(column, NOBODY);
        }

        private void set(int column, int winner) {
            long node = (long) leaves + column;
            winners.set(node, winner);
            for (node /= 2; node >= 1; node /= 2) {
                winners.set(node, better(winners.get(2 * node), winners.get(2 * node + 1)));
            }
        }

        private int better(int a, int b) {
            if (a == NOBODY || b == NOBODY) {
                return Math.max(a, b);
            }
            int byAlone = Integer.compare(alone.get(b), alone.get(a));
            return byAlone < 0 || byAlone == 0 && a < b ? a : b;
        }
    }
}
