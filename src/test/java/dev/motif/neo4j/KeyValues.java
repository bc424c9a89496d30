package dev.motif.neo4j;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.motif.examples.ProjectFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Valid configurations of all procedures, made of {@code keys.tsv}: the keys that must be given, and values of each key. The graph
 * has relationships with numbers {@code at} and {@code weight}, and for some values nodes with {@code age} and {@code name}.
 * Reads the file itself, since tests of the built jar do without the product's classes.
 */
public final class KeyValues {
    private static final Pattern LITERAL = Pattern.compile("`('.*'|true|false|-?[0-9.E-]+)`");
    private static final Pattern RANGE = Pattern.compile("(\\d+) (?:to (\\d+)?|or more)");
    /** The number of values of a key of integers, the smallest ones. */
    private static final int SMALLEST = 3;

    /** Reads what Cypher writes alike: texts in single quotes, maps whose keys have no quotes. */
    private static final JsonMapper LITERALS = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build();

    private static final List<Key> KEYS = ProjectFiles.text(Path.of("src/main/resources/dev/motif/keys.tsv"))
            .lines()
            .skip(1)
            .map(Key::of)
            .toList();

    /** A row of {@code keys.tsv}. */
    public record Key(
            String name,
            List<String> patterns,
            String type,
            String value,
            String meaning,
            String example,
            String values) {
        static Key of(String row) {
            String[] cells = Arrays.copyOf(row.split("\t", -1), 7);
            return new Key(
                    cells[0],
                    List.of(cells[1].split(" ")),
                    cells[2],
                    cells[3],
                    cells[4],
                    cells[5],
                    cells[6] == null ? "" : cells[6]);
        }

        /** The length of the longest pattern that names the procedure; 0 when none does. */
        private int specificity(String procedure) {
            return patterns.stream()
                    .filter(pattern -> procedure.matches(
                            pattern.replace(".", "\\.").replace("*", ".*").replace("()", "\\(\\)")))
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
        }
    }

    private KeyValues() {}

    /** The row of {@code keys.tsv} about a key of the procedure. */
    public static Key key(String procedure, String name) {
        String described = procedure.replace("motif.", "").replace(".estimate", "");
        return KEYS.stream()
                .filter(key -> key.name.equals(name) && key.specificity(described) > 0)
                .max(Comparator.comparingInt(key -> key.specificity(described)))
                .orElseThrow(() -> new IllegalArgumentException("no key " + name + " of " + procedure));
    }

    /** Values that are valid for a key in some call of the procedure, without repetitions; empty when none is known. */
    public static List<Object> of(String procedure, String name) {
        return of(key(procedure, name));
    }

    /** Values that are valid in some call: the example, the default, and the values described or small integers. */
    public static List<Object> of(Key key) {
        Matcher standard = LITERAL.matcher(key.value());
        List<Object> values = new ArrayList<>(read(key.example()));
        values.addAll(standard.matches() ? read(standard.group(1)) : List.of());
        values.addAll(
                switch (key.values().isEmpty() ? key.type() : "") {
                    case "BOOLEAN" -> List.of(true, false);
                    case "INTEGER" -> smallest(key.meaning());
                    default -> read(key.values());
                });
        return values.stream().distinct().toList();
    }

    private static List<Object> smallest(String meaning) {
        Matcher range = RANGE.matcher(meaning);
        boolean found = range.find();
        long least = found ? Long.parseLong(range.group(1)) : 1;
        long most = found && range.group(2) != null ? Long.parseLong(range.group(2)) : Long.MAX_VALUE;
        return LongStream.rangeClosed(least, Math.min(most, least + SMALLEST - 1))
                .<Object>mapToObj(value -> value)
                .toList();
    }

    private static List<Object> read(String literals) {
        try {
            return List.of((Object[]) LITERALS.readValue("[" + literals + "]", Object[].class));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(literals, e);
        }
    }

    /** The keys that must be given, each with a valid value. */
    public static Map<String, Object> needed(String procedure, Collection<String> names) {
        Map<String, Object> needed = new LinkedHashMap<>();
        for (String name : names) {
            Key key = key(procedure, name);
            if (!key.example().isEmpty()) {
                needed.put(name, of(key).get(0));
            }
        }
        return needed;
    }

    /** Configurations that together use all ways of a procedure: first the least, then keys in place of these, or other work. */
    public static List<Map<String, Object>> variants(String procedure, Collection<String> names) {
        Map<String, Object> needed = needed(procedure, names);
        List<Map<String, Object>> variants = new ArrayList<>(List.of(needed));
        if (names.contains("maxP")) {
            variants.add(with(needed, "p", null, "q", null, "maxP", 3L, "maxQ", 3L));
        }
        if (names.contains("maxK") && names.contains("k")) {
            variants.add(needed.containsKey("k") ? with(needed, "k", null, "maxK", 4L) : with(needed, "k", 3L));
            if (needed.containsKey("k") && !procedure.matches(".*(mutate|sample).*")) {
                variants.add(with(needed, "k", null));
            }
        }
        if (names.contains("window") && !needed.containsKey("window")) {
            variants.add(with(needed, "timeProperty", "at", "window", 2L));
        }
        if (names.contains("tolerance")) {
            variants.add(with(
                    needed,
                    "timeProperty",
                    "at",
                    "window",
                    2L,
                    "tolerance",
                    of(procedure, "tolerance").get(0),
                    "relationshipWeightProperty",
                    "weight"));
        }
        if (names.contains("span")) {
            variants.add(with(needed, "timeProperty", "at", "span", 2L));
        }
        if (needed.containsKey("nodeProperties")) {
            variants.add(with(needed, "nodeProperties", null, "relationshipProperties", "*"));
        }
        if (names.contains("nodeCount")) {
            variants.add(with(needed, "nodeCount", 100L, "relationshipCount", 1000L));
            variants.add(with(needed, "leftCount", 100L, "rightCount", 10L, "relationshipCount", 1000L));
        }
        if (names.contains("discountHubs")) {
            variants.add(with(needed, "p", 1L, "q", 1L, "discountHubs", "RIGHT"));
        }
        if (names.contains("topK")
                && names.contains("relationshipWeightProperty")
                && !names.contains("writeProperty")
                && !procedure.contains("imilarity")) {
            Map<String, Object> heaviest = with(needed, "topK", 3L, "relationshipWeightProperty", "weight");
            variants.add(names.contains("topKBy") ? with(heaviest, "topKBy", "WEIGHT") : heaviest);
        }
        if (names.contains("pairs")) {
            variants.add(with(needed, "pairs", of(procedure, "pairs").get(0)));
        }
        for (String label : List.of("writeBicliques", "writeCliques", "writeCommunities")) {
            if (names.contains(label)) {
                variants.add(with(
                        needed,
                        "writeProperty",
                        null,
                        label,
                        of(procedure, label).get(0)));
            }
        }
        if (procedure.contains(".research.")) {
            Stream.of("algorithm", "counting").filter(names::contains).forEach(technique -> of(procedure, technique)
                    .forEach(value -> variants.add(with(needed, technique, value))));
        }
        return variants;
    }

    /** @param keysAndValues null removes a key */
    private static Map<String, Object> with(Map<String, Object> others, Object... keysAndValues) {
        Map<String, Object> keys = new LinkedHashMap<>(others);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            keys.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        keys.values().removeIf(value -> value == null);
        return keys;
    }
}
