package dev.motif.algorithm.group.biclique.search;

import dev.motif.graph.memory.OffHeapInts;
import dev.motif.graph.memory.OffHeapScope;

/**
 * The vertex sets of all levels of a search, in one array: the set of a level is a prefix of the array, and the sets of
 * deeper levels are prefixes of it. Vertices only move by swaps within a prefix, so to return to a level it is enough
 * to know the length of its prefix.
 */
public final class CompactSet {
    private final OffHeapInts vertices;
    private final OffHeapInts positions;

    /**
     * @param vertexCount vertices are in {@code [0, vertexCount)}
     * @param capacity the most vertices in the array
     * @param scope owns the memory
     */
    public CompactSet(int vertexCount, int capacity, OffHeapScope scope) {
        vertices = scope.ints(capacity);
        positions = scope.zeroedInts(vertexCount);
    }

    public int get(int position) {
        return vertices.get(position);
    }

    public void set(int position, int vertex) {
        vertices.set(position, vertex);
        positions.set(vertex, position);
    }

    /** Whether {@code vertex} is in the prefix of {@code length} vertices, all of which must have been set. */
    public boolean contains(int vertex, int length) {
        int position = positions.get(vertex);
        return position < length && vertices.get(position) == vertex;
    }

    /** Swaps {@code vertex}, which is in the array, with the one at {@code position}. */
    public void move(int vertex, int position) {
        int former = positions.get(vertex);
        set(former, vertices.get(position));
        set(position, vertex);
    }
}
