package dev.motif.algorithm.group.list;

import dev.motif.graph.memory.HeapBytes;

/**
 * A (p,q)-biclique. Bicliques that follow one another may share an array, which nobody changes.
 *
 * @param left its left vertices, ascending
 * @param right its right vertices, ascending
 */
public record ListedBiclique(int[] left, int[] right) {
    /** The bytes that it takes on the heap, with both arrays. */
    long heapBytes() {
        return HeapBytes.object(2 * HeapBytes.REFERENCE)
                + HeapBytes.array(left.length, Integer.BYTES)
                + HeapBytes.array(right.length, Integer.BYTES);
    }
}
