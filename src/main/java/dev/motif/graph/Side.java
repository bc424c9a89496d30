package dev.motif.graph;

/** A side of a bipartite graph. In a configuration {@code null} leaves the choice of a side to an estimate. */
public enum Side {
    LEFT,
    RIGHT;

    /**
     * The number of a vertex of this side among the vertices of both sides, the left ones first; may be 2^31 or more.
     */
    public long number(int leftCount, int vertex) {
        return this == LEFT ? vertex : (long) leftCount + vertex;
    }

    public Side other() {
        return this == LEFT ? RIGHT : LEFT;
    }

    public static Side of(boolean left) {
        return left ? LEFT : RIGHT;
    }
}
