package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Passes null for every argument of every procedure and function, and for every key of their configurations. */
class NullArgumentsTest {
    @TempDir
    static Path folder;

    /** What the graphs and nodes are like before each call. */
    private static List<Object> created;

    @BeforeAll
    static void useFolder() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
    }

    /** Makes the graphs anew where a call has changed something. */
    @BeforeEach
    void createGraphs() {
        if (created != null && created.equals(state())) {
            return;
        }
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (a:L)-[:R {at: 1}]->(b:M), (a)-[:R {at: 2}]->(:M), (c:L)-[:R {at: 3}]->(b)");
        TestDatabase.rows("CALL motif.graph.project('bipartite', {left: 'L', right: 'M'}, 'R', {relationshipIds: true,"
                + " relationshipProperties: 'at'})");
        TestDatabase.rows("CALL motif.graph.project('unipartite', '*', '*', {relationshipIds: true})");
        TestDatabase.rows("CALL motif.tip.mutate('bipartite', {mutateProperty: 'tip'})");
        TestDatabase.rows("CALL motif.graph.project('gone', '*', '*')");
        TestDatabase.rows("CALL motif.graph.export('gone', 'saved', {overwrite: true})");
        TestDatabase.rows("CALL motif.graph.drop('gone')");
        created = state();
    }

    private static List<Object> state() {
        return List.of(
                TestDatabase.rows("MATCH (n) RETURN id(n) AS id, labels(n) AS labels, properties(n) AS properties"
                        + " ORDER BY id UNION ALL MATCH ()-[r]->() RETURN id(r) AS id, [type(r)] AS labels,"
                        + " properties(r) AS properties ORDER BY id"),
                TestDatabase.rows("CALL motif.graph.list() YIELD graphName, creationTime, bytes, columns"),
                Files.exists(folder.resolve("saved.motif")));
    }

    @AfterAll
    static void emptyDatabase() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    /** An argument of a procedure, and the values that it has in a correct call of all arguments. */
    private record Case(String procedure, List<Argument> arguments, int index) {
        Argument argument() {
            return arguments.get(index);
        }

        @Override
        public String toString() {
            return procedure + " " + argument().name;
        }
    }

    private record Argument(String name, String description) {
        Object valid(String procedure) {
            return switch (name) {
                case "graph" -> description.contains("unipartite") ? "unipartite" : "bipartite";
                case "graphName" -> procedure.matches(".*(project|filter|induce|fold).*") ? "new" : "bipartite";
                case "fromGraphName" -> "bipartite";
                case "filter" -> "l.tip >= 0";
                case "nodes", "relationships" -> procedure.contains("induce") ? List.of() : "*";
                case "jobId", "name" -> "none";
                case "fileName" -> procedure.contains("export") ? "new" + System.nanoTime() : "saved";
                case "failIfMissing" -> true;
                case "properties" -> procedure.contains("relationship") ? "*" : "tip";
                case "configuration" -> configuration(procedure);
                default -> throw new AssertionError("no value is known for " + this);
            };
        }

        private Map<String, Object> configuration(String procedure) {
            Map<String, Object> valid = new LinkedHashMap<>();
            if (procedure.equals("motif.graph.write") || procedure.equals("motif.graph.exportCsv")) {
                valid.put("nodeProperties", "tip");
            } else if (procedure.contains(".write")) {
                valid.put("writeProperty", "x");
            }
            if (procedure.startsWith("motif.nodeSimilarity.write")) {
                valid.put("writeRelationshipType", "X");
            }
            if (procedure.contains(".mutate")) {
                valid.put("mutateProperty", "x");
            }
            if (procedure.startsWith("motif.nodeSimilarity.mutate")) {
                valid.put("mutateGraphName", "similar" + System.nanoTime());
            }
            if (procedure.matches("motif\\.(biclique\\.(count|densest|list)|research\\.gbc).*")) {
                valid.putAll(Map.of("p", 2, "q", 2));
            }
            if (procedure.startsWith("motif.biclique.lockstep")) {
                valid.putAll(Map.of("timeProperty", "at", "window", 5, "minLeft", 2, "minRight", 1));
            }
            if (procedure.startsWith("motif.biclique.near")) {
                valid.putAll(Map.of("minLeft", 3, "minRight", 3));
            }
            if (procedure.startsWith("motif.clique.near")) {
                valid.put("minNodes", 3);
            }
            if (procedure.matches("motif\\.(kclique|clique\\.percolation).*")) {
                valid.put("k", 3);
            }
            return valid;
        }
    }

    @SuppressWarnings("unchecked")
    static Stream<Case> cases() {
        return TestDatabase.rows("SHOW PROCEDURES YIELD name, argumentDescription WHERE name STARTS WITH 'motif.'"
                        + " RETURN name, argumentDescription ORDER BY name")
                .stream()
                .flatMap(row -> {
                    List<Argument> arguments = ((List<Map<String, String>>) row.get("argumentDescription"))
                            .stream()
                                    .map(argument -> new Argument(argument.get("name"), argument.get("description")))
                                    .toList();
                    return Stream.iterate(0, i -> i + 1)
                            .limit(arguments.size())
                            .map(i -> new Case((String) row.get("name"), arguments, i));
                });
    }

    private static Throwable call(Case one, Object value) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < one.arguments.size(); i++) {
            names.add("$a" + i);
            parameters.put(
                    "a" + i, i == one.index ? value : one.arguments.get(i).valid(one.procedure));
        }
        return catchThrowable(
                () -> TestDatabase.rows("CALL " + one.procedure + "(" + String.join(", ", names) + ")", parameters));
    }

    private static void assertNamed(Throwable error, Iterable<String> names) {
        assertThat(error)
                .message()
                .startsWith("Failed to invoke procedure")
                .contains("java.lang.IllegalArgumentException: ");
        assertThat(names).anySatisfy(name -> assertThat(error).hasMessageContaining("`" + name + "`"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nullIsTheDefaultOrAnErrorThatNamesTheArgument(Case one) {
        assertThat(call(one, one.argument().valid(one.procedure))).isNull();
        createGraphs();
        Throwable error = call(one, null);
        if (error != null) {
            boolean map = one.argument().name.equals("configuration");
            assertNamed(error, map ? keys(one) : List.of(one.argument().name));
        }
    }

    private static List<String> keys(Case one) {
        return Arrays.asList(one.argument().description.split(", "));
    }

    static Stream<Case> configurations() {
        return cases().filter(one -> one.argument().name.equals("configuration"));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void nullOfAKeyIsItsDefaultOrAnErrorThatNamesTheKey(Case one) {
        Map<String, Object> configuration = new LinkedHashMap<>();
        keys(one).forEach(key -> configuration.put(key, null));
        configuration.putAll(one.argument().configuration(one.procedure));
        Throwable error = call(one, configuration);
        if (error != null) {
            assertNamed(error, keys(one));
        }
    }

    @Test
    void missingGraphIsAnErrorForNullAsByDefault() {
        for (String arguments : List.of("'missing'", "'missing', null", "'missing', true")) {
            assertThatThrownBy(() -> TestDatabase.rows("CALL motif.graph.drop(" + arguments + ")"))
                    .hasMessageContaining("'missing'");
        }
        assertThat(TestDatabase.rows("CALL motif.graph.drop('missing', false)")).isEmpty();
    }

    /** Nodes that are null stand for rows without them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            null, n, n, {kind: 'UNIPARTITE'}     | graphName
            'new', n, n, null                    | kind
            'new', n, n, {kind: null}            | kind
            'new', null, n, {kind: 'UNIPARTITE'} |
            'new', n, null, {kind: 'UNIPARTITE'} |
            """)
    void functionTakesNullToo(String arguments, String named) {
        Throwable error =
                catchThrowable(() -> TestDatabase.rows("MATCH (n) RETURN motif.graph.project(" + arguments + ")"));
        if (named == null) {
            assertThat(error).isNull();
        } else {
            assertThat(error)
                    .hasMessageContaining("java.lang.IllegalArgumentException: ")
                    .hasMessageContaining("`" + named + "`");
        }
    }
}
