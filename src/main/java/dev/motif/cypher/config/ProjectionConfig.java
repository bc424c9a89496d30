package dev.motif.cypher.config;

import dev.motif.projection.Projection;
import dev.motif.projection.Projection.Properties;
import dev.motif.projection.PropertyFilter;
import dev.motif.projection.filter.FilterParser;
import dev.motif.projection.filter.FilterParser.Comparison;
import dev.motif.projection.filter.FilterParser.Constant;
import dev.motif.projection.filter.FilterParser.Operand;
import dev.motif.projection.filter.Formula;
import dev.motif.projection.filter.Operator;
import dev.motif.projection.value.Property;
import dev.motif.projection.value.Property.Aggregation;
import dev.motif.projection.value.Texts;
import dev.motif.projection.value.ValueType;
import dev.motif.text.Ascii;
import dev.motif.text.Names;
import dev.motif.text.UserText;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.neo4j.values.storable.Value;
import org.neo4j.values.storable.Values;

/** Reads what to project out of the arguments of motif.graph.project, or out of a map in place of a graph's name. */
public final class ProjectionConfig {
    private static final String LABELS = "a label";
    private static final String TYPES = "'*', a relationship type";
    private static final String NODES = "a label, a list of labels, '*', or a map {left: ..., right: ...}";

    private static final String NODE_FILTER = "nodeFilter";
    private static final String NODE_PROPERTIES = "nodeProperties";
    private static final String RELATIONSHIP_PROPERTIES = "relationshipProperties";

    private static final List<String> RELATIONSHIP = List.of("r", "relationship");
    private static final List<String> NODE = List.of("n", "node");

    /** The most properties of nodes, and of relationships. */
    public static final int MAX_PROPERTIES = 50;

    /** The treatment of parallel relationships whose properties do not say it themselves. */
    private enum Parallel {
        AGGREGATE,
        KEEP
    }

