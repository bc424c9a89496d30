package dev.motif.oracle;

import dev.motif.graphs.EdgeList;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * (p,q)-bicliques by dynamic programming over common neighborhoods: left vertices are added one by one, and for each
 * set of right vertices it is known of how many sets of k left vertices it is the common neighborhood.
 */
public final class CommonNeighborhoods {
    private CommonNeighborhoods() {}

    /** The number of bicliques with p left and q right vertices. */
    public static BigInteger count(EdgeList list, int p, int q) {
        BitSet all = new BitSet();
        all.set(0, list.right());
        Map<BitSet, BigInteger[]> sets = new HashMap<>();
        sets.put(all, ofEmptySet(p));
        for (BitSet row : list.rows()) {
            addVertex(sets, row, p, q);
        }
        BigInteger total = BigInteger.ZERO;
        for (Map.Entry<BitSet, BigInteger[]> set : sets.entrySet()) {
            total = total.add(set.getValue()[p].multiply(choose(set.getKey().cardinality(), q)));
        }
        return total;
    }

    private static BigInteger[] ofEmptySet(int p) {
        BigInteger[] counts = zeros(p);
        counts[0] = BigInteger.ONE;
        return counts;
    }

    /**
     * Adds a left vertex: each set so far stays, and gives its intersection with {@code row} if that is large enough.
     */
    private static void addVertex(Map<BitSet, BigInteger[]> sets, BitSet row, int p, int q) {
        Map<BitSet, BigInteger[]> with = new HashMap<>();
        sets.forEach((common, counts) -> {
            BitSet left = (BitSet) common.clone();
            left.and(row);
            boolean canGrow = IntStream.range(0, p).anyMatch(k -> counts[k].signum() > 0);
            if (canGrow && left.cardinality() >= q) {
                BigInteger[] sums = with.computeIfAbsent(left, key -> zeros(p));
                for (int k = 0; k < p; k++) {
                    sums[k + 1] = sums[k + 1].add(counts[k]);
                }
            }
        });
        with.forEach((common, counts) -> {
            BigInteger[] sums = sets.computeIfAbsent(common, key -> zeros(p));
            for (int k = 0; k <= p; k++) {
                sums[k] = sums[k].add(counts[k]);
            }
        });
    }

    private static BigInteger[] zeros(int p) {
        return IntStream.rangeClosed(0, p).mapToObj(k -> BigInteger.ZERO).toArray(BigInteger[]::new);
    }

    /** The binomial coefficient n choose k. */
    public static BigInteger choose(int n, int k) {
        BigInteger ways = BigInteger.ONE;
        for (int i = 1; i <= k; i++) {
            ways = ways.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
        }
        return k > n ? BigInteger.ZERO : ways;
    }
}
