package dev.motif.algorithm.count.cycle;

import dev.motif.backend.work.FoundBuffer;
import dev.motif.choice.GroupKind;
import dev.motif.graph.memory.HeapBytes;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A directed cycle.
 *
 * @param vertices its vertices in the direction of the cycle, from the smallest on; in the order of time from the start of
 *     the first relationship on
 * @param relationships the edge from each vertex to the next one, and from the last to the first; in the order of time
 *     the index of the relationship among the relationships of all edges
 */
public record FoundCycle(int[] vertices, long[] relationships) implements Serializable {
    /** Cycles as two arrays, the second of which has two integers for each relationship. */
    private static final FoundBuffer.Form<FoundCycle> FORM = new FoundBuffer.Form<>() {
        @Override
        public int[][] arrays(FoundCycle found) {
            int[] halves = new int[2 * found.relationships.length];
            for (int i = 0; i < found.relationships.length; i++) {
                halves[2 * i] = (int) (found.relationships[i] >>> Integer.SIZE);
                halves[2 * i + 1] = (int) found.relationships[i];
            }
            return new int[][] {found.vertices, halves};
        }

        @Override
        public FoundCycle of(int[][] arrays) {
            long[] relationships = new long[arrays[1].length / 2];
            for (int i = 0; i < relationships.length; i++) {
                relationships[i] =
                        (long) arrays[1][2 * i] << Integer.SIZE | Integer.toUnsignedLong(arrays[1][2 * i + 1]);
            }
            return new FoundCycle(arrays[0], relationships);
        }
    };

    /** Cycles, by their vertices alone where they overlap, as a search keeps them. */
    static final GroupKind<FoundCycle> KIND = new GroupKind<>(
            "cycles",
            FORM,
            cycle -> new int[][] {cycle.vertices},
            Comparator.comparing(FoundCycle::vertices, Arrays::compare)
                    .thenComparing(FoundCycle::relationships, Arrays::compare),
            FoundCycle::heapBytes);

    /** The bytes of a cycle on the heap, with both arrays. */
    private static long heapBytes(long length) {
        return HeapBytes.object(2 * HeapBytes.REFERENCE)
                + HeapBytes.array(length, Integer.BYTES)
                + HeapBytes.array(length, Long.BYTES);
    }
}
