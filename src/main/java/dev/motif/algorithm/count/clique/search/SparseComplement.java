package dev.motif.algorithm.count.clique.search;

import java.util.Arrays;

/**
 * The independent sets of a graph of paths and cycles: of all sets, and of sets that have one given vertex. Lengths are
 * numbers of vertices, negative for cycles; components of one length are alike.
 */
final class SparseComplement {
    /** The longest paths and cycles that a key can have. */
    private static final int LONGEST_PATH = 9;

    private static final int LONGEST_CYCLE = 10;

    /** The most components that a key can have, 4 bits for each length. */
    private static final int MOST = 15;

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

    /**
     * The results of {@link #both} for two different components, by the places and folded positions of both vertices.
     */
    private long[][] apart;

    /** The same for two vertices of one component, by the first place of it, and their positions. */
    private long[][][] within;

    /** For each length the first of the places of its positions. */
    private final int[] places;

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
        this.lengths = different(components);
        this.chosen = new long[lengths.length][][];
        for (int i = 0; i < lengths.length; i++) {
            long[] others = IndependencePolynomial.quotient(all, lengths[i]);
            chosen[i] = new long[lengths[i] < 0 ? 1 : (lengths[i] + 1) / 2][];
            for (int at = 0; at < chosen[i].length; at++) {
                chosen[i][at] = choose(others, lengths[i], at);
            }
        }
        this.places = new int[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            places[i + 1] = places[i] + chosen[i].length;
        }
    }

    /** The different ones of some lengths, which there may be none of. */
    private static int[] different(int[] lengths) {
        int[] different = new int[lengths.length];
        int count = 0;
        for (int length : lengths) {
            int alike = alike(different, count, length);
            different[alike] = length;
            count = Math.max(count, alike + 1);
        }
        return Arrays.copyOf(different, count);
    }

    /** The index in {@link #lengths} of a length, which is there. */
    int alike(int length) {
        return alike(lengths, lengths.length, length);
    }

    /** The index of a length among the first {@code count}; {@code count} when it is not there. */
    private static int alike(int[] lengths, int count, int length) {
        int alike = 0;
        while (alike < count && lengths[alike] != length) {
            alike++;
        }
        return alike;
    }

    /** The index in {@link #chosen} of a position: the same from both ends of a path, and all around a cycle. */
    static int fold(int length, int at) {
        return length < 0 ? 0 : Math.min(at, length - 1 - at);
    }

    /** The independent sets of two given vertices of different components and i others, at index i. */
    long[] both(int alike, int at, int otherAlike, int otherAt) {
        int one = fold(lengths[alike], at);
        int other = fold(lengths[otherAlike], otherAt);
        int index = (places[alike] + one) * places[lengths.length] + places[otherAlike] + other;
        if (apart == null) {
            apart = new long[places[lengths.length] * places[lengths.length]][];
        }
        if (apart[index] == null) {
            apart[index] = choose(
                    IndependencePolynomial.quotient(chosen[alike][one], lengths[otherAlike]),
                    lengths[otherAlike],
                    other);
        }
        return apart[index];
    }

    /**
     * The independent sets of two given vertices of one component, {@code at < otherAt}, and i others, at index i; null
     * for neighbors.
     */
    long[] both(int alike, int at, int otherAt) {
        int m = Math.abs(lengths[alike]);
        boolean cycle = lengths[alike] < 0;
        if (otherAt == at + 1 || cycle && otherAt - at == m - 1) {
            return null;
        }
        if (within == null) {
            within = new long[lengths.length][][];
        }
        if (within[alike] == null) {
            within[alike] = new long[m * m][];
        }
        if (within[alike][at * m + otherAt] == null) {
            // The vertices from at + 2 on are a path, which in a cycle goes on with the vertices before {@code at}.
            int left = cycle ? m - 3 : m - 2 - at;
            within[alike][at * m + otherAt] = choose(
                    IndependencePolynomial.quotient(chosen[alike][fold(lengths[alike], at)], left),
                    left,
                    otherAt - at - 2);
        }
        return within[alike][at * m + otherAt];
    }

    /**
     * The independent sets of the graph that remains when a vertex and its neighbors are taken away.
     *
     * @param others the independent sets of the other components
     * @param length the length of the vertex's component
     * @param at the vertex's position in its component
     */
    static long[] choose(long[] others, int length, int at) {
        return length < 0
                ? IndependencePolynomial.timesPath(others, -length - 3)
                : IndependencePolynomial.timesPath(IndependencePolynomial.timesPath(others, at - 1), length - 2 - at);
    }

    /** Keeps recent ones, since many leaves have components of the same lengths. The state of one worker. */
    static final class Recent {
        private final SparseComplement[] recent;
        private final IndependencePolynomial polynomial = new IndependencePolynomial();

        /** @param bits there is room for {@code 2^bits} */
        Recent(int bits) {
            recent = new SparseComplement[1 << bits];
        }

        /** The one of the first {@code count} components, of at most {@link IndependencePolynomial#MAX_SMALL} vertices. */
        SparseComplement of(int[] components, int count) {
            long key = key(components, count);
            int slot = (int) (key * 0x9E3779B97F4A7C15L >>> Long.SIZE - Integer.numberOfTrailingZeros(recent.length));
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
