package dev.motif.algorithm.biclique.pivot;

import dev.motif.algorithm.biclique.model.SearchSizes;
import dev.motif.backend.Binomials;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How often each kind of leaf was reached. A leaf of a search stands for all bicliques that have all of its mandatory
 * vertices, {@code fixedRoots} and {@code fixedMates} of them, and any of its optional ones, {@code freeRoots} and
 * {@code freeMates} of them:
 *
 * <pre>{@code C(freeRoots, i - fixedRoots) * C(freeMates, j - fixedMates)}</pre>
 *
 * <p>of {@code i} roots and {@code j} mates. What a leaf stands for is only multiplied out once for all leaves of a
 * kind, so that numbers of any size cost little. Not thread-safe; use one a thread.
 */
final class LeafHistogram {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** From this many kinds on they are multiplied out and forgotten: 40 MiB. */
    private static final int MAX_KINDS = 1 << 20;

    private static final int SIZE_BITS = 16;

    private final SearchSizes sizes;
    private final BigInteger[][] table;

    /** Open addressing; a place is free when its count is 0. */
    private long[] free = new long[FIRST_CAPACITY];

    private int[] fixed = new int[FIRST_CAPACITY];
    private long[] counts = new long[FIRST_CAPACITY];
    private int kinds;

    LeafHistogram(SearchSizes sizes) {
        this.sizes = sizes;
        this.table = new BigInteger[sizes.maxRoots() - sizes.minRoots() + 1][];
        for (int i = 0; i < table.length; i++) {
            table[i] = new BigInteger[sizes.maxMates() - sizes.minMates() + 1];
            Arrays.fill(table[i], BigInteger.ZERO);
        }
    }

    void add(int fixedRoots, int freeRoots, int fixedMates, int freeMates) {
        add(fixedRoots, freeRoots, fixedMates, freeMates, 1);
    }

    /** Adds leaves of one kind, {@code times} of them, 1 or more. */
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

    /** Where a kind is, or the free place where it goes. */
    private int place(long freeKey, int fixedKey) {
        long mixed = (freeKey ^ (long) fixedKey << 40) * 0x9E3779B97F4A7C15L;
        int mask = counts.length - 1;
        int place = (int) (mixed >>> 32) & mask;
        while (counts[place] != 0 && (free[place] != freeKey || fixed[place] != fixedKey)) {
            place = (place + 1) & mask;
        }
        return place;
    }

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

    /** The bicliques of all leaves by their sizes: {@code minRoots + i} roots and {@code minMates + j} mates. */
    BigInteger[][] bicliques() {
        multiplyOut();
        return table;
    }

    /**
     * Sums over the mates' side first, for all leaves that agree on the roots' side; then the many sizes of that side
     * are multiplied once for all of them.
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
        BigInteger[] sums = byRoots.computeIfAbsent(rootsKey, key -> zeros(table[0].length));
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

    private static BigInteger[] zeros(int length) {
        BigInteger[] zeros = new BigInteger[length];
        Arrays.fill(zeros, BigInteger.ZERO);
        return zeros;
    }
}
