package dev.motif.algorithm.count.clique.search;

import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;

/** Makes tables of binomial coefficients for kernels (exact_sum.cuh): of 128 bits each, low word first. */
final class BinomialTable {
    private BinomialTable() {}

    /**
     * C(n, k) for all {@code n} up to {@code maxN} and {@code k} up to {@code maxK}, a row for each k; all bits are set
     * when it is 2^128 or more. Owned by the caller.
     */
    static OffHeapLongs of(int maxN, int maxK, NativeMemory memory) {
        OffHeapLongs table = memory.zeroedLongs(2L * (maxK + 1) * (maxN + 1));
        long row = 2L * (maxN + 1);
        for (int n = 0; n <= maxN; n++) {
            table.set(2L * n, 1);
            for (int k = 1; k <= Math.min(n, maxK); k++) {
                addInto(table, k * row + 2L * n, k * row + 2L * (n - 1), (k - 1) * row + 2L * (n - 1));
            }
        }
        return table;
    }

    /** Sets {@code table[to] = table[a] + table[b]}, numbers of 128 bits; all bits when the sum is too large. */
    private static void addInto(OffHeapLongs table, long to, long a, long b) {
        long low = table.get(a) + table.get(b);
        long carry = Long.compareUnsigned(low, table.get(a)) < 0 ? 1 : 0;
        long high = table.get(a + 1) + table.get(b + 1) + carry;
        boolean wrapped = carry == 0
                ? Long.compareUnsigned(high, table.get(a + 1)) < 0
                : Long.compareUnsigned(high, table.get(a + 1)) <= 0;
        boolean tooLarge = wrapped || isTooLarge(table, a) || isTooLarge(table, b);
        table.set(to, tooLarge ? -1 : low);
        table.set(to + 1, tooLarge ? -1 : high);
    }

    private static boolean isTooLarge(OffHeapLongs table, long index) {
        return table.get(index) == -1 && table.get(index + 1) == -1;
    }
}
