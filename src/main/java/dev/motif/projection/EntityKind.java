package dev.motif.projection;

import dev.motif.graph.Side;
import java.util.EnumSet;
import java.util.Set;

/** The parts of a graph that have values of their own. */
public enum EntityKind {
    /** The nodes of the left side, or all nodes of a unipartite graph. */
    LEFT,
    /** The nodes of the right side; a unipartite graph has none. */
    RIGHT,
    /** One for each edge, in the order of (left, right), or of (u, v) with u &lt; v: parallel relationships share it. */
    RELATIONSHIPS;

    /** All nodes of a graph of either kind. */
    public static final Set<EntityKind> NODES = Set.copyOf(EnumSet.of(LEFT, RIGHT));

    public static EntityKind of(Side side) {
        return side == Side.LEFT ? LEFT : RIGHT;
    }

    /** The side of nodes; the left one for all nodes of a unipartite graph. */
    public Side side() {
        return this == LEFT ? Side.LEFT : Side.RIGHT;
    }

    public boolean areNodes() {
        return this != RELATIONSHIPS;
    }

    /** How many there are in a graph with these numbers of vertices and edges. */
    public long count(long left, long right, long edges) {
        return switch (this) {
            case LEFT -> left;
            case RIGHT -> right;
            case RELATIONSHIPS -> edges;
        };
    }

    /** How many there are in {@code projected}. */
    public long count(ProjectedGraph projected) {
        return count(
                projected.left().count(),
                projected.isBipartite() ? projected.right().count() : 0,
                projected.graph().edgeCount());
    }
}
