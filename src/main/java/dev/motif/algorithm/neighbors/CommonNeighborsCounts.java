package dev.motif.algorithm.neighbors;

import dev.motif.graph.OffHeapInts;
import dev.motif.graph.OffHeapLongs;

/** The common neighbors of the two ends of every edge. Owns its arrays. */
public final class CommonNeighborsCounts implements AutoCloseable {
    private final OffHeapInts edges;
    private final OffHeapLongs vertices;

    CommonNeighborsCounts(OffHeapInts edges, OffHeapLongs vertices) {
        this.edges = edges;
        this.vertices = vertices;
    }

    /** For each edge, by its number, the common neighbors of its ends: the triangles that it is in. Below 2^31. */
    public OffHeapInts edges() {
        return edges;
    }

    /** For each vertex the triangles that it is in; null when they were not asked for. */
    public OffHeapLongs vertices() {
        return vertices;
    }

    @Override
    public void close() {
        edges.close();
        if (vertices != null) {
            vertices.close();
        }
    }
}
