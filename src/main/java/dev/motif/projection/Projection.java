package dev.motif.projection;

import dev.motif.projection.value.Property;
import dev.motif.projection.value.Property.Aggregation;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes and relationships to read from the database, and how they become a graph.
 *
 * @param left the labels of the left side, or of all vertices when the graph is unipartite; {@link #ALL} for any node
 * @param right the labels of the right side, or null when the graph is unipartite
 * @param leftFilter which nodes with these labels to keep, or null for all
 * @param rightFilter the same for the right side; null when the graph is unipartite
 * @param types the relationship types, {@link #ALL} for any
 * @param filter which relationships of these types to keep, or null for all
 * @param relationshipIds whether to keep the id of the relationship behind every edge
 * @param properties which of their properties become columns; directions of relationships only of a unipartite graph
 */
public record Projection(
        List<String> left,
        List<String> right,
        PropertyFilter leftFilter,
        PropertyFilter rightFilter,
        List<String> types,
        PropertyFilter filter,
        boolean relationshipIds,
        Properties properties) {
    /** Stands for every label or every type. */
    public static final List<String> ALL = List.of("*");

    public Projection {
        left = List.copyOf(left);
        right = right == null ? null : List.copyOf(right);
        types = List.copyOf(types);
    }

    /**
     * Properties that become columns, of different names; a column of both sides is one property.
     *
     * @param left the properties of the left side, or of all vertices when the graph is unipartite
     * @param right the properties of the right side; none when the graph is unipartite
     */
    public record Properties(List<Property> left, List<Property> right, List<Property> relationships) {
        public static final Properties NONE = new Properties(List.of(), List.of(), List.of());

        public Properties {
            left = List.copyOf(left);
            right = List.copyOf(right);
            relationships = List.copyOf(relationships);
        }

        /**
         * Adds the directions of relationships, of each parallel one where another property keeps all values.
         *
         * @param lists whether to keep all directions even if no other property keeps all values
         */
        public Properties withDirections(boolean lists) {
            List<Property> all = new ArrayList<>(relationships);
            all.add(Property.direction(lists || relationships.stream().anyMatch(Properties::isKept)));
            return new Properties(left, right, all);
        }

        public boolean haveDirections() {
            return relationships.stream().anyMatch(Property::isDirection);
        }

        /** Whether what becomes of parallel relationships depends on their ids. */
        private boolean needRelationshipIds() {
            return relationships.size() > 1
                    || relationships.stream()
                            .anyMatch(property -> property.aggregation() == Aggregation.SINGLE
                                    || property.isDirection() && isKept(property));
        }

        private static boolean isKept(Property property) {
            return property.aggregation() == Aggregation.KEEP;
        }
    }

    /** A projection without properties. */
    public Projection(
            List<String> left,
            List<String> right,
            PropertyFilter leftFilter,
            PropertyFilter rightFilter,
            List<String> types,
            PropertyFilter filter,
            boolean relationshipIds) {
        this(left, right, leftFilter, rightFilter, types, filter, relationshipIds, Properties.NONE);
    }

    /** A projection of all nodes with these labels, without properties. */
    public Projection(
            List<String> left, List<String> right, List<String> types, PropertyFilter filter, boolean relationshipIds) {
        this(left, right, null, null, types, filter, relationshipIds);
    }

    public boolean isBipartite() {
        return right != null;
    }

    /** Whether some nodes or relationships with these labels and types are left out. */
    public boolean isFiltered() {
        return leftFilter != null || rightFilter != null || filter != null;
    }

    /** Returns this projection with {@code relationshipIds}. */
    public Projection withRelationshipIds() {
        return new Projection(left, right, leftFilter, rightFilter, types, filter, true, properties);
    }

    /** Returns this projection with {@code others} for its properties. */
    public Projection with(Properties others) {
        return new Projection(left, right, leftFilter, rightFilter, types, filter, relationshipIds, others);
    }

    /** Whether ids of relationships are read, be they kept or not. */
    boolean readsRelationshipIds() {
        return relationshipIds || properties.needRelationshipIds();
    }

    /** The numbers that are read of each relationship. */
    public int payloads() {
        return (readsRelationshipIds() ? 1 : 0) + properties.relationships().size();
    }
}
