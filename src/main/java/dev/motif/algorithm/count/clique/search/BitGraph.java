package dev.motif.algorithm.count.clique.search;

import dev.motif.graph.Csr;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapScope;
import java.util.Arrays;

/**
 * A local graph whose rows and sets are bitmaps: {@code size^2} bits for the edges, and about {@code size^2} for the
 * sets.
 */
public class BitGraph extends CliqueLocalGraph {
    private OffHeapLongs bits;
    private int words;

    /** The index in {@code bits} where the set of depth 0 begins, after the rows. */
    private long sets;

    public BitGraph(Csr rows, boolean slots, NativeMemory memory) {
        super(rows, slots, memory);
        this.bits = OffHeapScope.closingOnFailure(super::close, () -> memory.longs(0));
    }

    @Override
    protected void begin(int depths) {
        words = (size() + Long.SIZE - 1) / Long.SIZE;
        sets = (long) size() * words;
        long wanted = sets + (long) depths * words;
        if (bits.length() < wanted) {
            bits.close();
            bits = memory.longs(Math.max(wanted, 2 * bits.length()));
        }
        bits.clear(0, sets);
        chooseAll();
    }

    /** Makes all candidates the set of depth 0 again. */
    public void chooseAll() {
        for (int word = 0; word < words; word++) {
            int left = size() - word * Long.SIZE;
            bits.set(sets + word, left >= Long.SIZE ? -1L : (1L << left) - 1);
        }
    }

    @Override
    protected void join(int v, int lower) {
        set((long) v * words, lower);
        set((long) lower * words, v);
    }

    private void set(long row, int v) {
        long at = row + (v >> 6);
        bits.set(at, bits.get(at) | 1L << v);
    }

    private long set(int depth) {
        return sets + (long) depth * words;
    }

    @Override
    public int list(int depth, int[] list, int at) {
        long set = set(depth);
        int next = at;
        for (int word = 0; word < words; word++) {
            for (long left = bits.get(set + word); left != 0; left &= left - 1) {
                list[next++] = (word << 6) + Long.numberOfTrailingZeros(left);
            }
        }
        return next - at;
    }

    @Override
    public int degree(int depth, int v) {
        return degree(depth, v, words);
    }

    @Override
    public int degreeBelow(int depth, int v) {
        return degree(depth, v, v >> 6) + Long.bitCount(lastBelow(depth, v));
    }

    /** The part of the set of {@code depth} in the word of {@code v} that is adjacent to {@code v} and below it. */
    private long lastBelow(int depth, int v) {
        int last = v >> 6;
        return bits.get(set(depth) + last) & bits.get((long) v * words + last) & (1L << v) - 1;
    }

    /** Writes the degrees of the first {@code count} listed candidates, as {@link #degree(int, int)} gives them. */
    public void degrees(int depth, int[] list, int count, int[] degrees) {
        OffHeapLongs of = bits;
        long set = set(depth);
        Arrays.fill(degrees, 0, count, 0);
        int word = 0;
        // Words of the set stay in registers for all of the list.
        for (; word + 4 <= words; word += 4) {
            long a = of.get(set + word);
            long b = of.get(set + word + 1);
            long c = of.get(set + word + 2);
            long d = of.get(set + word + 3);
            for (int i = 0; i < count; i++) {
                long row = (long) list[i] * words + word;
                degrees[i] += Long.bitCount(a & of.get(row))
                        + Long.bitCount(b & of.get(row + 1))
                        + Long.bitCount(c & of.get(row + 2))
                        + Long.bitCount(d & of.get(row + 3));
            }
        }
        for (; word < words; word++) {
            long a = of.get(set + word);
            for (int i = 0; i < count; i++) {
                degrees[i] += Long.bitCount(a & of.get((long) list[i] * words + word));
            }
        }
    }

    private int degree(int depth, int v, int upTo) {
        OffHeapLongs of = bits;
        long set = set(depth);
        long row = (long) v * words;
        int degree = 0;
        for (int word = 0; word < upTo; word++) {
            degree += Long.bitCount(of.get(set + word) & of.get(row + word));
        }
        return degree;
    }

    @Override
    public int enter(int depth, int v) {
        return enter(depth, v, depth + 1);
    }

    /** Makes the members of the set {@code from} that are adjacent to {@code v} the set {@code to}. */
    public int enter(int from, int v, int to) {
        return intersect(from, v, words, to);
    }

    private int intersect(int depth, int v, int upTo, int to) {
        OffHeapLongs of = bits;
        long set = set(depth);
        long row = (long) v * words;
        long into = set(to);
        int count = 0;
        for (int word = 0; word < upTo; word++) {
            long common = of.get(set + word) & of.get(row + word);
            of.set(into + word, common);
            count += Long.bitCount(common);
        }
        return count;
    }

    @Override
    public int enterBelow(int depth, int v) {
        int to = depth + 1;
        int last = v >> 6;
        int count = intersect(depth, v, last, to);
        long common = lastBelow(depth, v);
        bits.set(set(to) + last, common);
        bits.clear(set(to) + last + 1, set(to + 1));
        return count + Long.bitCount(common);
    }

    @Override
    public void remove(int depth, int v) {
        long at = set(depth) + (v >> 6);
        bits.set(at, bits.get(at) & ~(1L << v));
    }

    /** Makes the set of {@code depth + 1} a copy of the set of {@code depth}. */
    public void copy(int depth) {
        bits.copyFrom(bits, set(depth), set(depth + 1), words);
    }

    /** Whether {@code v} is in the set of {@code depth}. */
    public boolean contains(int depth, int v) {
        return (bits.get(set(depth) + (v >> 6)) >>> v & 1) != 0;
    }

    /**
     * The first candidate in the set of {@code depth} that is not adjacent to {@code v}; -1 when all are adjacent. The
     * set must not contain {@code v}.
     */
    public int nonNeighbor(int depth, int v) {
        long set = set(depth);
        long row = (long) v * words;
        for (int word = 0; word < words; word++) {
            long missed = bits.get(set + word) & ~bits.get(row + word);
            if (missed != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(missed);
            }
        }
        return -1;
    }

    @Override
    public boolean adjacent(int u, int v) {
        return (bits.get((long) u * words + (v >> 6)) >>> v & 1) != 0;
    }

    /** Writes the edges among the first {@code count} listed candidates, at most 64, as a word for each of these. */
    public void edgesAmong(int[] list, int count, long[] edges) {
        OffHeapLongs of = bits;
        for (int i = 0; i < count; i++) {
            long row = (long) list[i] * words;
            long lower = 0;
            for (int j = 0; j < i; j++) {
                long edge = of.get(row + (list[j] >> 6)) >>> list[j] & 1;
                lower |= edge << j;
                edges[j] |= edge << i;
            }
            edges[i] = lower;
        }
    }

    @Override
    public int words(int count) {
        return words;
    }

    @Override
    public void close() {
        super.close();
        bits.close();
    }

    /** The most off-heap bytes for roots of {@code size} candidates, including {@code depths} sets. */
    public static long bytes(long size, long depths) {
        long words = (size + Long.SIZE - 1) / Long.SIZE;
        return 2 * (size + depths) * words * Long.BYTES;
    }
}
