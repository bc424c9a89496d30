package dev.motif.projection.id;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;

/**
 * A set of page numbers, which are added in any order and with repetitions. Small numbers are bits of a bitmap, larger
 * ones are listed in an array that is sorted whenever it is full. Not thread-safe.
 */
final class PageNumbers {
    /** The largest page number in the bitmap, which is then at most 2 MiB, enough for node ids below 2^36. */
    private static final long LARGEST_NEAR = (1 << 24) - 1;

    private final BitSet near = new BitSet();
    private long[] far = new long[16];
    private int farCount;

    void add(long page) {
        if (page <= LARGEST_NEAR) {
            near.set((int) page);
        } else if (farCount == 0 || far[farCount - 1] != page) {
            addFar(page);
        }
    }

    private void addFar(long page) {
        if (farCount == far.length) {
            long[] distinct = sortedFar();
            farCount = distinct.length;
            far = Arrays.copyOf(distinct, Math.max(far.length, 2 * farCount));
        }
        far[farCount++] = page;
    }

    private long[] sortedFar() {
        return Arrays.stream(far, 0, farCount).sorted().distinct().toArray();
    }

    void addAll(PageNumbers others) {
        near.or(others.near);
        Arrays.stream(others.sortedFar()).forEach(this::addFar);
    }

    /** All numbers, ascending. */
    long[] ascending() {
        return LongStream.concat(near.stream().asLongStream(), Arrays.stream(sortedFar()))
                .toArray();
    }
}
