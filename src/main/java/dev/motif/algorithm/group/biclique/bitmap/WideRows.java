package dev.motif.algorithm.group.biclique.bitmap;

import dev.motif.algorithm.group.biclique.model.Limits;
import dev.motif.graph.memory.OffHeapLongs;
import java.util.Arrays;

/**
 * The rows of the next {@link WideFrame} while it is made: rows of candidates and excluded rows, of several words each,
 * in an arena of its own. {@link #reduce} drops the rows that do not matter, as {@link WordRows#reduce} does for rows
 * of one word.
 */
public final class WideRows {
    private static final int BUCKET_SHIFT = 32;

    /** How often bits are dropped again; more rounds would drop next to nothing. */
    private static final int MOST_ROUNDS = 8;

    private final Arena arena;
    private OffHeapLongs rows;
    private long start;
    private int words;
    private int candidates;
    private int excluded;
    private int capacity;
    private int[] weights = new int[64];
    private long[] order = new long[64];
    private int[] table = new int[0];
    private long[] union = new long[0];
    private final KindBits kindBits = new KindBits();

    /** The last bits of kinds, by word; see {@link Limits#lastOfKinds}. */
    private long[] lastOfKinds = new long[0];

    WideRows(Arena arena) {
        this.arena = arena;
    }

    /** The most heap bytes for this many candidates, when arrays are twice as long as needed. */
    public static long mostBytes(long candidates) {
        return candidates * (2 * (Long.BYTES + Integer.BYTES) + 4 * Integer.BYTES + 2 * Long.BYTES);
    }

    /**
     * Begins with no rows, and with room for {@code rowCount} rows that are all 0: candidates from the front, excluded
     * rows from the back, and behind them the row of covered bits.
     */
    void begin(int newWords, int rowCount) {
        arena.release(0);
        words = newWords;
        capacity = rowCount;
        long length = (rowCount + 1L) * words;
        start = arena.allocate(length);
        rows = arena.chunk();
        rows.clear(start, start + length);
        candidates = 0;
        excluded = 0;
    }

    /** Adds the row of a candidate of this weight; returns the index of its words in {@link #rows()}. */
    long addCandidate(int weight) {
        if (candidates == weights.length) {
            weights = Arrays.copyOf(weights, 2 * candidates);
        }
        weights[candidates] = weight;
        return row(candidates++);
    }

    /** Adds an excluded row; returns the index of its words in {@link #rows()}. */
    long addExcluded() {
        return excludedRow(excluded++);
    }

    private long row(int candidate) {
        return start + (long) candidate * words;
    }

    private long excludedRow(int i) {
        return start + (capacity - 1L - i) * words;
    }

    /**
     * The index of the covered bits in {@link #rows()}: bits each of which is in an excluded row that need not be
     * added.
     */
    long covered() {
        return row(capacity);
    }

    OffHeapLongs rows() {
        return rows;
    }

    int words() {
        return words;
    }

    int candidates() {
        return candidates;
    }

    int excluded() {
        return excluded;
    }

