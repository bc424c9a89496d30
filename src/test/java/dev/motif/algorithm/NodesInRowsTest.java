package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.KeyValues;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestProcedure;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.graphdb.Transaction;

/** Checks the columns with nodes and relationships of all procedures against those with their ids. */
class NodesInRowsTest {
    @BeforeAll
    static void createGraphs() {
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(1, 4) AS i CREATE (:User {i: i}), (:Item {i: i}), (:Person {i: i})");
        TestDatabase.rows(
                "MATCH (u:User), (i:Item) WHERE (u.i * i.i) % 4 <> 1 CREATE (u)-[:RATED {at: 1, weight: 1}]->(i)");
        TestDatabase.rows("MATCH (a:Person), (b:Person) WHERE b.i - a.i IN [1, 2] UNWIND range(a.i, 3) AS p"
                + " CREATE (a)-[:KNOWS {at: a.i, weight: 1}]->(b)");
        // 1, 2 and 4 are a directed cycle, also in the order of time.
        TestDatabase.rows("MATCH (a:Person {i: 4}), (b:Person {i: 1}) CREATE (a)-[:KNOWS {at: 3, weight: 1}]->(b)");
        TestDatabase.rows(
                "CALL motif.graph.project('sides', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true,"
                        + " relationshipProperties: ['at', 'weight']})");
        TestDatabase.rows("CALL motif.graph.project('friends', 'Person', 'KNOWS', {relationshipIds: true,"
                + " relationshipProperties: ['at', 'weight'], orientation: 'DIRECTED'})");
        TestDatabase.rows("CALL motif.tip.mutate('sides', {mutateProperty: 'tip'})");
        TestDatabase.rows("CALL motif.wing.mutate('sides', {mutateProperty: 'wing'})");
        TestDatabase.rows("CALL motif.commonNeighbors.mutate('friends', {mutateProperty: 'common'})");
        TestDatabase.rows("MATCH (:User {i: 1})-[r:RATED]->(:Item {i: 2}) SET r.late = true");
        TestDatabase.rows("CALL motif.graph.project('earlier', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipFilter: {property: 'late', equals: true}, relationshipIds: true})");
    }

    @AfterAll
    static void empty() {
        TestDatabase.emptied();
    }

    /** Calls of all procedures with ids in their rows, in all variants, up to where {@code nodes: true} is added. */
    static Stream<String> calls() {
        return Stream.concat(
                COLUMNS_OF_IDS.keySet().stream()
                        .sorted()
                        .map(TestProcedure::named)
                        .flatMap(NodesInRowsTest::calls),
                Stream.of(
                        "motif.biclique.maximal.grown('sides', 'earlier', {",
                        "motif.commonNeighbors.pairs('sides', {topK: 1, side: 'RIGHT', ",
                        "motif.graph.compare('sides', 'earlier', {nodeProperties: 'degree', ",
                        "motif.graph.nodeProperties.stream('sides', 'tip', {",
                        "motif.graph.nodeProperties.stream('sides', ['tip', 'degree'], {wide: true, ",
                        "motif.graph.relationshipProperties.stream('sides', 'wing', {",
                        "motif.graph.relationshipProperties.stream('friends', '*', {"));
    }

    /** Calls of a procedure on a graph, for nodes and for relationships; none if it takes a graph's name alone. */
    private static Stream<String> calls(TestProcedure procedure) {
        String graph = procedure.arguments().getOrDefault("graph", "");
        List<String> keys = List.of(procedure.arguments().get("configuration").split(", "));
        return Stream.of("sides", "friends")
                .filter(name -> !graph.isEmpty()
                        && (!graph.contains("partite") || graph.contains("unipartite") == name.equals("friends")))
                .flatMap(name -> KeyValues.variants(procedure.name(), keys).stream()
                        .filter(variant -> !variant.containsKey("pairs"))
                        .flatMap(variant -> pers(procedure, keys).map(per -> call(procedure, name, variant) + per)));
    }

    /** Nothing, and each value of the key {@code per} but its default. */
    private static Stream<String> pers(TestProcedure procedure, List<String> keys) {
        Stream<Object> others = keys.contains("per")
                ? KeyValues.of(procedure.name(), "per").stream().skip(1)
                : Stream.of();
        return Stream.concat(Stream.of(""), others.map(per -> "per: '" + per + "', "));
    }

    private static String call(TestProcedure procedure, String graph, Map<String, Object> configuration) {
        return configuration.entrySet().stream()
                .map(key -> key.getKey() + ": "
                        + (key.getValue() instanceof String text ? "'" + text + "'" : key.getValue()) + ", ")
                .collect(Collectors.joining("", procedure.name() + "('" + graph + "', {", ""));
    }

