package dev.motif.server;

import dev.motif.neo4j.KeyValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes calls of all procedures and functions of a server, each valid but for one argument, or one key of its
 * configuration. So most calls pass the checks in front of the one that is meant.
 */
final class FuzzedCalls {
    /** Graphs of these names are there: a bipartite and a unipartite one. */
    static final String RATINGS = "ratings";

    static final String FRIENDS = "friends";

    /** The beginning of the names of graphs that calls make. */
    static final String OWN = "own";

    private static final String BEFORE =
            "MATCH aPath = (aNode:User)-[aRelationship:RATED]->() WITH * LIMIT 1 WITH *, $configuration AS given";

    private static final Map<String, Object> SIDES = Map.of("left", "User", "right", "Item");

    private static final List<Object> FILTERS = List.of(
            "r.score > 0",
            "r.score > date('2026-11-01')",
            "n.other IS NULL",
            "NOT (l.score < 1.5 OR n.other = 2)",
            "1 = 1");
    /** A key that an error names, with or without its value. */
    private static final Pattern NAMED = Pattern.compile("`(\\w+)(?:: '?(\\w+)'?)?`");

    private static final Map<String, Object> COUNTS = Map.of("nodeCount", 100L, "relationshipCount", 1000L);
    private static final Map<String, Object> COUNTS_OF_SIDES =
            Map.of("leftCount", 100L, "rightCount", 10L, "relationshipCount", 1000L);

    /**
     * A procedure as the server shows it.
     *
     * @param arguments the descriptions of the arguments by their names, in order
     */
    record Procedure(String name, Map<String, String> arguments, List<String> columns) {
        @SuppressWarnings("unchecked")
        static Procedure of(Map<String, Object> row) {
            Map<String, String> arguments = new LinkedHashMap<>();
            ((List<Map<String, Object>>) row.get("argumentDescription"))
                    .forEach(argument ->
                            arguments.put((String) argument.get("name"), (String) argument.get("description")));
            return new Procedure(
                    (String) row.get("name"),
                    arguments,
                    ((List<Map<String, Object>>) row.get("returnDescription"))
                            .stream().map(column -> (String) column.get("name")).toList());
        }

        Set<String> keys() {
            String keys = arguments.get("configuration");
            return keys == null ? Set.of() : Set.of(keys.split(", "));
        }
    }

    /**
     * A call.
     *
     * @param seed what the calls before it were made of
     * @param number the number of the call among those of the seed
     */
    record Call(long seed, int number, String query, Map<String, Object> parameters) {
        @Override
        public String toString() {
            return "seed " + seed + ", call " + number + ":\n" + query + "\n" + OddValues.shown(parameters);
        }
    }

    private final List<Procedure> procedures;
    /** The keys of all procedures. */
    private final List<String> keys;