    /**
     * Whether a wanted biclique may be below the node, which has {@code members} root vertices itself: see {@link
     * WordRows#mayReach}. To be called after {@link #reduce}.
     */
    boolean mayReach(Limits limits, int members) {
        if (!limits.mayStayWithin(sharedBits(), members + 1)) {
            return false;
        }
        long roots = members;
        for (int position = candidates - 1; position >= 0; position--) {
            roots += weights[(int) order[position]];
            if (limits.mayReach(order[position] >>> BUCKET_SHIFT, roots)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Drops rows that do not matter and merges equal candidates: see {@link WordRows#reduce}. A kind with bits in several words
     * counts in each, and bits of different words are not compared.
     */
    void reduce(Limits limits, OffHeapLongs ids, long idStart, int members) {
        if (union.length < words) {
            union = new long[words];
            lastOfKinds = new long[words];
        }
        Arrays.fill(union, 0, words, 0);
        for (int i = 0; i < candidates; i++) {
            for (int w = 0; w < words; w++) {
                union[w] |= rows.get(row(i) + w);
            }
        }
        for (int w = 0; w < words; w++) {
            lastOfKinds[w] = limits.lastOfKinds(ids, idStart + (long) w * Long.SIZE, union[w]);
        }
        boolean changed = limits.haveKinds();
        for (int round = 0; round < MOST_ROUNDS && changed; round++) {
            changed = dropNeedless(limits, ids, idStart, members);
        }
        keepExcluded(limits.minCommon);
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            boolean enough = kinds(row(i)) >= limits.minCommon;
            if (enough && (!isWithin(row(i), covered()) || bits(row(i)) > 1 && !isExcluded(row(i)))) {
                copy(row(i), row(kept));
                weights[kept++] = weights[i];
            }
        }
        candidates = kept;
        merge();
        sort();
    }

    /** Keeps candidates with enough kinds of {@link #union}, then the needed bits of it; returns whether it has changed. */
    private boolean dropNeedless(Limits limits, OffHeapLongs ids, long idStart, int members) {
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            for (int w = 0; w < words; w++) {
                rows.set(row(i) + w, rows.get(row(i) + w) & union[w]);
            }
            if (kinds(row(i)) >= limits.minCommon) {
                copy(row(i), row(kept));
                weights[kept++] = weights[i];
            }
        }
        candidates = kept;
        boolean changed = false;
        for (int w = 0; w < words; w++) {
            kindBits.begin(union[w]);
            for (int i = 0; i < candidates; i++) {
                kindBits.add(rows.get(row(i) + w), weights[i]);
            }
            long needed = kindBits.needed(lastOfKinds[w], limits.minRoots - members);
            if (needed != union[w]) {
                changed = true;
                union[w] = needed;
                lastOfKinds[w] = limits.lastOfKinds(ids, idStart + (long) w * Long.SIZE, needed);
            }
        }
        return changed;
    }

    private void keepExcluded(int minCommon) {
        int kept = 0;
        for (int i = 0; i < excluded; i++) {
            long from = excludedRow(i);
            for (int w = 0; w < words; w++) {
                long word = rows.get(from + w) & union[w];
                rows.set(from + w, word);
                rows.set(covered() + w, rows.get(covered() + w) | word);
            }
            if (kinds(from) >= minCommon && bits(from) > 1) {
                copy(from, excludedRow(kept++));
            }
        }
        excluded = kept;
    }

    private int bits(long row) {
        int bits = 0;
        for (int w = 0; w < words; w++) {
            bits += Long.bitCount(rows.get(row + w));
        }
        return bits;
    }

    private int kinds(long row) {
        int kinds = 0;
        for (int w = 0; w < words; w++) {
            kinds += Limits.kindsOf(rows.get(row + w), lastOfKinds[w]);
        }
        return kinds;
    }

    private int sharedBits() {
        int bits = 0;
        for (int w = 0; w < words; w++) {
            long shared = -1L;
            for (int i = 0; i < candidates && shared != 0; i++) {
                shared &= rows.get(row(i) + w);
            }
            bits += Long.bitCount(shared);
        }
        return bits;
    }

    private boolean isExcluded(long row) {
        for (int i = 0; i < excluded; i++) {
            if (isWithin(row, excludedRow(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean isWithin(long row, long other) {
        for (int w = 0; w < words; w++) {
            if ((rows.get(row + w) & ~rows.get(other + w)) != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean areEqual(long row, long other) {
        for (int w = 0; w < words; w++) {
            if (rows.get(row + w) != rows.get(other + w)) {
                return false;
            }
        }
        return true;
    }

    private void copy(long from, long to) {
        if (from != to) {
            rows.copyFrom(rows, from, to, words);
        }
    }

    private void merge() {
        int size = Integer.highestOneBit(candidates + 1) << 2;
        if (table.length < size) {
            table = new int[size];
        }
        Arrays.fill(table, 0, size, 0);
        int kept = 0;
        for (int i = 0; i < candidates; i++) {
            int slot = hash(row(i)) & size - 1;
            while (table[slot] != 0 && !areEqual(row(table[slot] - 1), row(i))) {
                slot = slot + 1 & size - 1;
            }
            if (table[slot] == 0) {
                table[slot] = kept + 1;
                copy(row(i), row(kept));
                weights[kept++] = weights[i];
            } else {
                weights[table[slot] - 1] += weights[i];
            }
        }
        candidates = kept;
    }

    private int hash(long row) {
        long hash = 0;
        for (int w = 0; w < words; w++) {
            hash = (hash ^ rows.get(row + w)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> Integer.SIZE;
        }
        return (int) hash;
    }

    /** Computes {@link #order}: the candidates by ascending number of bits. */
    private void sort() {
        if (order.length < candidates) {
            order = new long[Math.max(candidates, 2 * order.length)];
        }
        for (int i = 0; i < candidates; i++) {
            order[i] = (long) bits(row(i)) << BUCKET_SHIFT | i;
        }
        Arrays.sort(order, 0, candidates);
    }

    /**
     * Writes the candidates by ascending number of bits, then their weights, the excluded rows and the covered bits.
     */
    void write(OffHeapLongs target, long targetStart) {
        for (int position = 0; position < candidates; position++) {
            int i = (int) order[position];
            target.copyFrom(rows, row(i), targetStart + (long) position * words, words);
            target.set(targetStart + (long) candidates * words + position, weights[i]);
        }
        long next = targetStart + (long) candidates * (words + 1);
        for (int i = 0; i < excluded; i++, next += words) {
            target.copyFrom(rows, excludedRow(i), next, words);
        }
        target.copyFrom(rows, covered(), next, words);
    }

    /** The number of longs that {@link #write} writes. */
    long length() {
        return (long) candidates * (words + 1) + (excluded + 1L) * words;
    }
}