    private static String procedure(String call) {
        return call.substring(0, call.indexOf('('));
    }

    /** By procedure, its columns that hold ids of nodes or relationships, if there are. */
    @SuppressWarnings("unchecked")
    private static final Map<String, List<String>> COLUMNS_OF_IDS = TestDatabase.rows(
                    "SHOW PROCEDURES YIELD name, returnDescription WHERE name STARTS WITH 'motif.'"
                            + " RETURN name, [column IN returnDescription"
                            + " WHERE column.name =~ '(?i).*(node|relationship)Ids?'"
                            + " AND column.type CONTAINS 'INTEGER' | column.name] AS columns")
            .stream()
            .filter(row -> !row.get("columns").equals(List.of()))
            .collect(Collectors.toMap(row -> (String) row.get("name"), row -> (List<String>) row.get("columns")));

    private static List<String> columnsOfIds(String call) {
        return COLUMNS_OF_IDS.get(procedure(call));
    }

    @Test
    void everyProcedureWithIdsInItsRowsIsCalledHere() {
        assertThat(calls().map(NodesInRowsTest::procedure).distinct())
                .containsExactlyInAnyOrderElementsOf(COLUMNS_OF_IDS.keySet());
    }

    /** Checks that each row has what still exists of each column of ids. */
    private static void assertRowsHaveWhatExists(Transaction transaction, String call) {
        Map<String, Object> left = transaction
                .execute("MATCH (n) WITH collect(id(n)) AS nodes MATCH ()-[r]->()"
                        + " RETURN nodes, collect(id(r)) AS relationships")
                .next();
        List<String> columns = columnsOfIds(call);
        List<Map<String, Object>> rows = transaction
                .execute(
                        "CALL " + call + "nodes: true}) YIELD "
                                + columns.stream()
                                        .map(ids -> ids + ", " + column(ids))
                                        .collect(Collectors.joining(", "))
                                + " RETURN "
                                + columns.stream()
                                        .map(ids -> whatExists(ids) + " AS " + ids)
                                        .collect(Collectors.joining(", ")),
                        left)
                .stream()
                .toList();
        assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row)
                .hasSameSizeAs(columns)
                .allSatisfy((ids, right) -> assertThat(right).isEqualTo(true)));
    }

    /** Whether a row has those nodes or relationships of a column of ids that exist. */
    private static String whatExists(String ids) {
        String left = ids.startsWith("relationship") ? "$relationships" : "$nodes";
        String entity = column(ids);
        return ids.endsWith("s")
                ? "[one IN " + entity + " | id(one)] = [one IN " + ids + " WHERE one IN " + left + "]"
                : "CASE WHEN " + ids + " IN " + left + " THEN id(" + entity + ") = " + ids + " ELSE " + entity
                        + " IS NULL END";
    }

    private static String column(String ids) {
        return ids.replaceFirst("Id(s?)$", "$1");
    }

    /** A column that {@code YIELD} names, without {@code nodes: true}. */
    @ParameterizedTest
    @MethodSource("calls")
    void nodesAreThereWhereTheyAreAskedForByName(String call) {
        String without = "CALL " + call.replaceFirst(", $", "") + "%s})";
        String separator = call.endsWith("{") ? "" : ", ";
        List<Map<String, Object>> rows = TestDatabase.rows(without.formatted(""));
        assertThat(rows).isNotEmpty();
        for (String ids : columnsOfIds(call)) {
            String column = column(ids);
            String read = " YIELD " + column + " RETURN count(" + column + ") AS n";
            String asked = without.formatted(separator + "nodes: $nodes") + read;
            assertThat(TestDatabase.row(without.formatted("") + read))
                    .isEqualTo(TestDatabase.row(asked, Map.of("nodes", true)));
            assertThat(TestDatabase.row(asked, Map.of("nodes", false))).isEqualTo(Map.of("n", 0L));
            // Without YIELD they are not looked up.
            assertThat(rows).allSatisfy(row -> assertThat(row).containsEntry(column, null));
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void nodesAndRelationshipsAreThoseOfTheIds(String call) {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            assertRowsHaveWhatExists(transaction, call);
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void whatWasDeletedIsLeftOut(String call) {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            transaction.execute("MATCH (n {i: 2}) DETACH DELETE n").close();
            assertRowsHaveWhatExists(transaction, call);
        }
    }
}
