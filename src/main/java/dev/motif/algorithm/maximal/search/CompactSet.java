package dev.motif.algorithm.maximal.search;

import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapScope;

/**
 * The vertex sets of all levels of a search in one array: that of a level is a prefix, and those of deeper levels are
 * prefixes of it. Vertices move by swaps within a prefix only, so returning to a level takes no more than its length.
 */
public final class CompactSet {
    private final OffHeapInts vertices;
    private final OffHeapInts positions;

    /** @param vertexCount vertices are in {@code [0, vertexCount)} */
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

    /** Whether {@code vertex} is in the prefix of this length, which must hold vertices. */
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
