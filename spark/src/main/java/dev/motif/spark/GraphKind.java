package dev.motif.spark;

/** The kinds of graph that edges can make. */
public enum GraphKind {
    /** Sources on the left, targets on the right: two sides, whose ids have nothing to do with each other. */
    BIPARTITE,
    /** Both ends are nodes of one kind, and an edge has no direction. */
    UNIPARTITE
}
