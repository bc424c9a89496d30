package dev.motif.algorithm.similar.intersection;

import dev.motif.graph.memory.OffHeapInts;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Merges block by block: all pairs of two blocks are compared at once, then the block with the smaller last element
 * advances. A block has eight elements, or sixteen where registers have 512 bits. The blocks are read from windows on
 * the heap, which stay in the first-level cache, since the Vector API has no lasting way to read other memory. Inoue et
 * al., PVLDB 8(3), 2014, doi:10.14778/2735508.2735518.
 *
 * <p>Loaded only where {@link ListMerge#vectorsAvailable()}. No field and no signature has a type of the Vector API, so
 * that reflection on this class works without it: Neo4j reflects on every class of a plugin.
 */
final class VectorMerge implements ListMerge {
    private static final int BLOCK = 8;
    private static final int WIDE_BLOCK = 16;
    private static final int WINDOW = 1 << 10;

    /** The first Java that keeps masks in registers of their own, without which 512 bits gain nothing over 256. */
    private static final int JAVA_WITH_MASK_REGISTERS = 18;

    /** True where blocks of 512 bits are faster than blocks of 256. */
    private static final boolean WIDE = IntVector.SPECIES_PREFERRED.length() >= WIDE_BLOCK
            && Runtime.version().feature() >= JAVA_WITH_MASK_REGISTERS;

    private final boolean wide;
    private final int[] windowOfA = new int[WINDOW];
    private final int[] windowOfB = new int[WINDOW];
    private final int[] searched = new int[LINEAR];
    private final ScalarMerge rest = new ScalarMerge();
    private int i;
    private int j;

    /** @param wide whether blocks have 512 bits and not 256; the processor may do without such registers */
    VectorMerge(boolean wide) {
        this.wide = wide;
    }

    /** The widest blocks that are worth it here, of this many bits at most. */
    static VectorMerge ofBits(int most) {
        return new VectorMerge(WIDE && most >= WIDE_BLOCK * Integer.SIZE);
    }

    @Override
    public int count(OffHeapInts lists, long a, long endOfA, long b, long endOfB) {
        long nextOfA = a;
        long nextOfB = b;
        int common = 0;
        while (endOfA - nextOfA >= BLOCK && endOfB - nextOfB >= BLOCK) {
            int lengthOfA = (int) Math.min(WINDOW, endOfA - nextOfA);
            int lengthOfB = (int) Math.min(WINDOW, endOfB - nextOfB);
            lists.copyTo(nextOfA, windowOfA, lengthOfA);
            lists.copyTo(nextOfB, windowOfB, lengthOfB);
            i = 0;
            j = 0;
            common += wide ? mergeWideBlocks(lengthOfA, lengthOfB) : 0;
            common += mergeBlocks(lengthOfA, lengthOfB);
            nextOfA += i;
            nextOfB += j;
        }
        return common + rest.count(lists, nextOfA, endOfA, nextOfB, endOfB);
    }

    /**
     * Merges whole blocks until one window has none left, and returns how many common elements it found. It begins at
     * {@link #i} and {@link #j}, the elements of either window that are merged already, and advances them.
     */
    private int mergeBlocks(int lengthOfA, int lengthOfB) {
        int[] as = windowOfA;
        int[] bs = windowOfB;
        int x = i;
        int y = j;
        int common = 0;
        while (x + BLOCK <= lengthOfA && y + BLOCK <= lengthOfB) {
            IntVector block = IntVector.fromArray(IntVector.SPECIES_256, as, x);
            // A list has no element twice, so the masks of different elements of the other block are disjoint.
            VectorMask<Integer> found = block.eq(bs[y])
                    .or(block.eq(bs[y + 1]))
                    .or(block.eq(bs[y + 2]))
                    .or(block.eq(bs[y + 3]))
                    .or(block.eq(bs[y + 4]))
                    .or(block.eq(bs[y + 5]))
                    .or(block.eq(bs[y + 6]))
                    .or(block.eq(bs[y + 7]));
            common += found.trueCount();
            int lastOfA = as[x + BLOCK - 1];
            int lastOfB = bs[y + BLOCK - 1];
            x += lastOfA <= lastOfB ? BLOCK : 0;
            y += lastOfB <= lastOfA ? BLOCK : 0;
        }
        i = x;
        j = y;
        return common;
    }

    /** Merges with blocks of 512 bits; see {@link #mergeBlocks}. */
    @SuppressWarnings("unchecked")
    private int mergeWideBlocks(int lengthOfA, int lengthOfB) {
        int[] as = windowOfA;
        int[] bs = windowOfB;
        int x = i;
        int y = j;
        int common = 0;
        while (x + WIDE_BLOCK <= lengthOfA && y + WIDE_BLOCK <= lengthOfB) {
            IntVector block = IntVector.fromArray(IntVector.SPECIES_512, as, x);
            // 0 where an element equals one of the other block, else above: elements have no sign. Without the casts to
            // Object the verifier would look for classes of the Vector API as soon as Neo4j reflects on this one.
            VectorOperators.Binary xor = (VectorOperators.Binary) (Object) VectorOperators.XOR;
            IntVector difference = block.lanewise(xor, bs[y]);
            for (int k = 1; k < WIDE_BLOCK; k++) {
                difference = difference.min((Vector<Integer>) (Object) block.lanewise(xor, bs[y + k]));
            }
            common += difference.eq(0).trueCount();
            int lastOfA = as[x + WIDE_BLOCK - 1];
            int lastOfB = bs[y + WIDE_BLOCK - 1];
            x += lastOfA <= lastOfB ? WIDE_BLOCK : 0;
            y += lastOfB <= lastOfA ? WIDE_BLOCK : 0;
        }
        i = x;
        j = y;
        return common;
    }

    @Override
    public int below(OffHeapInts list, long from, int pivot) {
        list.copyTo(from, searched, LINEAR);
        if (wide) {
            return IntVector.fromArray(IntVector.SPECIES_512, searched, 0)
                    .lt(pivot)
                    .trueCount();
        }
        return IntVector.fromArray(IntVector.SPECIES_256, searched, 0).lt(pivot).trueCount()
                + IntVector.fromArray(IntVector.SPECIES_256, searched, BLOCK)
                        .lt(pivot)
                        .trueCount();
    }
}