    /** The treatment of the directions of relationships. */
    private enum Orientation {
        UNDIRECTED,
        DIRECTED
    }

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
        PropertyFilter relationshipFilter = filter(configuration, "relationshipFilter", RELATIONSHIP);
        boolean relationshipIds = configuration.flag("relationshipIds", false);
        if (!hasSides(configuration.value(NODE_FILTER))) {
            PropertyFilter all = filter(configuration, NODE_FILTER, NODE);
            return new Projection(
                    left, right, all, right == null ? null : all, types, relationshipFilter, relationshipIds);
        }
        if (right == null) {
            throw new IllegalArgumentException("`" + NODE_FILTER + "` must not have `left` and `right` unless `nodes`"
                    + " has, got " + UserText.value(configuration.value(NODE_FILTER)));
        }
        Configuration sides = configuration.part(NODE_FILTER);
        return new Projection(
                left,
                right,
                filter(sides, "left", NODE),
                filter(sides, "right", NODE),
                types,
                relationshipFilter,
                relationshipIds);
    }

    /**
     * Reads a projection, as {@link #of} does, with the properties that become columns: {@code nodeProperties}, {@code
     * relationshipProperties}, {@code parallel} and {@code orientation}.
     */
    public static Projection withProperties(Object nodes, Object relationships, Configuration configuration) {
        Projection projection = of(nodes, relationships, configuration);
        Object ofNodes = configuration.value(NODE_PROPERTIES);
        boolean sides = projection.isBipartite() && hasOnlySides(ofNodes);
        List<Property> left =
                properties(NODE_PROPERTIES + (sides ? ".left" : ""), sides ? side(ofNodes, "left") : ofNodes, null);
        List<Property> right = !projection.isBipartite()
                ? List.of()
                : sides ? properties(NODE_PROPERTIES + ".right", side(ofNodes, "right"), null) : left;
        List<Property> ofRelationships = ofRelationships(configuration);
        checkDifferent(left, right, ofRelationships);
        return projection.with(
                directed(new Properties(left, right, ofRelationships), projection.isBipartite(), configuration));
    }

    /** The properties, with the directions of relationships where {@code orientation} asks for these. */
    private static Properties directed(Properties properties, boolean bipartite, Configuration configuration) {
        if (configuration.oneOf(Property.ORIENTATION, Orientation.class, Orientation.UNDIRECTED)
                == Orientation.UNDIRECTED) {
            return properties;
        }
        if (bipartite) {
            throw new IllegalArgumentException("`" + Property.ORIENTATION
                    + "` must be 'UNDIRECTED' for a bipartite graph, whose relationships join its left side to its right"
                    + " one whatever their directions are, got 'DIRECTED'");
        }
        Stream.of(properties.left(), properties.right(), properties.relationships())
                .flatMap(List::stream)
                .forEach(ProjectionConfig::checkNoDirection);
        return properties.withDirections(usual(configuration) == Aggregation.KEEP);
    }

    /**
     * Checks a column of a graph that has directions, which are a column too.
     *
     * @throws IllegalArgumentException when both have the same name
     */
    public static void checkNoDirection(Property property) {
        if (property.column().equals(Property.DIRECTION_COLUMN)) {
            throw new IllegalArgumentException("`" + property.parameter() + "` must not have a column '"
                    + Property.DIRECTION_COLUMN + "' with `" + Property.ORIENTATION
                    + "`: 'DIRECTED', which makes a column of this name; name the one of the property otherwise");
        }
    }

    private static List<Property> ofRelationships(Configuration configuration) {
        return properties(RELATIONSHIP_PROPERTIES, configuration.value(RELATIONSHIP_PROPERTIES), usual(configuration));
    }

    /**
     * The columns that the rows of a query have values for: {@code relationshipProperties}, a map by names of values, or of
     * maps with {@code value}, {@code default} and {@code aggregation}; {@code parallel} and {@code orientation} are read
     * too. The last column may be the directions, for which rows have no value.
     */
    public static List<Property> ofRows(Configuration configuration, boolean bipartite) {
        List<Property> given = ofRows(RELATIONSHIP_PROPERTIES, configuration, usual(configuration));
        return directed(new Properties(List.of(), List.of(), given), bipartite, configuration)
                .relationships();
    }

    /**
     * The columns that the rows of a query have values of nodes for.
     *
     * @param given a map by names of values, or of maps with {@code value} and {@code default}
     * @param relationships the columns of relationships
     * @throws IllegalArgumentException when it is no such map, or a column is one of relationships
     */
    public static List<Property> ofNodesOfRows(String parameter, Object given, List<Property> relationships) {
        if (given == null) {
            throw new IllegalArgumentException("`" + parameter + "` must be a MAP in rows with such a node, got null");
        }
        Configuration configuration = new Configuration(Map.of(parameter, given));
        // Maps of Cypher have no order.
        List<Property> properties = ofRows(parameter, configuration, null).stream()
                .sorted(Comparator.comparing(Property::column))
                .toList();
        configuration.rejectUnknown();
        for (Property property : properties) {
            if (relationships.stream().anyMatch(Property::isDirection)) {
                checkNoDirection(property);
            }
            if (relationships.stream().anyMatch(other -> other.column().equals(property.column()))) {
                throw sameColumn(parameter, property);
            }
        }
        return properties;
    }

    private static List<Property> ofRows(String parameter, Configuration configuration, Aggregation usual) {
        Configuration columns = configuration.part(parameter);
        if (columns == null) {
            return List.of();
        }
        List<String> names = ((Map<?, ?>) configuration.value(parameter))
                .keySet().stream().map(String.class::cast).toList();
        checkFew(parameter, names.size());
        return names.stream()
                .map(name -> property(columns, name, "value", usual))
                .toList();
    }

    private static IllegalArgumentException sameColumn(String parameter, Property property) {
        return new IllegalArgumentException("`" + parameter + "` and `" + RELATIONSHIP_PROPERTIES
                + "` must not have a column of the same name, got " + UserText.value(property.column()) + " twice");
    }

    private static Aggregation usual(Configuration configuration) {
        return configuration.oneOf("parallel", Parallel.class, Parallel.AGGREGATE) == Parallel.KEEP
                ? Aggregation.KEEP
                : Aggregation.SAME;
    }

    private static void checkFew(String parameter, int properties) {
        if (properties > MAX_PROPERTIES) {
            throw new IllegalArgumentException(
                    "`" + parameter + "` must have at most " + MAX_PROPERTIES + " properties, got more");
        }
    }

    private static boolean hasOnlySides(Object given) {
        return given instanceof Map<?, ?> map
                && !map.isEmpty()
                && map.keySet().stream().map(String.class::cast).allMatch(ProjectionConfig::isSide);
    }

    private static boolean isSide(String key) {
        return Ascii.equalsIgnoringCase(key, "left") || Ascii.equalsIgnoringCase(key, "right");
    }

    private static Object side(Object sides, String side) {
        return ((Map<?, ?>) sides)
                .entrySet().stream()
                        .filter(entry -> Ascii.equalsIgnoringCase((String) entry.getKey(), side))
                        .map(Map.Entry::getValue)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    /** No two columns of a graph may have the same name, but one of nodes may be of both sides. */
    private static void checkDifferent(List<Property> left, List<Property> right, List<Property> relationships) {
        Set<String> ofRelationships = new HashSet<>();
        relationships.forEach(property -> ofRelationships.add(property.column()));
        for (List<Property> side : List.of(left, right)) {
            for (Property property : side) {
                if (ofRelationships.contains(property.column())) {
                    throw new IllegalArgumentException(
                            sameColumn(NODE_PROPERTIES, property).getMessage()
                                    + "; name one of them otherwise: {otherName: {property: "
                                    + UserText.value(property.key()) + "}}");
                }
                right.stream()
                        .filter(other -> other.column().equals(property.column())
                                && !(other.key().equals(property.key())
                                        && Objects.equals(other.fallback(), property.fallback())))
                        .findFirst()
                        .ifPresent(other -> {
                            throw new IllegalArgumentException("`" + other.parameter() + "` must be the same as `"
                                    + property.parameter() + "`, which has a column of the same name");
                        });
            }
        }
    }

    /**
     * Reads a name, a map by names, or a list of names and such maps.
     *
     * @param usual the aggregation of properties that give none; null for nodes, which have none
     */
    private static List<Property> properties(String parameter, Object given, Aggregation usual) {
        if (given == null) {
            return List.of();
        }
        List<Property> properties = new ArrayList<>();
        List<?> parts = given instanceof List<?> list ? list : Arrays.asList(given);
        int number = 0;
        for (Object part : parts.subList(0, Math.min(parts.size(), MAX_PROPERTIES + 1))) {
            String name = given instanceof List<?> ? parameter + "[" + number++ + "]" : parameter;
            if (part instanceof Map<?, ?> map) {
                Configuration entries = new Configuration(Map.of(name, map)).part(name);
                map.keySet().stream()
                        .limit(MAX_PROPERTIES + 1)
                        .forEach(column -> properties.add(property(entries, (String) column, "property", usual)));
                entries.rejectUnknown();
            } else {
                properties.add(property(name, part, part, null, usual));
            }
        }
        checkFew(parameter, properties.size());
        Set<String> names = new HashSet<>();
        for (Property property : properties) {
            if (!names.add(property.column())) {
                throw new IllegalArgumentException(
                        "`" + parameter + "` must not have a column twice, got " + UserText.value(property.column()));
            }
        }
        return properties;
    }

    /** @param of what says where values are: {@code "property"}, or {@code "value"} of rows, which have them */
    private static Property property(Configuration entries, String column, String of, Aggregation usual) {
        Object single = entries.value(column);
        if (!(single instanceof Map<?, ?>)) {
            return property(entries.name(column), column, of.equals("value") ? column : single, null, usual);
        }
        Configuration given = entries.part(column);
        Object named = given.value(of);
        Object key = of.equals("value") ? null : named;
        Object fallback = given.value("default");
        if (given.has("defaultValue")) {
            if (fallback != null) {
                throw new IllegalArgumentException(
                        "`" + given.name("default") + "` and `defaultValue` are the same, and must not be given both");
            }
            fallback = given.value("defaultValue");
        }
        Aggregation aggregation = usual == null ? null : given.oneOf("aggregation", Aggregation.class, usual);
        return property(given.path(), column, key == null ? column : key, fallback, aggregation);
    }

    private static Property property(
            String parameter, Object column, Object key, Object fallback, Aggregation aggregation) {
        String name = Names.column("`" + parameter + "`", column);
        String ofDatabase = Names.name("`" + parameter + "`", key);
        if (ofDatabase.equals(Property.DIRECTION)) {
            throw new IllegalArgumentException("`" + parameter + "` must be the name of a property other than '"
                    + Property.DIRECTION + "'; directions are projected with " + Property.ORIENTATION + ": 'DIRECTED'");
        }
        if (ofDatabase.equals(Property.ANY) && aggregation != Aggregation.COUNT) {
            throw new IllegalArgumentException(
                    "`" + parameter + "` must be the name of a property; '*' needs aggregation: 'COUNT'");
        }
        return new Property(parameter, name, ofDatabase, fallback(parameter, fallback), aggregation);
    }

    private static Value fallback(String parameter, Object given) {
        if (given == null) {
            return null;
        }
        boolean single = given instanceof Number
                || given instanceof Boolean
                || given instanceof String text && text.length() <= Texts.MAX_CHARACTERS
                || given instanceof Temporal
                || given instanceof TemporalAmount;
        Value value = single ? Values.of(given) : null;
        try {
            if (value != null && ValueType.of(value) != ValueType.STRING) {
                ValueType.of(value).bits(value);
            }
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "`" + parameter + ".default` must be " + e.getMessage() + ", got " + UserText.value(given));
        }
        if (value == null) {
            throw new IllegalArgumentException("`" + parameter
                    + ".default` must be a number, a BOOLEAN, a temporal value or a STRING of at most "
                    + Texts.MAX_CHARACTERS + " characters, got " + UserText.value(given));
        }
        return value;
    }

    /**
     * Reads a projection for a single run from one map with {@code nodes}, {@code relationships} and the options. Of
     * properties it has only properties of relationships: no run reads others.
     */
    public static Projection ofMap(Configuration map) {
        Projection projection =
                of(map.requiredValue("nodes", NODES), map.requiredValue("relationships", TYPES + " or a list"), map);
        Properties properties = new Properties(List.of(), List.of(), ofRelationships(map));
        return projection.with(directed(properties, projection.isBipartite(), map));
    }

    private static boolean hasSides(Object filter) {
        return filter instanceof Map<?, ?> map
                && map.keySet().stream().map(String.class::cast).anyMatch(ProjectionConfig::isSide);
    }

    /** @param variables for what a filter keeps, if it is a text */
    private static PropertyFilter filter(Configuration configuration, String key, List<String> variables) {
        if (configuration.value(key) instanceof String text) {
            FilterParser parser = new FilterParser(
                    configuration.name(key),
                    text,
                    Set.copyOf(variables),
                    "a value, or a property of " + variables.get(0) + " (the " + variables.get(1) + ")");
            return new PropertyFilter(
                    parser.parse().replacing(comparison -> new Formula.Condition<>(condition(parser, comparison))),
                    false);
        }
        List<PropertyFilter.Condition> conditions = configuration.parts(key, PropertyFilter.MAX_CONDITIONS).stream()
                .map(ProjectionConfig::condition)
                .toList();
        return conditions.isEmpty() ? null : new PropertyFilter(conditions);
    }

    /** A comparison of a property with values, in any order. */
    private static PropertyFilter.Condition condition(FilterParser parser, Comparison given) {
        boolean reversed = given.first() instanceof Constant && !given.others().isEmpty();
        List<Operand> values = reversed ? List.of(given.first()) : given.others();
        if (!((reversed ? given.second() : given.first()) instanceof FilterParser.Property property)
                || !values.stream().allMatch(Constant.class::isInstance)) {
            throw parser.wrong(given.start(), "a projection compares a property with values");
        }
        Set<Value> constants = new LinkedHashSet<>();
        values.forEach(value -> constants.add(((Constant) value).value()));
        Operator operator = reversed ? given.operator().reversed() : given.operator();
        return new PropertyFilter.Condition(property.column(), List.of(new PropertyFilter.Bound(operator, constants)));
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
