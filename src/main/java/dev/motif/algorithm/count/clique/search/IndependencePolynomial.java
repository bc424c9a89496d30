package dev.motif.algorithm.count.clique.search;

import dev.motif.algorithm.count.clique.model.CliqueLeafHistogram;
import dev.motif.backend.Counts;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The number of independent sets of each size of a graph that consists of paths and cycles: the coefficient of {@code
 * x^i} is the number of independent sets of {@code i} vertices. The polynomial of a graph is the product of its
 * components' polynomials.
 *
 * <p>{@code I(path of m vertices) = I(path of m-1) + x I(path of m-2)}, by whether the last vertex is in the set, and
 * {@code I(cycle of m) = I(path of m-1) + x I(path of m-3)}. One object serves many graphs, one after the other. The
 * state of one worker.
 */
public final class IndependencePolynomial {
    /**
     * The most vertices for which all coefficients fit 63 bits: a component has at most 3 independent sets, as a path
     * of two vertices has, for every two of its vertices, and {@code 3^(78/2) < 2^62}.
     */
    public static final int MAX_SMALL = 78;

    private static final long[][] PATHS = new long[MAX_SMALL + 1][];
    private static final long[][] CYCLES = new long[MAX_SMALL + 1][];

    static {
        PATHS[0] = new long[] {1};
        PATHS[1] = new long[] {1, 1};
        for (int m = 2; m <= MAX_SMALL; m++) {
            PATHS[m] = plusShifted(PATHS[m - 1], PATHS[m - 2]);
        }
        for (int m = 3; m <= MAX_SMALL; m++) {
            CYCLES[m] = plusShifted(PATHS[m - 1], PATHS[m - 3]);
        }
    }

    private final long[] small = new long[MAX_SMALL + 1];
    private int degree;
    private int vertices;

    /** The coefficients when they may not fit {@link #small}, otherwise null. */
    private BigInteger[] large;

    /** The polynomial {@code a + x b}. */
    private static long[] plusShifted(long[] a, long[] b) {
        long[] sum = Arrays.copyOf(a, Math.max(a.length, b.length + 1));
        for (int i = 0; i < b.length; i++) {
            sum[i + 1] += b[i];
        }
        return sum;
    }

    /** Makes this the polynomial of the graph without vertices. */
    public void reset() {
        small[0] = 1;
        degree = 0;
        vertices = 0;
        large = null;
    }

    /** The highest power of {@code x}. */
    int degree() {
        return degree;
    }

    /** The coefficients, from the one of {@code x^0} on, for a graph of at most {@link #MAX_SMALL} vertices. */
    long[] coefficients() {
        return small;
    }

    /**
     * The polynomial of a graph without one of its components.
     *
     * @param of the coefficients of the graph
     * @param length the vertices of the component, a path, or as a negative number a cycle
     */
    static long[] quotient(long[] of, int length) {
        long[] divisor = length < 0 ? CYCLES[-length] : PATHS[length];
        long[] quotient = new long[of.length - divisor.length + 1];
        for (int i = 0; i < quotient.length; i++) {
            // The coefficient of x^0 is 1, and the division is exact.
            quotient[i] = of[i];
            for (int j = 1; j < divisor.length && j <= i; j++) {
                quotient[i] -= quotient[i - j] * divisor[j];
            }
        }
        return quotient;
    }

    /** The polynomial of a graph with another path of {@code m} vertices; with none for 0 or less. */
    static long[] timesPath(long[] of, int m) {
        if (m <= 0) {
            return of;
        }
        long[] factor = PATHS[m];
        long[] product = new long[of.length + factor.length - 1];
        for (int i = 0; i < of.length; i++) {
            for (int j = 0; j < factor.length; j++) {
                product[i + j] += of[i] * factor[j];
            }
        }
        return product;
    }

    /** Adds a path of {@code m} vertices. */
    public void addPath(int m) {
        add(m, false);
    }

    /** Adds a cycle of {@code m} vertices, 3 or more. */
    public void addCycle(int m) {
        add(m, true);
    }

    private void add(int m, boolean cycle) {
        vertices += m;
        if (vertices <= MAX_SMALL) {
            multiply(cycle ? CYCLES[m] : PATHS[m]);
        } else {
            BigInteger[] before = allCoefficients();
            BigInteger[] paths = path(m - 1);
            large = product(before, cycle ? plusShifted(paths, path(m - 3)) : path(m));
            degree = large.length - 1;
        }
    }

    private void multiply(long[] factor) {
        int top = factor.length - 1;
        Arrays.fill(small, degree + 1, degree + top + 1, 0);
        // From the top down, so that what is still to be read is not yet overwritten.
        for (int i = degree + top; i >= 0; i--) {
            long sum = 0;
            for (int j = Math.max(0, i - degree); j <= Math.min(i, top); j++) {
                sum += small[i - j] * factor[j];
            }
            small[i] = sum;
        }
        degree += top;
    }

    private static BigInteger[] path(int m) {
        BigInteger[] before = {BigInteger.ONE};
        BigInteger[] path = {BigInteger.ONE};
        for (int i = 1; i <= m; i++) {
            BigInteger[] next = i == 1 ? new BigInteger[] {BigInteger.ONE, BigInteger.ONE} : plusShifted(path, before);
            before = path;
            path = next;
        }
        return path;
    }

    private static BigInteger[] plusShifted(BigInteger[] a, BigInteger[] b) {
        BigInteger[] sum = Counts.zeros(Math.max(a.length, b.length + 1));
        System.arraycopy(a, 0, sum, 0, a.length);
        for (int i = 0; i < b.length; i++) {
            sum[i + 1] = sum[i + 1].add(b[i]);
        }
        return sum;
    }

    private static BigInteger[] product(BigInteger[] a, BigInteger[] b) {
        BigInteger[] product = Counts.zeros(a.length + b.length - 1);
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                product[i + j] = product[i + j].add(a[i].multiply(b[j]));
            }
        }
        return product;
    }

    private BigInteger[] allCoefficients() {
        if (large != null) {
            return large;
        }
        BigInteger[] all = new BigInteger[degree + 1];
        Arrays.setAll(all, i -> BigInteger.valueOf(small[i]));
        return all;
    }

    /**
     * Adds to {@code leaves}, for each independent set of {@code i} vertices, a leaf of {@code h + i} fixed vertices
     * and {@code p} free ones.
     *
     * @param maxMore the largest {@code i}
     */
    public void addTo(CliqueLeafHistogram leaves, int h, int p, int maxMore) {
        for (int i = 0; i <= Math.min(degree, maxMore); i++) {
            if (large == null) {
                leaves.add(h + i, p, small[i]);
            } else {
                leaves.add(h + i, p, large[i]);
            }
        }
    }
}
