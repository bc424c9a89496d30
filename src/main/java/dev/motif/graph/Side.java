package dev.motif.graph;

/** A side of a bipartite graph. Where a side may be left to an estimate, {@code null} stands for that. */
public enum Side {
    LEFT,
    RIGHT;

    public static Side of(boolean left) {
        return left ? LEFT : RIGHT;
    }
}
