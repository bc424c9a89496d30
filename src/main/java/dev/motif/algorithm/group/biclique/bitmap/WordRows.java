package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.Arrays;

/**
 * The rows of the next {@link WordFrame} while it is made: rows of candidates and excluded rows, in any order and with
 * duplicates. {@link #reduce} drops the rows that do not matter. When an array is full, duplicates are dropped, so
 * memory grows with the number of different rows only: near a hub there are many rows, but few different ones.
 */
public final class WordRows {
    /** With more pairs of a candidate and an excluded row than this, it pays to sort the excluded rows by bit. */
    private static final long MANY_PAIRS = 512;

    private long[] rows = new long[64];
    private int[] weights = new int[64];
    private int candidates;
    private long[] excludedRows = new long[64];
    private int excluded;

    private final KindBits kindBits = new KindBits();

    /** The bits that are in an excluded row: a candidate with one of them and no other bit is excluded. */
    private long covered;

    /** A hash table of indices of rows, plus 1; 0 for a free slot. */
    private int[] table = new int[0];

    private int tableMask;

    /** The excluded rows by bit: rows with bit {@code b} are in {@code [positions[b], positions[b + 1])}. */
    private long[] byBit = new long[64];

    private final int[] positions = new int[Long.SIZE + 1];

    /**
     * The most heap bytes for this many different rows of candidates and excluded rows, of {@code bits} bits each, when
     * arrays are twice as long as needed.
     */
    public static long mostBytes(long candidates, long excluded, long bits) {
        long candidate = 2 * (Long.BYTES + Integer.BYTES) + 4 * Integer.BYTES;
        return candidates * candidate + excluded * (2 + bits) * Long.BYTES;
    }

    /**
     * Begins with no rows.
     *
     * @param newCovered bits each of which is in an excluded row that need not be added
     */
    void begin(long newCovered) {
        candidates = 0;
        excluded = 0;
        covered = newCovered;
    }

    /**
     * Adds a candidate.
     *
     * @param row some of the common vertices, but neither none nor all
     * @param weight how many root vertices it stands for
     */
    void addCandidate(long row, int weight) {
        if (candidates == rows.length) {
            mergeCandidates();
            if (2 * candidates > rows.length) {
                rows = Arrays.copyOf(rows, 2 * rows.length);
                weights = Arrays.copyOf(weights, rows.length);
            }
        }
        rows[candidates] = row;
        weights[candidates++] = weight;
    }

    /**
     * Adds an excluded row.
     *
     * @param row not all of the common vertices
     */
    void addExcluded(long row) {
        if (excluded == excludedRows.length) {
            excluded = distinct(excludedRows, excluded);
            if (2 * excluded > excludedRows.length) {
                excludedRows = Arrays.copyOf(excludedRows, 2 * excludedRows.length);
            }
        }
        excludedRows[excluded++] = row;
    }

    int candidates() {
        return candidates;
    }

    int excluded() {
        return excluded;
    }

    /**
     * Whether a wanted biclique may be below the node, which has {@code members} root vertices itself. All bicliques
     * below have another root vertex, and the bits that all candidates share. For each number of bits: a biclique with
     * a candidate of that many bits, and none of fewer, has at most that many common vertices, and at most the root
     * vertices of the node and of all candidates with that many bits or more.
     */
    boolean mayReach(Limits limits, int members) {
        if (!limits.mayStayWithin(sharedBits(), members + 1)) {
            return false;
        }
        Arrays.fill(positions, 0);
        for (int i = 0; i < candidates; i++) {
            positions[Long.bitCount(rows[i])] += weights[i];
        }
        long roots = members;
        for (int bits = Long.SIZE; bits > 0; bits--) {
            roots += positions[bits];
            if (positions[bits] > 0 && limits.mayReach(bits, roots)) {
                return true;
            }
        }
        return false;
    }

    private int sharedBits() {
        long shared = -1L;
        for (int i = 0; i < candidates; i++) {
            shared &= rows[i];
        }
        return Long.bitCount(shared);
    }

