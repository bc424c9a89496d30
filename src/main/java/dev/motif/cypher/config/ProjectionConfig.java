package dev.motif.cypher.config;

import dev.motif.projection.Projection;
import dev.motif.projection.PropertyFilter;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.util.List;
import java.util.Map;

/** Reads what to project out of the arguments of motif.graph.project, or out of a map in place of a graph's name. */
public final class ProjectionConfig {
    private static final String LABELS = "a label";
    private static final String TYPES = "'*', a relationship type";
    private static final String NODES = "a label, a list of labels, '*', or a map {left: ..., right: ...}";

    private static final String NODE_FILTER = "nodeFilter";

    private ProjectionConfig() {}

    /**
     * Reads a projection from three arguments.
     *
     * @param nodes one label or a list of labels, or a map with {@code left} and {@code right}
     * @param relationships one relationship type or a list of types
     * @param configuration {@code relationshipFilter}, {@code nodeFilter} and {@code relationshipIds} are read from it
     * @throws IllegalArgumentException when an argument is wrong
     */
    public static Projection of(Object nodes, Object relationships, Configuration configuration) {
        if (nodes == null) {
            throw new IllegalArgumentException("`nodes` must be " + NODES + ", got null");
        }
        List<String> left;
        List<String> right = null;
        if (nodes instanceof Map<?, ?>) {
            Configuration sides = new Configuration(Map.of("nodes", nodes)).part("nodes");
            left = sides.names("left", LABELS);
            right = sides.names("right", LABELS);
            sides.rejectUnknown();
        } else {
            left = Names.list("`nodes`", nodes, "'*', a map {left: ..., right: ...}, a label");
        }
        List<String> types = Names.list("`relationships`", relationships, TYPES);
        PropertyFilter relationshipFilter = filter(configuration, "relationshipFilter");
        boolean relationshipIds = configuration.flag("relationshipIds", false);
        if (!hasSides(configuration.value(NODE_FILTER))) {
            PropertyFilter all = filter(configuration, NODE_FILTER);
            return new Projection(
                    left, right, all, right == null ? null : all, types, relationshipFilter, relationshipIds);
        }
        if (right == null) {
            throw new IllegalArgumentException("`" + NODE_FILTER + "` must not have `left` and `right` unless `nodes`"
                    + " has, got " + UserText.value(configuration.value(NODE_FILTER)));
        }
        Configuration sides = configuration.part(NODE_FILTER);
        return new Projection(
                left, right, filter(sides, "left"), filter(sides, "right"), types, relationshipFilter, relationshipIds);
    }

    /** Reads a projection for a single run from one map with {@code nodes}, {@code relationships} and the options. */
    public static Projection ofMap(Configuration map) {
        return of(map.requiredValue("nodes", NODES), map.requiredValue("relationships", TYPES + " or a list"), map);
    }

    private static boolean hasSides(Object filter) {
        return filter instanceof Map<?, ?> map
                && map.keySet().stream()
                        .map(String.class::cast)
                        .anyMatch(key -> key.equalsIgnoreCase("left") || key.equalsIgnoreCase("right"));
    }

    private static PropertyFilter filter(Configuration configuration, String key) {
        List<PropertyFilter.Condition> conditions = configuration.parts(key, PropertyFilter.MAX_CONDITIONS).stream()
                .map(ProjectionConfig::condition)
                .toList();
        return conditions.isEmpty() ? null : new PropertyFilter(conditions);
    }

    private static PropertyFilter.Condition condition(Configuration given) {
        return PropertyFilter.Condition.of(
                given.path(),
                given.requiredString("property"),
                given.value("min"),
                given.value("max"),
                given.value("equals"),
                given.value("in"));
    }
}
