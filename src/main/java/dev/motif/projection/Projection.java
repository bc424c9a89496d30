package dev.motif.projection;

import java.util.List;

/**
 * What nodes and relationships to read from the database, and how they become a graph.
 *
 * @param left the labels of the left side, or of all vertices when the graph is unipartite; {@link #ALL} for any node
 * @param right the labels of the right side, or null when the graph is unipartite
 * @param leftFilter which nodes with these labels to keep, or null for all
 * @param rightFilter the same for the right side; null when the graph is unipartite
 * @param types the relationship types, {@link #ALL} for any
 * @param filter which relationships of these types to keep, or null for all
 * @param relationshipIds whether to keep the id of the relationship behind every edge
 */
public record Projection(
        List<String> left,
        List<String> right,
        PropertyFilter leftFilter,
        PropertyFilter rightFilter,
        List<String> types,
        PropertyFilter filter,
        boolean relationshipIds) {
    /** Stands for every label or every type. */
    public static final List<String> ALL = List.of("*");

    public Projection {
        left = List.copyOf(left);
        right = right == null ? null : List.copyOf(right);
        types = List.copyOf(types);
    }

    /** A projection of all nodes with these labels. */
    public Projection(
            List<String> left, List<String> right, List<String> types, PropertyFilter filter, boolean relationshipIds) {
        this(left, right, null, null, types, filter, relationshipIds);
    }

    public boolean isBipartite() {
        return right != null;
    }

    /** Returns this projection with {@code relationshipIds}. */
    public Projection withRelationshipIds() {
        return new Projection(left, right, leftFilter, rightFilter, types, filter, true);
    }
}