    /**
     * Drops candidates that are in no wanted biclique of the subtree: candidates with bits of too few kinds, and candidates
     * whose row is a subset of an excluded row, since a biclique with such a candidate is not maximal here. Merges candidates
     * with the same row. Drops excluded rows that cannot exclude any candidate.
     *
     * <p>Where common vertices are of kinds, drops the bits that are not needed, and so more candidates, again and again.
     *
     * @param limits the limits of a wanted biclique
     * @param ids the common vertices, from {@code idStart} on, one for each bit
     * @param members the root vertices of the node's own biclique
     */
    void reduce(Limits limits, OffHeapLongs ids, long idStart, int members) {
        long union = 0;
        for (int i = 0; i < candidates; i++) {
            union |= rows[i];
        }
        long lastOfKinds = limits.lastOfKinds(ids, idStart, union);
        for (long before = 0; limits.haveKinds() && union != before; ) {
            before = union;
            union = keepNeeded(union, limits, lastOfKinds, members);
            lastOfKinds = limits.lastOfKinds(ids, idStart, union);
        }
        keepExcluded(union, limits.minCommon, lastOfKinds);
        keepCandidates(limits.minCommon, lastOfKinds);
        mergeCandidates();
        boolean many = (long) candidates * excluded > MANY_PAIRS;
        if (many) {
            excluded = distinct(excludedRows, excluded);
            listByBit();
        }
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            if (many ? !isExcludedByBit(rows[i]) : !isExcluded(rows[i])) {
                rows[kept] = rows[i];
                weights[kept++] = weights[i];
            }
        }
        candidates = kept;
    }

    /**
     * Reduces candidates to {@code bits}, keeps candidates with enough kinds of these bits, and returns the bits that
     * are needed.
     */
    private long keepNeeded(long bits, Limits limits, long lastOfKinds, int members) {
        kindBits.begin(bits);
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            long row = rows[i] & bits;
            if (Limits.kindsOf(row, lastOfKinds) >= limits.minCommon) {
                kindBits.add(row, weights[i]);
                rows[kept] = row;
                weights[kept++] = weights[i];
            }
        }
        candidates = kept;
        return kindBits.needed(lastOfKinds, limits.minRoots - members);
    }

    /**
     * Reduces excluded rows to the bits of {@code union}, adds these to {@link #covered}, keeps rows with enough of
     * them.
     */
    private void keepExcluded(long union, int minCommon, long lastOfKinds) {
        int kept = 0;
        for (int i = 0; i < excluded; i++) {
            long row = excludedRows[i] & union;
            covered |= row;
            if (Limits.kindsOf(row, lastOfKinds) >= minCommon && Long.bitCount(row) > 1) {
                excludedRows[kept++] = row;
            }
        }
        excluded = kept;
    }

    private void keepCandidates(int minCommon, long lastOfKinds) {
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            long row = rows[i];
            boolean enough = Limits.kindsOf(row, lastOfKinds) >= minCommon;
            if (enough && (Long.bitCount(row) > 1 || (row & covered) == 0)) {
                rows[kept] = rows[i];
                weights[kept++] = weights[i];
            }
        }
        candidates = kept;
    }

    /** Whether {@code row} is a subset of an excluded row; looks at all of them. */
    private boolean isExcluded(long row) {
        if ((row & ~covered) != 0) {
            return false;
        }
        for (int i = 0; i < excluded; i++) {
            if ((row & ~excludedRows[i]) == 0) {
                return true;
            }
        }
        return false;
    }

    /** Fills {@link #byBit} and {@link #positions}. */
    private void listByBit() {
        Arrays.fill(positions, 0);
        for (int i = 0; i < excluded; i++) {
            for (long left = excludedRows[i]; left != 0; left &= left - 1) {
                positions[Long.numberOfTrailingZeros(left)]++;
            }
        }
        for (int bit = 1; bit <= Long.SIZE; bit++) {
            positions[bit] += positions[bit - 1];
        }
        if (byBit.length < positions[Long.SIZE]) {
            byBit = new long[Math.max(positions[Long.SIZE], 2 * byBit.length)];
        }
        for (int i = 0; i < excluded; i++) {
            for (long left = excludedRows[i]; left != 0; left &= left - 1) {
                byBit[--positions[Long.numberOfTrailingZeros(left)]] = excludedRows[i];
            }
        }
    }

    /** Whether {@code row} is a subset of an excluded row; looks only at the excluded rows that have its rarest bit. */
    private boolean isExcludedByBit(long row) {
        if ((row & ~covered) != 0) {
            return false;
        }
        int rarest = 0;
        int fewest = Integer.MAX_VALUE;
        for (long left = row; left != 0; left &= left - 1) {
            int bit = Long.numberOfTrailingZeros(left);
            int count = positions[bit + 1] - positions[bit];
            if (count < fewest) {
                fewest = count;
                rarest = bit;
            }
        }
        for (int i = positions[rarest]; i < positions[rarest + 1]; i++) {
            if ((row & ~byBit[i]) == 0) {
                return true;
            }
        }
        return false;
    }

    private void mergeCandidates() {
        clearTable(candidates);
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            int same = findOrAdd(rows, rows[i], kept);
            if (same < kept) {
                weights[same] += weights[i];
            } else {
                rows[kept] = rows[i];
                weights[kept++] = weights[i];
            }
        }
        candidates = kept;
    }

    /** Moves the distinct values of {@code values[0, count)} to the front and returns how many there are. */
    private int distinct(long[] values, int count) {
        clearTable(count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (findOrAdd(values, values[i], kept) == kept) {
                values[kept++] = values[i];
            }
        }
        return kept;
    }

    private void clearTable(int count) {
        tableMask = (Integer.highestOneBit(count | 1) << 2) - 1;
        if (table.length <= tableMask) {
            table = new int[tableMask + 1];
        }
        Arrays.fill(table, 0, tableMask + 1, 0);
    }

    /**
     * The index of {@code value} in {@code values[0, kept)}; when it is new, {@code kept}, where the caller must put
     * it.
     */
    private int findOrAdd(long[] values, long value, int kept) {
        int slot = (int) (value * 0x9E3779B97F4A7C15L >>> Integer.SIZE) & tableMask;
        while (table[slot] != 0) {
            if (values[table[slot] - 1] == value) {
                return table[slot] - 1;
            }
            slot = slot + 1 & tableMask;
        }
        table[slot] = kept + 1;
        return kept;
    }

    /** The number of longs that {@link #write} writes. */
    long length() {
        return 2L * candidates + excluded + 1;
    }

    /**
     * Writes the candidates by ascending number of bits, then their weights, the excluded rows and the covered bits.
     */
    void write(OffHeapLongs target, long start) {
        Arrays.fill(positions, 0);
        for (int i = 0; i < candidates; i++) {
            positions[Long.bitCount(rows[i])]++;
        }
        int next = 0;
        for (int bits = 0; bits < positions.length; bits++) {
            int count = positions[bits];
            positions[bits] = next;
            next += count;
        }
        for (int i = 0; i < candidates; i++) {
            int position = positions[Long.bitCount(rows[i])]++;
            target.set(start + position, rows[i]);
            target.set(start + candidates + position, weights[i]);
        }
        for (int i = 0; i < excluded; i++) {
            target.set(start + 2L * candidates + i, excludedRows[i]);
        }
        target.set(start + 2L * candidates + excluded, covered);
    }
}
