package dev.motif.algorithm.kclique.search;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The independent sets of a graph of paths and cycles: of all of them, and of those that have one given vertex. Lengths are
 * numbers of vertices, negative for cycles; components of one length are alike.
 */
final class SparseComplement {
    /** The longest paths and cycles that a key can have. */
    private static final int LONGEST_PATH = 9;

    private static final int LONGEST_CYCLE = 10;

    /** The most components that a key can have, 4 bits for each length. */
    private static final int MOST = 15;

    private static final int RECENT_BITS = 10;

    private final long key;

    /** The coefficients: at index i the independent sets of i vertices. */
    final long[] all;

    /** The different lengths. */
    final int[] lengths;

    /**
     * For each length and each position in a component, up to its middle, or for a cycle one: at index i the independent
     * sets of that vertex and i others.
     */
    final long[][][] chosen;

    private SparseComplement(long key, IndependencePolynomial polynomial, int[] components) {
        this.key = key;
        polynomial.reset();
        for (int length : components) {
            if (length > 0) {
                polynomial.addPath(length);
            } else {
                polynomial.addCycle(-length);
            }
        }
        this.all = Arrays.copyOf(polynomial.coefficients(), polynomial.degree() + 1);
        this.lengths = IntStream.of(components).distinct().toArray();
        this.chosen = new long[lengths.length][][];
        for (int i = 0; i < lengths.length; i++) {
            long[] others = IndependencePolynomial.quotient(all, lengths[i]);
            chosen[i] = new long[lengths[i] < 0 ? 1 : (lengths[i] + 1) / 2][];
            for (int at = 0; at < chosen[i].length; at++) {
                chosen[i][at] = choose(others, lengths[i], at);
            }
        }
    }

    /**
     * The independent sets of what is left when a vertex and its neighbors are taken away.
     *
     * @param others those of the other components
     * @param length that of the vertex's component
     * @param at its position there
     */
    static long[] choose(long[] others, int length, int at) {
        return length < 0
                ? IndependencePolynomial.timesPath(others, -length - 3)
                : IndependencePolynomial.timesPath(IndependencePolynomial.timesPath(others, at - 1), length - 2 - at);
    }

    /** Keeps recent ones, since many leaves have components of the same lengths. The state of one worker. */
    static final class Recent {
        private final SparseComplement[] recent = new SparseComplement[1 << RECENT_BITS];
        private final IndependencePolynomial polynomial = new IndependencePolynomial();

        /** The one of the first {@code count} components, of at most {@link IndependencePolynomial#MAX_SMALL} vertices. */
        SparseComplement of(int[] components, int count) {
            long key = key(components, count);
            int slot = (int) (key * 0x9E3779B97F4A7C15L >>> Long.SIZE - RECENT_BITS);
            SparseComplement found = recent[slot];
            if (found == null || found.key != key || key == 0) {
                found = new SparseComplement(key, polynomial, Arrays.copyOf(components, count));
                recent[slot] = found;
            }
            return found;
        }

        /** How many components of each length there are; 0 when that does not fit. */
        private static long key(int[] components, int count) {
            if (count > MOST) {
                return 0;
            }
            long key = 0;
            for (int i = 0; i < count; i++) {
                int length = components[i];
                if (length > LONGEST_PATH || length < -LONGEST_CYCLE || length == 1) {
                    return 0;
                }
                key += 1L << 4 * (length > 0 ? length - 2 : LONGEST_PATH - 4 - length);
            }
            return key;
        }
    }
}
