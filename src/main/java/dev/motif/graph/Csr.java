package dev.motif.graph;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapLongs;
import java.io.Serializable;

/**
 * Adjacency in compressed sparse rows: the neighbors of vertex {@code v} are {@code neighbors[offsets[v] ..
 * offsets[v+1])}, ascending and without duplicates. An index into {@code neighbors} is called a slot.
 *
 * <p>Owns both arrays. Immutable once built, so readers need no synchronization.
 *
 * @param offsets {@code vertexCount + 1} slots, ascending, from 0 to {@code neighbors.length()}
 * @param neighbors 32-bit vertex ids, one for each slot
 */
public record Csr(OffHeapLongs offsets, OffHeapInts neighbors) implements AutoCloseable, Serializable {
    private static final int SEARCHES_TOGETHER = 32;

    public int vertexCount() {
        return (int) (offsets.length() - 1);
    }

    public long slotCount() {
        return neighbors.length();
    }

    /** The first slot of {@code vertex}; {@code start(vertexCount())} is {@link #slotCount()}. */
    public long start(int vertex) {
        return offsets.get(vertex);
    }

    /** The slot after the last slot of {@code vertex}. */
    public long end(int vertex) {
        return offsets.get(vertex + 1L);
    }

    public long degree(int vertex) {
        return end(vertex) - start(vertex);
    }

    /** The number of paths of two edges from {@code vertex}, also back to it: the degrees of its neighbors in {@code next}. */
    public long pathsFrom(int vertex, Csr next) {
        long paths = 0;
        for (long slot = start(vertex); slot < end(vertex); slot++) {
            paths += next.degree(neighbor(slot));
        }
        return paths;
    }

    /** About the number of paths of two edges with their middle here: the sum of the squares of all degrees. */
    public double pathsThrough() {
        double paths = 0;
        for (int vertex = 0; vertex < vertexCount(); vertex++) {
            paths += (double) degree(vertex) * degree(vertex);
        }
        return paths;
    }

    /** The largest degree of any vertex, 0 without vertices. Takes O(vertices). */
    public long largestDegree() {
        long largest = 0;
        for (int vertex = 0; vertex < vertexCount(); vertex++) {
            largest = Math.max(largest, degree(vertex));
        }
        return largest;
    }

    public int neighbor(long slot) {
        return neighbors.get(slot);
    }

    /** The slot of {@code neighbor} among the neighbors of {@code vertex}, or -1. Takes O(log degree). */
    public long slotOf(int vertex, int neighbor) {
        long slot = firstSlotFrom(vertex, neighbor);
        return slot < end(vertex) && neighbors.get(slot) == neighbor ? slot : -1;
    }

    /**
     * The first slot of {@code vertex} whose neighbor is {@code lowest} or greater; the end of the row when there is
     * none. Takes O(log degree).
     */
    public long firstSlotFrom(int vertex, int lowest) {
        return neighbors.lowerBound(start(vertex), end(vertex), lowest);
    }

    /**
     * {@link #firstSlotFrom} for many at once, some of them side by side, so that their waits for memory overlap.
     *
     * @param pairs each a vertex in the upper 32 bits and the lowest neighbor in the lower ones; the vertex after the last
     *     one has no neighbors
     * @param slots gets the slots
     */
    public void firstSlotsFrom(long[] pairs, int from, int to, long[] slots) {
        int[] rest = new int[SEARCHES_TOGETHER];
        for (int first = from; first < to; first += SEARCHES_TOGETHER) {
            int count = Math.min(SEARCHES_TOGETHER, to - first);
            int longest = 0;
            for (int i = 0; i < count; i++) {
                int vertex = (int) (pairs[first + i] >>> 32);
                slots[first + i] = start(vertex);
                rest[i] = vertex < vertexCount() ? (int) degree(vertex) : 0;
                longest = Math.max(longest, rest[i]);
            }
            for (; longest > 0; longest >>>= 1) {
                for (int i = 0; i < count; i++) {
                    int half = (rest[i] + 1) >>> 1;
                    if (half > 0) {
                        // Without a branch on the neighbor the processor goes on to the next search before it knows it.
                        int isLess = (neighbors.get(slots[first + i] + half - 1) - (int) pairs[first + i]) >> 31;
                        slots[first + i] += half & isLess;
                        rest[i] = (isLess & (rest[i] - half)) | (~isLess & (half - 1));
                    }
                }
            }
        }
    }

    /** The vertex that {@code slot} belongs to: the last one that starts at or before it. Takes O(log vertices). */
    public int vertexOf(long slot) {
        return vertexOf(offsets, slot);
    }

    /**
     * The row that {@code slot} belongs to, where row {@code v} has the slots {@code [offsets[v], offsets[v + 1])}.
     * Takes O(log rows).
     */
    public static int vertexOf(OffHeapLongs offsets, long slot) {
        int low = 0;
        int high = (int) (offsets.length() - 2);
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (offsets.get(middle) <= slot) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The off-heap bytes of a graph with this many vertices and slots. */
    public static long bytes(long vertices, long slots) {
        return (vertices + 1) * Long.BYTES + slots * Integer.BYTES;
    }

    public long bytes() {
        return offsets.bytes() + neighbors.bytes();
    }

    @Override
    public void close() {
        offsets.close();
        neighbors.close();
    }
}
