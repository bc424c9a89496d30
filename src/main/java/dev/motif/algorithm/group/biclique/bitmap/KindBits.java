package dev.motif.algorithm.group.biclique.bitmap;

import java.util.Arrays;

/**
 * Finds the bits that are needed in one word of the rows of candidates, where common vertices are of kinds: see {@link
 * dev.motif.algorithm.group.biclique.model.Limits}. A bit is not when too few root vertices have it, nor when all candidates with it
 * also have the next bit, or the one before it, of the same kind.
 */
final class KindBits {
    private final long[] roots = new long[Long.SIZE];
    private long bits;

    /** The bits that a candidate has without the bit before it. */
    private long alone;

    /** The bits that a candidate lacks although it has the bit before it. */
    private long missing;

    /** Begins without candidates, which may only have {@code newBits}. */
    void begin(long newBits) {
        Arrays.fill(roots, 0);
        bits = newBits;
        alone = 0;
        missing = 0;
    }

    /** Adds a candidate that stands for {@code weight} root vertices. */
    void add(long row, int weight) {
        long next = next(row);
        alone |= row & ~next;
        missing |= next & ~row;
        for (long left = row; left != 0; left &= left - 1) {
            roots[Long.numberOfTrailingZeros(left)] += weight;
        }
    }

    /** The bits that follow the bits of {@code row}: a carry takes each over the bits that no candidate has. */
    private long next(long row) {
        return (row << 1) + ~bits & bits;
    }

    /**
     * The bits that are needed: of bits that the same candidates have, one.
     *
     * @param lastOfKinds see {@link dev.motif.algorithm.group.biclique.model.Limits#lastOfKinds}
     * @param minRoots the fewest root vertices that must have a bit, apart from 1
     */
    long needed(long lastOfKinds, int minRoots) {
        long needed = bits;
        long least = Math.max(1, minRoots);
        for (long left = bits; left != 0; left &= left - 1) {
            needed ^= roots[Long.numberOfTrailingZeros(left)] < least ? left & -left : 0;
        }
        long sameKind = next(bits & ~lastOfKinds);
        for (long left = sameKind & alone & ~missing; left != 0; left &= left - 1) {
            needed &= ~Long.highestOneBit(bits & (left & -left) - 1);
        }
        return needed & ~(sameKind & ~alone);
    }
}
