package dev.motif.algorithm.count.biclique.pivot;

import dev.motif.algorithm.count.biclique.model.SearchSizes;
import dev.motif.backend.Binomials;
import dev.motif.backend.Counts;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts how often a search reached each kind of leaf. A leaf stands for all bicliques that consist of all its
 * fixed vertices, {@code fixedRoots} roots and {@code fixedMates} mates, and any of its free vertices, {@code
 * freeRoots} roots and {@code freeMates} mates. These four numbers are the kind of the leaf. It stands for
 *
 * <pre>{@code C(freeRoots, i - fixedRoots) * C(freeMates, j - fixedMates)}</pre>
 *
 * <p>bicliques of {@code i} roots and {@code j} mates. This product is computed only once for all leaves of a kind, so
 * that numbers of any size cost little. Not thread-safe: one thread owns it.
 */
final class BicliqueLeafHistogram {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** When there are this many kinds, they are multiplied out and forgotten. The arrays take 40 MiB then. */
    private static final int MAX_KINDS = 1 << 20;

    private static final int SIZE_BITS = 16;

    private final SearchSizes sizes;
    private final BigInteger[][] table;

    /**
     * A hash table with open addressing, in three arrays: {@code free} and {@code fixed} hold the kind, {@code counts}
     * the number of leaves. A place is free when its count is 0.
     */
    private long[] free = new long[FIRST_CAPACITY];

    private int[] fixed = new int[FIRST_CAPACITY];
    private long[] counts = new long[FIRST_CAPACITY];
    private int kinds;

    /** Prepares a histogram for a search for bicliques of these sizes. */
    BicliqueLeafHistogram(SearchSizes sizes) {
        this.sizes = sizes;
        this.table = Counts.zeros(sizes.maxRoots() - sizes.minRoots() + 1, sizes.maxMates() - sizes.minMates() + 1);
    }

    void add(int fixedRoots, int freeRoots, int fixedMates, int freeMates) {
        add(fixedRoots, freeRoots, fixedMates, freeMates, 1);
    }

    /**
     * Adds {@code times} leaves of one kind, 1 or more.
     *
     * @throws ArithmeticException when there are 2^63 or more leaves of the kind
     */
    void add(int fixedRoots, int freeRoots, int fixedMates, int freeMates, long times) {
        long freeKey = (long) freeRoots << Integer.SIZE | freeMates;
        int fixedKey = fixedRoots << SIZE_BITS | fixedMates;
        int place = place(freeKey, fixedKey);
        if (counts[place] == 0) {
            free[place] = freeKey;
            fixed[place] = fixedKey;
            kinds++;
        }
        counts[place] = Math.addExact(counts[place], times);
        if (2 * kinds > counts.length) {
            makeRoom();
        }
    }

    /** The place of a kind in the arrays, or the free place where it goes. */
    private int place(long freeKey, int fixedKey) {
        long mixed = (freeKey ^ (long) fixedKey << 40) * 0x9E3779B97F4A7C15L;
        int mask = counts.length - 1;
        int place = (int) (mixed >>> 32) & mask;
        while (counts[place] != 0 && (free[place] != freeKey || fixed[place] != fixedKey)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** Doubles the arrays, or empties them when they are as large as they may be. */
    private void makeRoom() {
        if (kinds >= MAX_KINDS) {
            multiplyOut();
            return;
        }
        long[] oldFree = free;
        int[] oldFixed = fixed;
        long[] oldCounts = counts;
        free = new long[2 * oldFree.length];
        fixed = new int[free.length];
        counts = new long[free.length];
        for (int old = 0; old < oldCounts.length; old++) {
            if (oldCounts[old] != 0) {
                int place = place(oldFree[old], oldFixed[old]);
                free[place] = oldFree[old];
                fixed[place] = oldFixed[old];
                counts[place] = oldCounts[old];
            }
        }
    }

    /**
     * The bicliques of all leaves by size: the number for {@code minRoots + i} roots and {@code minMates + j} mates is
     * in row {@code i}, column {@code j}.
     */
    BigInteger[][] bicliques() {
        multiplyOut();
        return table;
    }

    /**
     * Multiplies the leaves out into the table. It first sums over the mates for all leaves that have the same numbers
     * of roots, so that the binomials of the roots are multiplied only once for all of these.
     */
    private void multiplyOut() {
        Map<Long, BigInteger[]> byRoots = new HashMap<>();
        Map<Integer, BigInteger[]> binomials = new HashMap<>();
        for (int place = 0; place < counts.length; place++) {
            if (counts[place] != 0) {
                addMates(place, byRoots, binomials);
            }
        }
        byRoots.forEach((key, sums) -> addRoots((int) (key >>> Integer.SIZE), key.intValue(), sums));
        Arrays.fill(counts, 0);
        kinds = 0;
    }

    private void addMates(int place, Map<Long, BigInteger[]> byRoots, Map<Integer, BigInteger[]> binomials) {
        int fixedRoots = fixed[place] >>> SIZE_BITS;
        int fixedMates = fixed[place] & (1 << SIZE_BITS) - 1;
        long rootsKey = free[place] >>> Integer.SIZE << Integer.SIZE | fixedRoots;
        BigInteger[] sums = byRoots.computeIfAbsent(rootsKey, key -> Counts.zeros(table[0].length));
        BigInteger[] ways = binomials.computeIfAbsent((int) free[place], n -> Binomials.exactUpTo(n, sizes.maxMates()));
        BigInteger times = BigInteger.valueOf(counts[place]);
        for (int j = Math.max(0, fixedMates - sizes.minMates()); j < sums.length; j++) {
            sums[j] = sums[j].add(ways[sizes.minMates() + j - fixedMates].multiply(times));
        }
    }

    private void addRoots(int freeRoots, int fixedRoots, BigInteger[] sums) {
        BigInteger[] ways = Binomials.exactUpTo(freeRoots, sizes.maxRoots());
        for (int i = Math.max(0, fixedRoots - sizes.minRoots()); i < table.length; i++) {
            for (int j = 0; j < sums.length; j++) {
                table[i][j] = table[i][j].add(ways[sizes.minRoots() + i - fixedRoots].multiply(sums[j]));
            }
        }
    }
}
