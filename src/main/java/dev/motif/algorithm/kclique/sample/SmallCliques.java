package dev.motif.algorithm.kclique.sample;

import dev.motif.backend.Binomials;

/** Counts the cliques of one size among at most {@value #MOST} vertices, by pivots, on one word a vertex. */
final class SmallCliques {
    /** So few that no count takes long, and none is beyond a long. */
    static final int MOST = 24;

    private static final Binomials CHOICES = new Binomials(MOST, MOST);

    private final long[] rows = new long[MOST];

    /** Forgets the edges of the first {@code count} vertices. */
    void begin(int count) {
        for (int v = 0; v < count; v++) {
            rows[v] = 0;
        }
    }

    /** Adds the edge between two vertices. */
    void join(int u, int v) {
        rows[u] |= 1L << v;
        rows[v] |= 1L << u;
    }

    /** The sets of {@code k} of the first {@code count} vertices that are adjacent to each other. */
    long count(int count, int k) {
        return count((1L << count) - 1, k, 0);
    }

    /**
     * @param free vertices that are adjacent to each other and to all candidates
     * @return in how many ways {@code need} of the free ones and the candidates are a clique
     */
    private long count(long candidates, int need, int free) {
        int left = Long.bitCount(candidates);
        if (need <= 1 || left == 0 || left + free < need) {
            return need == 0 ? 1 : need == 1 ? left + free : CHOICES.get(free, need);
        }
        int pivot = 0;
        int most = -1;
        for (long rest = candidates; rest != 0; rest &= rest - 1) {
            int v = Long.numberOfTrailingZeros(rest);
            int degree = Long.bitCount(candidates & rows[v]);
            if (degree > most) {
                most = degree;
                pivot = v;
            }
        }
        long ways = count(candidates & rows[pivot], need, free + 1);
        long others = candidates & ~(1L << pivot);
        for (long rest = others & ~rows[pivot]; rest != 0; rest &= rest - 1) {
            int v = Long.numberOfTrailingZeros(rest);
            others &= ~(1L << v);
            ways += count(others & rows[v], need - 1, free);
        }
        return ways;
    }
}
