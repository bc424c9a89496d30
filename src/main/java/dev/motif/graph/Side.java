package dev.motif.graph;

/** A side of a bipartite graph. In a configuration {@code null} leaves the choice of a side to an estimate. */
public enum Side {
    LEFT,
    RIGHT;

    public static Side of(boolean left) {
        return left ? LEFT : RIGHT;
    }
}
