package dev.motif.algorithm.commonneighbors.lists;

import dev.motif.graph.OffHeapInts;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * Merges block by block: all pairs of two blocks of eight are compared at once, then the block with the smaller last
 * element advances. The blocks are read from windows on the heap, which stay in the first-level cache, since the Vector
 * API has no lasting way to read other memory. Inoue et al., PVLDB 8(3), 2014, doi:10.14778/2735508.2735518.
 *
 * <p>Loaded only where {@link ListMerge#vectorsAvailable()}. No field and no signature has a type of the Vector API, so
 * that reflection on this class works without it: Neo4j reflects on every class of a plugin.
 */
final class VectorMerge implements ListMerge {
    private static final int BLOCK = 8;
    private static final int WINDOW = 1 << 10;

    private final int[] windowOfA = new int[WINDOW];
    private final int[] windowOfB = new int[WINDOW];
    private final ScalarMerge rest = new ScalarMerge();
    private int i;
    private int j;

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
            common += mergeBlocks(lengthOfA, lengthOfB);
            nextOfA += i;
            nextOfB += j;
        }
        return common + rest.count(lists, nextOfA, endOfA, nextOfB, endOfB);
    }

    /**
     * Merges whole blocks until one window has none left, and returns how many common elements it found. Sets {@link
     * #i} and {@link #j} to the number of elements that it has merged of either window.
     */
    private int mergeBlocks(int lengthOfA, int lengthOfB) {
        int[] as = windowOfA;
        int[] bs = windowOfB;
        int x = 0;
        int y = 0;
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
}
