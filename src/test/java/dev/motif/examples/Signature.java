package dev.motif.examples;

import dev.motif.neo4j.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A procedure or function as the database shows it.
 *
 * @param result the columns of a procedure, or a function's type as the only element, which has no name
 */
record Signature(String name, String description, List<Field> parameters, List<Field> result) {
    private static final Pattern DEFAULT = Pattern.compile("DefaultParameterValue\\{value=(.*), type=.*}");
    private static final String SHOW =
            "SHOW %s YIELD name, description, argumentDescription, returnDescription WHERE name STARTS WITH 'motif.'";

    /**
     * A parameter or a column.
     *
     * @param value the default of a parameter as Cypher writes it; empty when the parameter must be given
     */
    record Field(String name, String type, String value, String description) {
        private static Field of(Map<String, Object> field) {
            String type = (String) field.get("type");
            Matcher value = DEFAULT.matcher(String.valueOf(field.get("default")));
            String text = value.matches() ? value.group(1) : "";
            return new Field(
                    (String) field.get("name"),
                    type,
                    value.matches() && type.equals("STRING") ? "'" + text + "'" : text,
                    (String) field.get("description"));
        }
    }

    /** The signatures by name, read only once since many tests need them; null before. */
    private static Map<String, Signature> procedures;

    static Map<String, Signature> procedures() {
        if (procedures == null) {
            procedures = read("PROCEDURES");
        }
        return procedures;
    }

    static Map<String, Signature> functions() {
        return read("FUNCTIONS");
    }

    private static Map<String, Signature> read(String kind) {
        Map<String, Signature> signatures = new LinkedHashMap<>();
        for (Map<String, Object> row : TestDatabase.rows(SHOW.formatted(kind))) {
            Object result = row.get("returnDescription");
            signatures.put(
                    (String) row.get("name"),
                    new Signature(
                            (String) row.get("name"),
                            (String) row.get("description"),
                            fields(row.get("argumentDescription")),
                            result instanceof String type ? List.of(new Field("", type, "", "")) : fields(result)));
        }
        return signatures;
    }

    @SuppressWarnings("unchecked")
    private static List<Field> fields(Object descriptions) {
        return ((List<Map<String, Object>>) descriptions)
                .stream().map(Field::of).toList();
    }

    /** The keys of the configuration; none when it has no such parameter. */
    List<String> keys() {
        return parameters.stream()
                .filter(parameter -> parameter.name().equals("configuration"))
                .flatMap(parameter -> List.of(parameter.description().split(", ")).stream())
                .toList();
    }

    boolean isForUnipartiteGraphs() {
        return has(
                parameters,
                graph -> graph.name().equals("graph") && graph.description().contains("unipartite"));
    }

    /** Whether the column {@code configuration} has the defaults too: projections return only what was given. */
    boolean returnsConfiguration() {
        return has(parameters, parameter -> parameter.name().equals("graph"))
                && has(result, column -> column.name().equals("configuration"));
    }

    private static boolean has(List<Field> fields, Predicate<Field> condition) {
        return fields.stream().anyMatch(condition);
    }
}
