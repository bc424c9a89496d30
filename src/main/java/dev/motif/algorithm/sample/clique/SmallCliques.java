package dev.motif.algorithm.sample.clique;

import dev.motif.backend.Binomials;

/** Counts the cliques of one size among at most {@value #MOST} vertices, by pivots, on one word a vertex. */
final class SmallCliques {
    /** So few that no count takes long, and none is beyond a long. */
    static final int MOST = 24;

    /** With fewer candidates any one is the pivot: looking for the best would take longer than it saves. */
    private static final int FEWEST_TO_COMPARE = 12;

    private static final Binomials CHOICES = new Binomials(MOST, MOST);

    private final long[] rows = new long[MOST];

    /** For each vertex the vertices adjacent to it, to be written before counting. */
    long[] rows() {
        return rows;
    }

    /** The sets of {@code k} of the first {@code count} vertices that are adjacent to each other; {@code 2 <= k <= count}. */
    long count(int count, int k) {
        return count((1L << count) - 1, count, k, 0);
    }

    /**
     * @param need 2 or more, at most the number of candidates and free vertices
     * @param free vertices that are adjacent to each other and to all candidates
     * @return in how many ways {@code need} of the free ones and the candidates are a clique
     */
    private long count(long candidates, int left, int need, int free) {
        if (need == 2) {
            return CHOICES.get(free, 2) + (long) free * left + edges(candidates);
        }
        long ways = 0;
        long of = candidates;
        int all = free;
        for (int count = left; count > 0; count = Long.bitCount(of), all++) {
            if (count + all < need) {
                return ways;
            }
            int pivot = count < FEWEST_TO_COMPARE ? Long.numberOfTrailingZeros(of) : mostAdjacent(of);
            long others = of & ~(1L << pivot);
            for (long rest = others & ~rows[pivot]; rest != 0; rest &= rest - 1) {
                int v = Long.numberOfTrailingZeros(rest);
                others &= ~(1L << v);
                long next = others & rows[v];
                int size = Long.bitCount(next);
                ways += size + all >= need - 1 ? count(next, size, need - 1, all) : 0;
            }
            of &= rows[pivot];
        }
        return ways + CHOICES.get(all, need);
    }

    private long edges(long candidates) {
        int ends = 0;
        for (long rest = candidates; rest != 0; rest &= rest - 1) {
            ends += Long.bitCount(candidates & rows[Long.numberOfTrailingZeros(rest)]);
        }
        return ends / 2;
    }

    /** The last of the candidates with most neighbors among these. */
    private int mostAdjacent(long candidates) {
        int most = 0;
        for (long rest = candidates; rest != 0; rest &= rest - 1) {
            int v = Long.numberOfTrailingZeros(rest);
            // The larger of two numbers is taken without a branch.
            most = Math.max(most, Long.bitCount(candidates & rows[v]) * MOST + v);
        }
        return most % MOST;
    }
}