    /** @param procedures those of the server */
    FuzzedCalls(List<Procedure> procedures) {
        this.procedures = procedures;
        this.keys = procedures.stream()
                .flatMap(procedure -> procedure.keys().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** The keys of all procedures for which no valid value is known. */
    Set<String> unknownKeys() {
        Set<String> unknown = new TreeSet<>();
        for (Procedure procedure : procedures) {
            procedure.keys().stream()
                    .filter(key -> values(procedure, key).isEmpty())
                    .forEach(unknown::add);
        }
        return unknown;
    }

    private static List<Object> values(Procedure procedure, String key) {
        return KeyValues.of(procedure.name(), key).stream()
                .map(value -> named(key, value))
                .toList();
    }

    /** The value of a key, with the beginning of names of graphs that calls make. */
    private static Object named(String key, Object value) {
        return key.equals("graphName") || key.equals("mutateGraphName") ? OWN + "_" + value : value;
    }

    /** The first calls of a seed, which are the same each time. */
    List<Call> of(long seed, int count) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(number -> random.nextInt(procedures.size() + 2) < 2
                        ? function(seed, number, random)
                        : procedure(OddValues.anyOf(procedures, random), seed, number, random))
                .toList();
    }

    /**
     * A call that is valid, unless the value of a key or argument is not.
     *
     * @param key the key of the configuration, or the argument
     * @param value what is valid there
     * @param isNumber whether numbers that are not whole are valid, too
     * @param arguments the values of all arguments by their names, in order
     */
    record KeyCall(String procedure, String key, Object value, boolean isNumber, Map<String, Object> arguments) {
        @SuppressWarnings("unchecked")
        Map<String, Object> configuration() {
            return (Map<String, Object>) arguments.get("configuration");
        }

        @Override
        public String toString() {
            return procedure + " " + OddValues.shown(arguments);
        }
    }

    /**
     * For each key and argument of each procedure a call with each integer, or list of them, that is valid there.
     *
     * @param nodes ids of nodes of the graph
     * @param written what takes the place of an integer
     */
    List<KeyCall> withIntegers(List<Long> nodes, Function<Long, Object> written) {
        List<KeyCall> calls = new ArrayList<>();
        for (Procedure procedure : procedures) {
            // Of its own, so that the arguments of a procedure do not depend on which others there are.
            Map<String, Object> arguments =
                    arguments(procedure, new Random(procedure.name().hashCode()));
            if (procedure.name().equals("motif.graph.induce")) {
                arguments.put("configuration", Map.of());
                arguments.put("nodes", inPlaceOf(nodes, written));
                calls.add(new KeyCall(procedure.name(), "nodes", nodes, false, new LinkedHashMap<>(arguments)));
                arguments.put("nodes", List.of());
            }
            addCalls(calls, procedure, arguments, FuzzedCalls::integersOf, value -> inPlaceOf(value, written));
        }
        return calls;
    }

    /**
     * For each key of each procedure calls with each valid value, some of them on a graph of the wrong kind for it.
     *
     * @param nodes ids of nodes, which values of keys number
     */
    List<KeyCall> withValues(long seed, List<Long> nodes) {
        List<KeyCall> calls = new ArrayList<>();
        for (Procedure procedure : procedures) {
            Map<String, Object> arguments = arguments(procedure, new Random(seed));
            addCalls(calls, procedure, arguments, values -> values, value -> value);
        }
        for (KeyCall call : calls) {
            if (Set.of("contains", "pairs", "sourceNodes", "targetNodes").contains(call.key())) {
                call.configuration()
                        .put(call.key(), inPlaceOf(call.value(), number -> nodes.get(Math.toIntExact(number))));
            }
        }
        return calls;
    }

    /** The call with the other keys that its error names. */
    KeyCall withNamed(KeyCall call, String error) {
        Procedure procedure = procedures.stream()
                .filter(each -> each.name().equals(call.procedure()))
                .findFirst()
                .orElseThrow();
        Map<String, Object> configuration = new LinkedHashMap<>(call.configuration());
        NAMED.matcher(error).results().forEach(named -> {
            String key = named.group(1);
            boolean isOther = procedure.keys().contains(key) && !key.equals(call.key());
            List<Object> values = isOther ? values(procedure, key) : List.of();
            values.stream()
                    .filter(value -> named.group(2) == null || named.group(2).equals(value.toString()))
                    .reduce((first, last) -> last)
                    .ifPresent(value -> configuration.put(key, value));
        });
        Map<String, Object> arguments = new LinkedHashMap<>(call.arguments());
        arguments.put("configuration", configuration);
        return new KeyCall(call.procedure(), call.key(), call.value(), call.isNumber(), arguments);
    }

    /** The arguments of a call but for its configuration. */
    private static Map<String, Object> arguments(Procedure procedure, Random random) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        procedure
                .arguments()
                .forEach((name, description) -> arguments.put(
                        name,
                        name.equals("graphName") && description.contains("a graph")
                                ? RATINGS
                                : valid(name, description, 0, random)));
        arguments.computeIfPresent("fromGraphName", (name, any) -> RATINGS);
        return arguments;
    }

    private static void addCalls(
            List<KeyCall> calls,
            Procedure procedure,
            Map<String, Object> arguments,
            Function<List<Object>, List<?>> chosen,
            UnaryOperator<Object> written) {
        for (Map<String, Object> variant : variants(procedure)) {
            if (variant.containsKey("relationshipCount")) {
                arguments.put("nodes", variant.containsKey("nodeCount") ? "User" : SIDES);
            }
            for (String key : new TreeSet<>(procedure.keys())) {
                List<Object> values = values(procedure, key);
                for (Object value : chosen.apply(values)) {
                    Map<String, Object> configuration = new LinkedHashMap<>(variant);
                    configuration.put(key, written.apply(value));
                    arguments.put("configuration", configuration);
                    calls.add(new KeyCall(
                            procedure.name(),
                            key,
                            value,
                            values.stream().anyMatch(Double.class::isInstance),
                            new LinkedHashMap<>(arguments)));
                }
            }
        }
    }

    /** The first integer and the first list of integers among the valid values of a key, if there are. */
    private static List<?> integersOf(List<Object> values) {
        return Stream.of(Long.class, List.class)
                .flatMap(type -> values.stream()
                        .filter(value -> type.isInstance(value) && isOfIntegers(value))
                        .limit(1))
                .toList();
    }

