package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.KeyValues;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestProcedure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;

/**
 * Tests that hold for every procedure: null for any argument, and for any key of its configuration, is the default or
 * an error that names it; other wrong arguments are named, too; estimates say what they are of; and rows end when
 * nobody wants them, with all their memory.
 */
class ProcedureContractTest {
    @TempDir
    static Path folder;

    /** Counts the names of new graphs and files, none of which comes twice. */
    private static final AtomicLong NAMES = new AtomicLong();

    /** The graphs and nodes before each call. */
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
        // Twice a complete bipartite graph, and a clique.
        TestDatabase.rows(
                "UNWIND [1, 2] AS i UNWIND [1, 2, 3, 4] AS j CREATE (:L {i: i}), (:M {i: i}), (:P {i: i, j: j})");
        TestDatabase.rows("MATCH (l:L), (m:M) WHERE l.i = m.i CREATE (l)-[:R {at: 1}]->(m)");
        // The last leads to the first, which makes directed cycles.
        TestDatabase.rows("MATCH (p:P), (q:P) WHERE p.i = q.i AND (q.j - p.j IN [1, 2] OR p.j - q.j = 3)"
                + " CREATE (p)-[:R {at: 2}]->(q)");
        TestDatabase.rows("CALL motif.graph.project('bipartite', {left: 'L', right: 'M'}, 'R', {relationshipIds: true,"
                + " relationshipProperties: 'at'})");
        TestDatabase.rows(
                "CALL motif.graph.project('unipartite', '*', '*', {relationshipIds: true, relationshipProperties: 'at',"
                        + " orientation: 'DIRECTED'})");
        TestDatabase.rows("CALL motif.tip.mutate('bipartite', {mutateProperty: 'tip'})");
        TestDatabase.rows("CALL motif.graph.project('gone', '*', '*')");
        TestDatabase.rows("CALL motif.graph.export('gone', 'saved', {overwrite: true})");
        TestDatabase.rows("CALL motif.graph.drop('gone')");
        created = state();
    }

    private static List<Object> state() {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            return List.of(
                    TestDatabase.nodes(transaction)
                            .map(node -> state(node, node.getLabels()))
                            .toList(),
                    TestDatabase.relationships(transaction)
                            .map(relationship -> state(relationship, relationship.getType()))
                            .toList(),
                    TestDatabase.rows("CALL motif.graph.list() YIELD graphName, creationTime, bytes, columns"),
                    Files.exists(folder.resolve("saved.motif")));
        }
    }

    private static List<Object> state(Entity entity, Object type) {
        return List.of(entity.getElementId(), type.toString(), entity.getAllProperties());
    }

    @AfterAll
    static void emptyDatabase() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    /** An argument of a procedure, and the values that it has in a correct call of all arguments. */
    private record Case(TestProcedure called, List<Argument> arguments, int index) {
        String procedure() {
            return called.name();
        }

        Argument argument() {
            return arguments.get(index);
        }

        Object valid() {
            return argument().valid(procedure());
        }

        /** The argument that projects the graph for the call alone. */
        Map<String, Object> projected() {
            Object nodes = valid().equals("bipartite") ? Map.of("left", "L", "right", "M") : "*";
            return Map.of("nodes", nodes, "relationships", "R", "relationshipIds", true);
        }

        String query() {
            return "CALL " + procedure()
                    + IntStream.range(0, arguments.size())
                            .mapToObj(i -> "$a" + i)
                            .collect(Collectors.joining(", ", "(", ")"));
        }

        /** The parameters of the query, with {@code value} in place of the argument. */
        Map<String, Object> parameters(Object value) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            for (int i = 0; i < arguments.size(); i++) {
                parameters.put("a" + i, i == index ? value : arguments.get(i).valid(procedure()));
            }
            return parameters;
        }

        /** The configuration of a correct call, with this key. */
        Map<String, Object> configuration(String key, Object value) {
            Map<String, Object> configuration = argument().configuration(procedure());
            configuration.put(key, value);
            return configuration;
        }

        @Override
        public String toString() {
            return procedure() + " " + argument().name;
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
                case "fileName" -> procedure.contains("export") ? "new" + NAMES.incrementAndGet() : "saved";
                case "failIfMissing" -> true;
                case "properties" -> procedure.contains("relationship") ? "*" : "tip";
                case "configuration" -> configuration(procedure);
                default -> throw new AssertionError("no value is known for " + this);
            };
        }

        private Map<String, Object> configuration(String procedure) {
            Map<String, Object> valid = KeyValues.needed(procedure, List.of(description.split(", ")));
            valid.computeIfPresent("mutateGraphName", (key, name) -> name + "_" + NAMES.incrementAndGet());
            return valid;
        }
    }

    static Stream<Case> cases() {
        return TestProcedure.all().stream().flatMap(procedure -> {
            List<Argument> arguments = procedure.arguments().entrySet().stream()
                    .map(argument -> new Argument(argument.getKey(), argument.getValue()))
                    .toList();
            return IntStream.range(0, arguments.size()).mapToObj(i -> new Case(procedure, arguments, i));
        });
    }

    private static List<Map<String, Object>> rows(Case one, Object value) throws ProcedureException {
        return one.called.call(one.parameters(value).values());
    }

    /** The error of a call, or null. */
    private static Throwable call(Case one, Object value) {
        return catchThrowable(() -> rows(one, value));
    }

    private static void assertNamed(Throwable error, Iterable<String> names) {
        assertThat(error)
                .message()
                .startsWith("Failed to invoke procedure")
                .contains("java.lang.IllegalArgumentException: ");
        assertThat(names).anySatisfy(name -> assertThat(error).hasMessageContaining("`" + name + "`"));
    }

    static Stream<Case> procedures() {
        return cases().filter(one -> one.index == 0);
    }

    @ParameterizedTest
    @MethodSource("procedures")
    void callsOfTheOtherTestsAreRightButForOneArgument(Case one) {
        assertThat(call(one, one.valid())).isNull();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nullIsTheDefaultOrAnErrorThatNamesTheArgument(Case one) {
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
        configuration.putAll(one.argument().configuration(one.procedure()));
        Throwable error = call(one, configuration);
        if (error != null) {
            assertNamed(error, keys(one));
        }
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void unknownKeyIsAnErrorWithTheKeyThatWasMeant(Case one) {
        Set<String> given = one.argument().configuration(one.procedure()).keySet();
        String key = keys(one).stream()
                .filter(any -> !given.contains(any))
                .findFirst()
                .orElseThrow();
        assertThat(call(one, one.configuration(key + "_", 1)))
                .hasMessageContaining("Unknown parameter `" + key + "_` (did you mean '" + key + "'");
    }

    static Stream<Case> configurationsWith(String... anyOf) {
        return configurations().filter(one -> keys(one).stream().anyMatch(List.of(anyOf)::contains));
    }

    static Stream<Case> backends() {
        return configurationsWith("backend");
    }

    @ParameterizedTest
    @MethodSource("backends")
    void gpuIsAnErrorWhereThereIsNone(Case one) {
        assertThat(call(one, one.configuration("backend", "GPU")))
                .hasMessageContainingAll(
                        "`backend: 'GPU'` is not possible: ",
                        "Use `backend: 'AUTO'` or `backend: 'CPU'` to run on the CPU.");
    }

    static Stream<Case> propertiesToWrite() {
        return configurationsWith("writeProperty", "mutateProperty");
    }

    @ParameterizedTest
    @MethodSource("propertiesToWrite")
    void propertyThatIsWrittenHasNoDefault(Case one) {
        String key = keys(one).contains("writeProperty") ? "writeProperty" : "mutateProperty";
        Map<String, Object> configuration = one.configuration("concurrency", 1);
        configuration.remove(key);
        assertThat(call(one, configuration)).hasMessageContaining("`" + key + "`");
    }

    static Stream<Case> graphs() {
        return cases().filter(one -> one.argument().name.equals("graph"));
    }

    static Stream<Case> graphsOfOneKind() {
        return graphs().filter(one -> one.argument().description.contains("partite"));
    }

    @ParameterizedTest
    @MethodSource("graphsOfOneKind")
    void graphOfTheOtherKindIsAnError(Case one) {
        String kind = (String) one.valid();
        String other = kind.equals("bipartite") ? "unipartite" : "bipartite";
        assertThat(call(one, other))
                .hasMessageContaining("Graph '" + other + "' is " + other + ", but a " + kind + " one is needed");
    }

    static Stream<Case> estimates() {
        return graphs().filter(one -> one.procedure().endsWith(".estimate"));
    }

    @ParameterizedTest
    @MethodSource("estimates")
    void estimateIsARangeOfBytesForTheProcedure(Case one) throws ProcedureException {
        List<Map<String, Object>> rows = rows(one, one.valid());
        assertThat(rows).hasSize(1);
        Map<String, Object> row = rows.get(0);
        assertThat((String) row.get("treeView")).startsWith(one.procedure().replace(".estimate", "") + ": ");
        assertThat((long) row.get("bytesMin")).isBetween(0L, (long) row.get("bytesMax"));
        assertThat((long) row.get("nodeCount")).isPositive();
        assertThat((long) row.get("relationshipCount")).isPositive();
    }

    private static Map<String, Object> counts(Case one, long left, long right, long relationships) {
        return one.valid().equals("bipartite")
                ? Map.of("leftCount", left, "rightCount", right, "relationshipCount", relationships)
                : Map.of("nodeCount", left + right, "relationshipCount", relationships);
    }

    /** The counts of the graph that the other calls of this procedure have. */
    private static Map<String, Object> counts(Case one) {
        return one.valid().equals("bipartite") ? counts(one, 8, 8, 32) : counts(one, 24, 0, 44);
    }

    @ParameterizedTest
    @MethodSource("estimates")
    void countsAreEstimatedAsAnyGraphThatHasThem(Case one) throws ProcedureException {
        Map<String, Object> there = rows(one, one.valid()).get(0);
        Map<String, Object> counted = rows(one, counts(one)).get(0);
        for (String column : List.of("nodeCount", "relationshipCount", "backend")) {
            assertThat(counted).containsEntry(column, there.get(column));
        }
        assertThat((long) counted.get("bytesMin")).isLessThanOrEqualTo((long) there.get("bytesMin"));
        assertThat((long) counted.get("bytesMax")).isGreaterThanOrEqualTo((long) there.get("bytesMax"));
        assertThat((String) counted.get("treeView"))
                .startsWith(one.procedure().replace(".estimate", "") + ": ")
                .contains("graph (motif.graph.project.estimate says its memory): 0 Bytes");
    }

    @ParameterizedTest
    @MethodSource("estimates")
    void moreIsEstimatedForMoreNodesAndRelationships(Case one) throws ProcedureException {
        boolean bipartite = one.valid().equals("bipartite");
        long most = Integer.MAX_VALUE;
        List<Map<String, Object>> growing = new ArrayList<>();
        for (int power = 0; power <= 40; power += 4) {
            growing.add(counts(one, 1L << (power / 2 + 10), 1L << (power / 2 + 8), 1L << power));
        }
        growing.add(counts(one, bipartite ? most : most - 1, bipartite ? most : 1, 1L << 40));
        long before = 0;
        for (Map<String, Object> counts : growing) {
            Map<String, Object> row = rows(one, counts).get(0);
            assertThat((long) row.get("bytesMax")).as("%s", counts).isGreaterThanOrEqualTo(before);
            assertThat((long) row.get("bytesMin")).isBetween(0L, (long) row.get("bytesMax"));
            before = (long) row.get("bytesMax");
        }
    }

    static Stream<Case> runs() {
        return graphs().filter(one -> !one.procedure().endsWith(".estimate"));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void onlyEstimatesTakeCounts(Case one) {
        assertThat(call(one, counts(one)))
                .hasMessageContaining("`graph` must be the name of a projected graph, or a map {nodes: ..., "
                        + "relationships: ...}, since only estimates take counts, got {");
    }

    static Stream<Case> reading() {
        return graphs().filter(one -> !one.procedure().matches(".*\\.(write|mutate|estimate)"));
    }

    @ParameterizedTest
    @MethodSource("reading")
    void rowsThatNobodyReadsGiveTheirMemoryBack(Case one) {
        long before = TestDatabase.liveBytes();
        try (Transaction transaction = TestDatabase.get().beginTx();
                Result rows = transaction.execute(one.query(), one.parameters(one.projected()))) {
            assertThat(rows.next()).isNotEmpty();
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
    }

    static Stream<Case> streams() {
        return reading().filter(one -> one.procedure().matches(".*\\.(stream|list|pairs)"));
    }

    /** The procedure has to check for a kill itself: Neo4j does not check between the rows of a procedure. */
    @ParameterizedTest
    @MethodSource("streams")
    void killEndsRowsThatAreBeingRead(Case one) {
        long before = TestDatabase.liveBytes();
        try (Transaction transaction = TestDatabase.get().beginTx();
                Result rows = transaction.execute(one.query(), one.parameters(one.projected()))) {
            rows.next();
            transaction.terminate();
            assertThatThrownBy(() -> rows.forEachRemaining(row -> {}))
                    .rootCause()
                    .isInstanceOf(TransactionTerminatedException.class);
        }
        assertThat(TestDatabase.rows("CALL motif.listProgress() YIELD taskName, status")
                        .get(0))
                .isEqualTo(Map.of("taskName", one.procedure(), "status", "CANCELED"));
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
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
