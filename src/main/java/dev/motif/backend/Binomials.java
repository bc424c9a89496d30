package dev.motif.backend;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.OffHeapSums;
import java.math.BigInteger;
import java.util.Arrays;

/** Binomial coefficients C(n, k): a table of coefficients below 2^63, and exact ones of any size. */
public final class Binomials {
    /** Stands for a coefficient of 2^63 or more. */
    public static final long TOO_LARGE = -1;

    /** The largest n whose C(n, 2) is below 2^63. */
    private static final long MAX_N_OF_PAIRS = 4_294_967_296L;

    /** {@code rows[k][n]} is C(n, k), for {@code k >= 3}. A row ends before the first coefficient of 2^63 or more. */
    private final long[][] rows;

    /**
     * Makes a table.
     *
     * @param maxN the largest n that {@link #get} may be asked for
     * @param maxK the largest k that {@link #get} may be asked for
     */
    public Binomials(long maxN, int maxK) {
        rows = new long[maxK + 1][];
        for (int k = 3; k <= maxK; k++) {
            rows[k] = row(k, maxN);
        }
    }

    /** Makes a table for choosing up to {@code maxK} of the neighbors of any one vertex. */
    public static Binomials forDegrees(Csr left, Csr right, int maxK) {
        return new Binomials(Math.max(left.largestDegree(), right.largestDegree()), maxK);
    }

    /** The row of {@code k}, by C(n, k) = C(n-1, k-1) + C(n-1, k). */
    private long[] row(int k, long maxN) {
        long[] row = new long[16];
        for (int n = 1; n <= maxN; n++) {
            long without = row[n - 1];
            long with = get(n - 1, k - 1);
            if (with == TOO_LARGE || without + with < 0) {
                return Arrays.copyOf(row, n);
            }
            if (n == row.length) {
                row = Arrays.copyOf(row, 2 * n);
            }
            row[n] = without + with;
        }
        return row;
    }

    /** C(n, k), 0 when {@code n < k} or {@code k < 0}, and {@link #TOO_LARGE} when it is 2^63 or more. */
    public long get(long n, int k) {
        if (n < k || k < 0) {
            return 0;
        }
        switch (k) {
            case 0:
                return 1;
            case 1:
                return n;
            case 2:
                return n <= MAX_N_OF_PAIRS ? (n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n) : TOO_LARGE;
            default:
                return n < rows[k].length ? rows[k][(int) n] : TOO_LARGE;
        }
    }

    /**
     * Adds C(n, k), whatever its size, to the count at {@code index}.
     *
     * @throws ArithmeticException when the count would be 2^127 or more
     */
    public void addTo(OffHeapSums counts, long index, long n, int k) {
        long ways = get(n, k);
        if (ways == TOO_LARGE) {
            BigInteger exact = exact(n, k);
            OffHeapSums.checkFits(exact);
            counts.add(index, exact.shiftRight(Long.SIZE).longValue(), exact.longValue());
        } else if (ways > 0) {
            counts.add(index, 0, ways);
        }
    }

    /** C(n, k), 0 when {@code n < k} or {@code k < 0}. */
    public static BigInteger exact(long n, int k) {
        return k < 0 ? BigInteger.ZERO : exactUpTo(n, k)[k];
    }

    /** The coefficients C(n, 0), ..., C(n, maxK), by k. */
    public static BigInteger[] exactUpTo(long n, int maxK) {
        BigInteger[] row = new BigInteger[maxK + 1];
        row[0] = BigInteger.ONE;
        for (int k = 1; k <= maxK; k++) {
            row[k] = row[k - 1]
                    .multiply(BigInteger.valueOf(Math.max(0, n - k + 1)))
                    .divide(BigInteger.valueOf(k));
        }
        return row;
    }
}
