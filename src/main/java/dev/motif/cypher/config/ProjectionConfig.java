package dev.motif.cypher.config;

import dev.motif.projection.Projection;
import dev.motif.projection.PropertyFilter;
import java.util.List;
import java.util.Map;

/** Reads what to project out of the arguments of motif.graph.project, or out of a map in place of a graph's name. */
public final class ProjectionConfig {
    private static final String LABELS = "a label";
    private static final String TYPES = "'*', a relationship type";
    private static final String NODES = "a label, a list of labels, '*', or a map {left: ..., right: ...}";

    private ProjectionConfig() {}

    /**
     * Reads a projection from three arguments.
     *
     * @param nodes one label or a list of labels, or a map with {@code left} and {@code right}
     * @param relationships one relationship type or a list of types
     * @param configuration {@code relationshipFilter} and {@code relationshipIds} are read from it
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
            left = Configuration.names("`nodes`", nodes, "'*', a map {left: ..., right: ...}, a label");
        }
        List<String> types = Configuration.names("`relationships`", relationships, TYPES);
        return new Projection(left, right, types, filter(configuration), configuration.flag("relationshipIds", false));
    }

    /** Reads a projection for a single run from one map with {@code nodes}, {@code relationships} and the options. */
    public static Projection ofMap(Configuration map) {
        return of(map.requiredValue("nodes", NODES), map.requiredValue("relationships", TYPES + " or a list"), map);
    }

    private static PropertyFilter filter(Configuration configuration) {
        Configuration filter = configuration.part("relationshipFilter");
        if (filter == null) {
            return null;
        }
        return PropertyFilter.of(
                filter.requiredString("property"), filter.value("min"), filter.value("max"), filter.value("equals"));
    }
}
