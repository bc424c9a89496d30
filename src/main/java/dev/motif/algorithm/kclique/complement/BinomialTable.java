package dev.motif.algorithm.kclique.complement;

import dev.motif.graph.NativeMemory;
import dev.motif.graph.OffHeapLongs;

/** Binomial coefficients of 128 bits as kernels have them (exact_sum.cuh): low and high word of each. */
final class BinomialTable {
    private BinomialTable() {}

    /** C(n, k) for {@code n} to {@code maxN} and {@code k} to {@code maxK}, a row for each k; all ones if 2^128 or more. */
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

    /** table[to] = table[a] + table[b], of 128 bits. */
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
