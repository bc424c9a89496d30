package dev.motif.algorithm.group.rules;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import dev.motif.parallel.Cancellation;

/**
 * The transactions of each item: as a bitmap where more than one of {@value #SPARSE} transactions has it, which takes no more
 * memory than the list, and otherwise as the list of the graph.
 *
 * @param transactions how many transactions there are
 */
record ItemRows(Csr rows, int transactions, OffHeapInts numbers, OffHeapLongs bits) {
    private static final int SPARSE = Integer.SIZE;
    private static final int NONE = -1;

    /**
     * @param transactions how many there are
     * @param scope owns the memory
     */
    static ItemRows of(Csr rows, int transactions, Cancellation cancellation, OffHeapScope scope) {
        OffHeapInts numbers = scope.ints(rows.vertexCount());
        int count = 0;
        for (int item = 0; item < rows.vertexCount(); item++) {
            numbers.set(item, isDense(rows, item, transactions) ? count++ : NONE);
        }
        int words = words(transactions);
        OffHeapLongs bits = scope.zeroedLongs((long) count * words);
        for (int item = 0; item < rows.vertexCount(); item++) {
            if (numbers.get(item) != NONE) {
                cancellation.check();
                long first = (long) numbers.get(item) * words * Long.SIZE;
                for (long slot = rows.start(item); slot < rows.end(item); slot++) {
                    bits.setBit(first + rows.neighbor(slot));
                }
            }
        }
        return new ItemRows(rows, transactions, numbers, bits);
    }

    private static boolean isDense(Csr rows, int item, int transactions) {
        return rows.degree(item) * SPARSE > transactions;
    }

    static int words(long transactions) {
        return (int) ((transactions + Long.SIZE - 1) / Long.SIZE);
    }

    private static long longestList(long transactions) {
        return transactions / SPARSE;
    }

    /** The most bytes of a set of transactions that is a bitmap at one time and a list at another. */
    static long mostSetBytes(long transactions) {
        return words(transactions) * (long) Long.BYTES + longestList(transactions) * Integer.BYTES;
    }

    /** The bytes of the rows beside the graph at most, by these numbers of vertices and edges. */
    static long mostBytes(long items, long transactions, long edges) {
        long dense = Math.min(items, SPARSE * edges / Math.max(1, transactions));
        return items * Integer.BYTES + dense * words(transactions) * Long.BYTES;
    }

    /** The bytes of the rows beside the graph. */
    static long bytes(Csr rows, int transactions) {
        long dense = 0;
        for (int item = 0; item < rows.vertexCount(); item++) {
            dense += isDense(rows, item, transactions) ? 1 : 0;
        }
        return (long) rows.vertexCount() * Integer.BYTES + dense * words(transactions) * Long.BYTES;
    }

    /** The most elements of a list. */
    int longestList() {
        return (int) longestList(transactions);
    }

    long degree(int item) {
        return rows.degree(item);
    }

    /** Makes {@code set} the set of the transactions with {@code item}. */
    void show(int item, TransactionSet set) {
        int size = (int) rows.degree(item);
        if (numbers.get(item) == NONE) {
            set.show(rows.neighbors(), rows.start(item), size);
        } else {
            set.show(bits, (long) numbers.get(item) * words(transactions), size);
        }
    }
}
