package dev.motif.algorithm.level.community;

import dev.motif.backend.cost.GraphSize;

/** The elements of a graph that a peeling numbers, and that communities consist of. */
public enum PeeledElements {
    LEFT,
    RIGHT,
    /** Vertices of both sides, the left ones first, or of a unipartite graph. */
    VERTICES,
    EDGES,
    TRIANGLES;

    /** The edges of an element that is not a vertex. */
    public int edgesOfEach() {
        return this == TRIANGLES ? 3 : 1;
    }

    long count(GraphSize size) {
        return switch (this) {
            case LEFT -> size.left();
            case RIGHT -> size.right();
            case VERTICES -> size.vertices();
            case EDGES -> size.edges();
            case TRIANGLES -> throw new IllegalStateException("a size does not tell the number of triangles");
        };
    }
}
