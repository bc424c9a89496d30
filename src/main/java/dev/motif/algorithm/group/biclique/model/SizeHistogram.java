package dev.motif.algorithm.group.biclique.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The number of maximal bicliques of each size, left by right, in an open hash table. Counters have 64 bits, with an
 * exception on overflow. Not thread-safe: each thread needs its own.
 */
public final class SizeHistogram {
    private static final int FIRST_CAPACITY = 1 << 8;
    private static final int HASH_SHIFT = 32;

    /**
     * The size at each slot, left in the upper half and right in the lower one; 0 for a free slot, since sizes are 1 or
     * more.
     */
    private long[] sizes = new long[FIRST_CAPACITY];

    private long[] counts = new long[FIRST_CAPACITY];
    private int used;

    /**
     * The number of maximal bicliques of one size.
     *
     * @param left the number of left vertices, 1 or more
     * @param right the number of right vertices, 1 or more
     * @param count the number of maximal bicliques of this size, 1 or more
     */
    public record Entry(int left, int right, long count) implements Serializable {
        /** The number of edges of each of these bicliques. */
        public long edges() {
            return (long) left * right;
        }
    }

    /** Empty ones, one for each worker of a search. */
    public static SizeHistogram[] ofWorkers(int workers) {
        SizeHistogram[] each = new SizeHistogram[workers];
        Arrays.setAll(each, worker -> new SizeHistogram());
        return each;
    }

    public static SizeHistogram sum(SizeHistogram[] ofWorkers) {
        SizeHistogram sum = new SizeHistogram();
        Arrays.stream(ofWorkers).forEach(sum::addAll);
        return sum;
    }

    /**
     * Adds {@code count} maximal bicliques of one size.
     *
     * @param left the number of left vertices, 1 or more
     * @param right the number of right vertices, 1 or more
     * @throws ArithmeticException when there are 2^63 or more of this size
     */
    public void add(int left, int right, long count) {
        int slot = slot((long) left << Integer.SIZE | right);
        counts[slot] = Math.addExact(counts[slot], count);
    }

    /**
     * Adds all bicliques of {@code other}.
     *
     * @throws ArithmeticException when there are 2^63 or more of one size
     */
    public void addAll(SizeHistogram other) {
        for (int slot = 0; slot < other.sizes.length; slot++) {
            if (other.sizes[slot] != 0) {
                int own = slot(other.sizes[slot]);
                counts[own] = Math.addExact(counts[own], other.counts[slot]);
            }
        }
    }

    /** The slot of {@code size}, which is added when it is new. */
    private int slot(long size) {
        int slot = find(size);
        if (sizes[slot] != 0) {
            return slot;
        }
        if (2 * ++used > sizes.length) {
            grow();
            slot = find(size);
        }
        sizes[slot] = size;
        return slot;
    }

    /** The slot of {@code size}, or the free slot where it belongs. */
    private int find(long size) {
        int mask = sizes.length - 1;
        int slot = (int) (size * 0x9E3779B97F4A7C15L >>> HASH_SHIFT) & mask;
        while (sizes[slot] != 0 && sizes[slot] != size) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldSizes = sizes;
        long[] oldCounts = counts;
        sizes = new long[2 * oldSizes.length];
        counts = new long[sizes.length];
        for (int i = 0; i < oldSizes.length; i++) {
            if (oldSizes[i] != 0) {
                int slot = find(oldSizes[i]);
                sizes[slot] = oldSizes[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    /** All sizes that there are, ordered by the left, then the right size. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>(used);
        for (int slot = 0; slot < sizes.length; slot++) {
            if (sizes[slot] != 0) {
                entries.add(new Entry((int) (sizes[slot] >>> Integer.SIZE), (int) sizes[slot], counts[slot]));
            }
        }
        entries.sort(Comparator.comparingInt(Entry::left).thenComparingInt(Entry::right));
        return entries;
    }
}