    private static boolean isOfIntegers(Object value) {
        return value instanceof Long
                || value instanceof List<?> list
                        && !list.isEmpty()
                        && list.stream().allMatch(FuzzedCalls::isOfIntegers);
    }

    private static Object inPlaceOf(Object value, Function<Long, Object> written) {
        return value instanceof List<?> list
                ? list.stream().map(each -> inPlaceOf(each, written)).toList()
                : written.apply((Long) value);
    }

    private Call procedure(Procedure procedure, long seed, int number, Random random) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("configuration", Map.of());
        Map<String, String> expressions = new LinkedHashMap<>();
        procedure.arguments().forEach((name, description) -> {
            if (name.equals("configuration")) {
                parameters.put(name, configuration(procedure, random));
                expressions.put(name, "given");
            } else {
                boolean counts =
                        name.equals("graph") && procedure.name().endsWith(".estimate") && random.nextInt(3) == 0;
                parameters.put(name, counts ? counts(description) : valid(name, description, seed, random));
                expressions.put(name, "$" + name);
            }
        });
        if (!expressions.isEmpty()) {
            mutate(procedure, parameters, expressions, random);
        }
        String columns = String.join(", ", procedure.columns());
        return new Call(
                seed,
                number,
                BEFORE + "\nCALL " + procedure.name() + "(" + String.join(", ", expressions.values()) + ") YIELD "
                        + columns + " RETURN " + columns,
                parameters);
    }

    private static Object valid(String argument, String description, long seed, Random random) {
        String own = OWN + seed + "_" + random.nextInt(3);
        return switch (argument) {
            case "graph" -> graph(description, random);
            case "fromGraphName" -> OddValues.anyOf(List.of(RATINGS, FRIENDS, own), random);
            case "filter" -> OddValues.anyOf(FILTERS, random);
            case "nodes" ->
                OddValues.anyOf(
                        description.contains("ids")
                                ? List.of(List.of(), List.of(0L, 1L))
                                : List.of(SIDES, "User", List.of("User", "Item"), "*"),
                        random);
            case "relationships" -> OddValues.anyOf(List.of("RATED", List.of("RATED", "KNOWS"), "*"), random);
            case "failIfMissing" -> random.nextBoolean();
            case "jobId" -> "job";
            case "fileName" -> OWN + random.nextInt(3);
            case "properties" -> OddValues.anyOf(List.of("score", List.of("score", "other"), "*"), random);
            case "graphName" ->
                description.contains("a graph") ? OddValues.anyOf(List.of(RATINGS, FRIENDS, own), random) : own;
            default -> own;
        };
    }

    private static Object counts(String description) {
        return description.contains("bipartite") ? COUNTS_OF_SIDES : COUNTS;
    }

    private static Object graph(String description, Random random) {
        boolean bipartite = description.contains("bipartite") || random.nextBoolean();
        if (description.contains("unipartite")) {
            bipartite = false;
        }
        if (random.nextBoolean()) {
            return bipartite ? RATINGS : FRIENDS;
        }
        return Map.of(
                "nodes",
                bipartite ? SIDES : "Person",
                "relationships",
                bipartite ? "RATED" : "KNOWS",
                "relationshipIds",
                random.nextBoolean());
    }

    private static List<Map<String, Object>> variants(Procedure procedure) {
        List<Map<String, Object>> variants = KeyValues.variants(procedure.name(), procedure.keys());
        variants.forEach(variant -> variant.replaceAll(FuzzedCalls::named));
        return variants;
    }

    private static Map<String, Object> configuration(Procedure procedure, Random random) {
        Map<String, Object> configuration = new LinkedHashMap<>(OddValues.anyOf(variants(procedure), random));
        List<String> keys = procedure.keys().stream().sorted().toList();
        for (int i = random.nextInt(3); i > 0 && !keys.isEmpty(); i--) {
            String key = OddValues.anyOf(keys, random);
            Object value = OddValues.anyOf(values(procedure, key), random);
            configuration.putIfAbsent(
                    key,
                    value instanceof String name && name.equals(name.toUpperCase(Locale.ROOT)) && random.nextBoolean()
                            ? name.toLowerCase(Locale.ROOT)
                            : value);
        }
        return configuration;
    }

    /** Replaces one argument, or one value or key of the configuration or of a map in place of a graph's name. */
    private void mutate(
            Procedure procedure, Map<String, Object> parameters, Map<String, String> expressions, Random random) {
        String argument = OddValues.anyOf(List.copyOf(expressions.keySet()), random);
        if (procedure.keys().isEmpty() || random.nextInt(5) == 0) {
            if (argument.equals("graph") && parameters.get(argument) instanceof Map<?, ?> map && random.nextBoolean()) {
                parameters.put(argument, mutatedMap(map, random));
            } else if (random.nextInt(4) == 0) {
                expressions.put(argument, OddValues.anyExpression(random));
            } else {
                parameters.put(argument, OddValues.any(random));
                expressions.put(argument, "$" + argument);
            }
            return;
        }
        @SuppressWarnings("unchecked")
        Map<String, Object> configuration = (Map<String, Object>) parameters.get("configuration");
        String key = OddValues.anyOf(
                random.nextInt(10) == 0
                        ? keys
                        : procedure.keys().stream().sorted().toList(),
                random);
        switch (random.nextInt(12)) {
            case 0 -> configuration.put(OddValues.anyText(random), 1L);
            case 1 -> configuration.put(key.toUpperCase(Locale.ROOT), OddValues.any(random));
            case 2, 3 ->
                expressions.put("configuration", "given {.*, " + key + ": " + OddValues.anyExpression(random) + "}");
            default -> configuration.put(key, OddValues.any(random));
        }
    }

    private static Map<String, Object> mutatedMap(Map<?, ?> map, Random random) {
        Map<String, Object> mutated = new LinkedHashMap<>();
        map.forEach((key, value) -> mutated.put((String) key, value));
        String key = OddValues.anyOf(
                List.of(
                        "nodes",
                        "relationships",
                        "relationshipIds",
                        "relationshipFilter",
                        "relationshipProperties",
                        "parallel",
                        "sudo",
                        ""),
                random);
        Object value = OddValues.any(random);
        if (key.equals("relationshipFilter") && random.nextInt(4) > 0) {
            Map<String, Object> filter = new LinkedHashMap<>(Map.of("property", "at"));
            filter.put(OddValues.anyOf(List.of("min", "max", "equals", "property"), random), value);
            value = filter;
        } else if (key.equals("nodes") && random.nextBoolean()) {
            Map<String, Object> sides = new LinkedHashMap<>(SIDES);
            sides.put(OddValues.anyOf(List.of("left", "right", "middle"), random), value);
            value = sides;
        }
        mutated.put(key, value);
        return mutated;
    }

    private static Call function(long seed, int number, Random random) {
        return random.nextBoolean() ? aggregation(seed, number, random) : utility(seed, number, random);
    }

    private static Call utility(long seed, int number, Random random) {
        String function = OddValues.anyOf(List.of("asNode", "asNodes", "asRelationship"), random);
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("configuration", Map.of());
        parameters.put("odd", function.equals("asNodes") && random.nextBoolean() ? ids(random) : id(random));
        String argument = random.nextInt(4) == 0 ? OddValues.anyExpression(random) : "$odd";
        return new Call(
                seed, number, BEFORE + "\nRETURN motif.util." + function + "(" + argument + ") AS entity", parameters);
    }

    private static List<Object> ids(Random random) {
        List<Object> ids = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ids.add(id(random));
        }
        return ids;
    }

    private static Object id(Random random) {
        return random.nextBoolean() ? (Object) random.nextLong(20) : OddValues.any(random);
    }

    private static Call aggregation(long seed, int number, Random random) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("graphName", OWN + seed + "_f");
        Map<String, Object> configuration = new LinkedHashMap<>(Map.of("kind", "BIPARTITE"));
        parameters.put("configuration", configuration);
        List<String> arguments = new ArrayList<>(List.of("$graphName", "aNode", "to", "given"));
        int mutated = random.nextInt(6);
        if (mutated < arguments.size()) {
            if (random.nextBoolean()) {
                arguments.set(mutated, OddValues.anyExpression(random));
            } else {
                parameters.put("odd", OddValues.any(random));
                arguments.set(mutated, "$odd");
            }
        } else {
            configuration.put(
                    OddValues.anyOf(
                            List.of(
                                    "kind",
                                    "sourceNodeProperties",
                                    "targetNodeProperties",
                                    "relationshipProperties",
                                    "parallel",
                                    "readConcurrency",
                                    "jobId",
                                    "logProgress",
                                    "x"),
                            random),
                    OddValues.any(random));
        }
        return new Call(
                seed,
                number,
                BEFORE + "\nMATCH (aNode)-[:RATED]->(to) WITH motif.graph.project("
                        + arguments.stream().collect(Collectors.joining(", ")) + ") AS graph RETURN graph",
                parameters);
    }
}
