package dev.motif.cypher.procedure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys of configurations as {@code keys.tsv} describes them, for {@code motif.list} and the reference. A row of the file
 * holds for the procedures that its patterns name; where several rows hold, the row with the longest pattern does.
 */
public final class ConfigurationKeys {
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final String PREFIX = "motif.";
    private static final int COLUMNS = 7;

    /** The values of parameters in examples, as Cypher writes them. */
    private static final Map<String, String> ARGUMENTS = Map.of(
            "graph", "'graph'",
            "graphName", "'graph'",
            "fromGraphName", "'graph'",
            "nodes", "'Person'",
            "relationships", "'KNOWS'",
            "filter", "'n.degree > 1'",
            "properties", "'score'",
            "fileName", "'graph'");

    /** The values of parameters where a graph is made of another, or compared with it. */
    private static final Map<String, String> DERIVED = Map.of("graphName", "'new'", "nodes", "[]");

    private static final List<Row> ROWS = read();

    /**
     * A key of a procedure's configuration.
     *
     * @param value its default as Cypher writes it, in backticks, or in words; empty without one
     * @param meaning sentences, with links as in {@code docs/reference}
     * @param example a value as Cypher writes it, where the key must be given; otherwise empty
     * @param values values as Cypher writes them, separated by commas: all of an enumeration, otherwise some; empty where
     *     the type says it
     */
    public record Key(String name, String type, String value, String meaning, String example, String values) {
        /** The key as {@code motif.list} shows it, without links and backticks. */
        Map<String, Object> asMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("name", name);
            map.put("type", type);
            map.put("default", plain(value));
            map.put("meaning", plain(meaning));
            map.put("values", values.isEmpty() ? example : values);
            return map;
        }

        private static String plain(String text) {
            return LINK.matcher(text).replaceAll("$1").replace("`", "");
        }
    }

    /** A pattern of a row, and the procedures that it names. */
    private record Names(int length, Predicate<String> procedures) {
        static Names of(String pattern) {
            String regex =
                    Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
            return new Names(pattern.length(), Pattern.compile(regex).asMatchPredicate());
        }
    }

    private record Row(Key key, List<Names> patterns) {
        /** The length of the longest pattern that names the procedure; 0 when none does. */
        int specificity(String procedure) {
            return patterns.stream()
                    .filter(names -> names.procedures.test(procedure))
                    .mapToInt(Names::length)
                    .max()
                    .orElse(0);
        }
    }

    private ConfigurationKeys() {}

    private static List<Row> read() {
        try (InputStream file = ConfigurationKeys.class.getResourceAsStream("/dev/motif/keys.tsv")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split("\t", COLUMNS))
                    .map(cells -> new Row(
                            new Key(
                                    cells[0],
                                    cells[2],
                                    cells[3],
                                    cells[4],
                                    cells[5],
                                    cells.length == COLUMNS ? cells[COLUMNS - 1] : ""),
                            Stream.of(cells[1].split(" ")).map(Names::of).toList()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The keys with these names.
     *
     * @param procedure the name of a procedure, or of a function with {@code ()} behind it
     * @throws IllegalArgumentException when a key is not described
     */
    public static List<Key> of(String procedure, List<String> names) {
        String described = procedure.replace(PREFIX, "").replace(".estimate", "");
        return names.stream().map(name -> of(described, name)).toList();
    }

    private static Key of(String procedure, String name) {
        return ROWS.stream()
                .filter(row -> row.key.name.equals(name) && row.specificity(procedure) > 0)
                .max(Comparator.comparingInt(row -> row.specificity(procedure)))
                .map(Row::key)
                .orElseThrow(() -> new IllegalArgumentException("no key " + name + " of " + procedure));
    }

    /**
     * A call with all that must be given.
     *
     * @param isFunction whether it is a function, whose arguments are variables of a query
     * @param parameters the names of the parameters that have no default, in order
     */
    static String example(String name, boolean isFunction, List<String> parameters, List<Key> keys) {
        String configuration = keys.stream()
                .filter(key -> !key.example.isEmpty())
                .map(key -> key.name + ": " + key.example)
                .collect(Collectors.joining(", "));
        Stream<String> arguments = parameters.stream().map(parameter -> {
            if (parameters.contains("fromGraphName") && DERIVED.containsKey(parameter)) {
                return DERIVED.get(parameter);
            }
            return ARGUMENTS.getOrDefault(parameter, isFunction ? parameter : "'" + parameter + "'");
        });
        return Stream.concat(arguments, Stream.of("{" + configuration + "}").filter(map -> !configuration.isEmpty()))
                .collect(Collectors.joining(", ", (isFunction ? "RETURN " : "CALL ") + name + "(", ")"));
    }
}
