package dev.motif.algorithm.count.clique.model;

import dev.motif.backend.Counts;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How often a search reached each kind of leaf. A leaf stands for all cliques that have all of its {@code h} fixed
 * vertices and any of its {@code p} free ones: {@code C(p, k - h)} cliques of {@code k} vertices.
 *
 * <p>These numbers are multiplied out at the end, once for all leaves of a kind. So one search gives the exact number
 * of cliques of every size, however large it is. Not thread-safe: each thread needs its own.
 */
public final class CliqueLeafHistogram {
    /**
     * The leaves of {@code h} fixed and {@code p} free vertices at {@code counts[h][p]}; rows grow when they have to.
     */
    private long[][] counts = new long[0][];

    /** Leaves of a kind beyond the number that fits a long in {@code counts}. */
    private final Map<Kind, BigInteger> large = new HashMap<>();

    private record Kind(int h, int p) {}

    /** Adds {@code times} leaves of one kind; a negative number takes leaves away. */
    public void add(int h, int p, long times) {
        long[] row = row(h, p);
        long before = row[p];
        long sum = before + times;
        if (((before ^ sum) & (times ^ sum)) < 0) {
            add(h, p, BigInteger.valueOf(before));
            sum = times;
        }
        row[p] = sum;
    }

    /** Adds {@code times} leaves of one kind, any number of them; a negative number takes leaves away. */
    public void add(int h, int p, BigInteger times) {
        row(h, p);
        large.merge(new Kind(h, p), times, BigInteger::add);
    }

    private long[] row(int h, int p) {
        if (h >= counts.length) {
            int length = counts.length;
            counts = Arrays.copyOf(counts, Math.max(h + 1, 2 * length));
            Arrays.fill(counts, length, counts.length, new long[0]);
        }
        if (p >= counts[h].length) {
            counts[h] = Arrays.copyOf(counts[h], Math.max(p + 1, 2 * counts[h].length));
        }
        return counts[h];
    }

    /** Adds all leaves of {@code other}. */
    public void add(CliqueLeafHistogram other) {
        for (int h = 0; h < other.counts.length; h++) {
            for (int p = 0; p < other.counts[h].length; p++) {
                if (other.counts[h][p] != 0) {
                    add(h, p, other.counts[h][p]);
                }
            }
        }
        other.large.forEach((kind, times) -> add(kind.h, kind.p, times));
    }

    /**
     * The number of cliques of all leaves by their size: the number with {@code k} vertices is at index {@code k}.
     *
     * @param maxK the largest size that is asked for; the array ends earlier when all leaves are smaller
     */
    public BigInteger[] cliques(int maxK) {
        int columns = Arrays.stream(counts).mapToInt(row -> row.length).max().orElse(0);
        int largest = Math.min(maxK, largestSize());
        BigInteger[] sums = Counts.zeros(largest + 1);
        // The number of k-cliques is the coefficient of x^k in
        //     sum over p of (1+x)^p * (sum over h of leaves(h,p) x^h)
        // by Horner's rule: multiply by 1+x, then add the leaves of the next smaller p.
        for (int p = columns - 1; p >= 0; p--) {
            for (int k = largest; k > 0; k--) {
                sums[k] = sums[k].add(sums[k - 1]);
            }
            for (int h = 0; h <= Math.min(largest, counts.length - 1); h++) {
                if (p < counts[h].length) {
                    sums[h] = sums[h].add(leaves(h, p));
                }
            }
        }
        return sums;
    }

    private int largestSize() {
        int largest = 0;
        for (int h = 0; h < counts.length; h++) {
            for (int p = counts[h].length - 1; p >= 0; p--) {
                if (leaves(h, p).signum() != 0) {
                    largest = Math.max(largest, h + p);
                    break;
                }
            }
        }
        return largest;
    }

    private BigInteger leaves(int h, int p) {
        BigInteger small = BigInteger.valueOf(counts[h][p]);
        return large.isEmpty() ? small : small.add(large.getOrDefault(new Kind(h, p), BigInteger.ZERO));
    }
}
