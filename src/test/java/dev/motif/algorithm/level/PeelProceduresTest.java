package dev.motif.algorithm.level;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests motif.wing, motif.tip and motif.cohesion through Cypher. */
@EmptyDatabase
class PeelProceduresTest {
    /** Three women at three events (K_{3,3}); w4 joined two of them, w5 one and w6 another that nobody else came to. */
    private static final String ATTENDANCE = "UNWIND [['w1', ['e1', 'e2', 'e3']], ['w2', ['e1', 'e2', 'e3']],"
            + " ['w3', ['e1', 'e2', 'e3']], ['w4', ['e1', 'e2']], ['w5', ['e3']], ['w6', ['e4']]] AS row"
            + " MERGE (w:Woman {name: row[0]}) WITH w, row UNWIND row[1] AS event MERGE (e:Event {name: event})"
            + " CREATE (w)-[:CAME]->(e)";

    private static final String MAP = "{nodes: {left: 'Woman', right: 'Event'}, relationships: 'CAME'}";

    private static final Map<String, Long> WINGS = wings();

    private static final Map<String, Long> LEFT_TIPS =
            Map.of("w1", 6L, "w2", 6L, "w3", 6L, "w4", 3L, "w5", 0L, "w6", 0L);

    private static final Map<String, Long> RIGHT_TIPS = Map.of("e1", 6L, "e2", 6L, "e3", 6L, "e4", 0L);

    private static Map<String, Long> wings() {
        Map<String, Long> wings = new LinkedHashMap<>();
        for (String woman : List.of("w1", "w2", "w3")) {
            for (String event : List.of("e1", "e2", "e3")) {
                wings.put(woman + "-" + event, 4L);
            }
        }
        wings.put("w4-e1", 3L);
        wings.put("w4-e2", 3L);
        wings.put("w5-e3", 0L);
        wings.put("w6-e4", 0L);
        return wings;
    }

    @BeforeEach
    void createAttendance() {
        rows(ATTENDANCE);
    }

    private static void project(String options) {
        rows("CALL motif.graph.project('g', {left: 'Woman', right: 'Event'}, 'CAME', " + options + ")");
    }

    private static Map<String, Long> byName(String query) {
        return rows(query).stream()
                .collect(Collectors.toMap(row -> (String) row.get("name"), row -> (Long) row.get("number")));
    }

    // wing

    @Test
    void wingStats() {
        project("{}");
        assertThat(TestDatabase.row("CALL motif.wing.stats('g')"))
                .containsEntry("maxWing", 4L)
                .containsEntry("levels", 3L)
                .containsEntry("relationshipsAtMax", 9L)
                .containsEntry("leftCount", 6L)
                .containsEntry("rightCount", 4L)
                .containsEntry("relationshipCount", 13L)
                .containsEntry("backend", "CPU")
                .containsEntry("projectMillis", 0L);
    }

    @Test
    void wingStreamOfANamedGraphAndOfAMap() {
        project("{relationshipIds: true}");
        for (String graph : List.of("'g'", MAP)) {
            assertThat(byName("CALL motif.wing.stream(" + graph + ", {concurrency: 2})"
                            + " YIELD leftNodeId, rightNodeId, relationshipId, wing MATCH (w)-[r]->(e)"
                            + " WHERE id(w) = leftNodeId AND id(e) = rightNodeId AND id(r) = relationshipId"
                            + " RETURN w.name + '-' + e.name AS name, wing AS number"))
                    .isEqualTo(WINGS);
        }
    }

    @Test
    void wingStreamWithoutIdsHasNone() {
        project("{}");
        assertThat(rows("CALL motif.wing.stream('g')")).hasSize(13).allSatisfy(row -> assertThat(row)
                .containsEntry("relationshipId", null));
    }

    @Test
    void wingPerNodeIsTheLargestOfItsRelationships() {
        rows("CREATE (:Woman {name: 'alone'})");
        project("{}");
        Map<String, Long> largest = byName("CALL motif.wing.stream('g') YIELD leftNodeId, rightNodeId, wing"
                + " UNWIND [leftNodeId, rightNodeId] AS id MATCH (n) WHERE id(n) = id"
                + " RETURN n.name AS name, max(wing) AS number");
        largest.put("alone", 0L);
        assertThat(byName(
                        "CALL motif.wing.stream('g', {per: 'NODE', nodes: true}) YIELD node, nodeId, wing, leftNodeId,"
                                + " side WHERE id(node) = nodeId AND leftNodeId IS NULL"
                                + " AND (node:Woman) = (side = 'LEFT') RETURN node.name AS name, wing AS number"))
                .isEqualTo(largest);
        assertThat(TestDatabase.row("CALL motif.wing.write('g', {per: 'NODE', writeProperty: 'w'})"))
                .containsEntry("propertiesWritten", 11L);
        assertThat(byName("MATCH (n) RETURN n.name AS name, n.w AS number")).isEqualTo(largest);
        rows("CALL motif.wing.mutate('g', {per: 'NODE', mutateProperty: 'w'})");
        assertThat(byName("CALL motif.graph.nodeProperties.stream('g', 'w', {nodes: true}) YIELD node, propertyValue"
                        + " RETURN node.name AS name, propertyValue AS number"))
                .isEqualTo(largest);
    }

    @Test
    void wingWriteGivesEveryRelationshipItsNumber() {
        rows("MATCH (w:Woman {name: 'w4'}), (e:Event {name: 'e1'}) CREATE (w)-[:CAME {again: true}]->(e)");
        assertThat(TestDatabase.row("CALL motif.wing.write(" + MAP + ", {writeProperty: 'k', writeConcurrency: 2})"))
                .containsEntry("propertiesWritten", 14L)
                .containsEntry("skipped", 0L)
                .containsEntry("maxWing", 4L)
                .containsEntry("levels", 3L)
                .containsEntry("backend", "CPU")
                .containsKeys("writeMillis", "backendReason", "computeMillis", "configuration");
        assertThat(byName("MATCH (w:Woman)-[r:CAME]->(e) WHERE r.again IS NULL"
                        + " RETURN w.name + '-' + e.name AS name, r.k AS number"))
                .isEqualTo(WINGS);
        assertThat(TestDatabase.row("MATCH ()-[r {again: true}]->() RETURN r.k AS k"))
                .isEqualTo(Map.of("k", 3L));
    }

    @Test
    void wingWriteNeedsTheIdsOfRelationships() {
        project("{}");
        assertError("CALL motif.wing.write('g', {writeProperty: 'k'})", "does not hold the ids of relationships");
    }

    // tip

    @ParameterizedTest
    @CsvSource({"{}, 6, 3, 3", "{side: 'LEFT'}, 6, 3, 3", "{side: 'right'}, 6, 2, 3"})
    void tipStats(String configuration, long max, long levels, long atMax) {
        project("{}");
        assertThat(TestDatabase.row("CALL motif.tip.stats('g', " + configuration + ")"))
                .containsEntry("maxTip", max)
                .containsEntry("levels", levels)
                .containsEntry("nodesAtMax", atMax)
                .containsEntry("relationshipCount", 13L)
                .containsEntry("backend", "CPU");
    }

    @Test
    void tipStreamGivesEveryNodeOfTheSideItsNumber() {
        project("{}");
        String rows = " YIELD nodeId, tip MATCH (n) WHERE id(n) = nodeId RETURN n.name AS name, tip AS number";
        assertThat(byName("CALL motif.tip.stream('g')" + rows)).isEqualTo(LEFT_TIPS);
        assertThat(byName("CALL motif.tip.stream(" + MAP + ", {side: 'RIGHT', concurrency: 3})" + rows))
                .isEqualTo(RIGHT_TIPS);
    }

    @Test
    void tipWriteWritesToTheSideAlone() {
        project("{}");
        assertThat(TestDatabase.row("CALL motif.tip.write('g', {writeProperty: 'k', side: 'RIGHT'})"))
                .containsEntry("nodePropertiesWritten", 4L)
                .containsEntry("skipped", 0L)
                .containsEntry("maxTip", 6L)
                .containsEntry("levels", 2L);
        assertThat(byName("MATCH (n) WHERE n.k IS NOT NULL RETURN n.name AS name, n.k AS number"))
                .isEqualTo(RIGHT_TIPS);
    }

    @Test
    void misspeltSideGetsASuggestion() {
        project("{}");
        assertError(
                "CALL motif.tip.stats('g', {side: 'rihgt'})",
                "`side` must be one of 'LEFT', 'RIGHT', got 'rihgt' (did you mean 'RIGHT'?)");
        assertError("CALL motif.wing.stats('g', {side: 'LEFT'})", "Unknown parameter `side`");
    }

    // cohesion

    @Test
    void cohesionHasARowForEachComponent() {
        rows("CREATE (:Woman {name: 'w7'})");
        project("{}");
        List<Map<String, Object>> rows = rows("CALL motif.cohesion.stats('g')");
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0))
                .containsEntry("componentId", 0L)
                .containsEntry("leftCount", 5L)
                .containsEntry("rightCount", 3L)
                .containsEntry("relationshipCount", 12L)
                .containsEntry("minCut", 1L)
                .containsEntry("minCutReason", "cuts off a node of degree 1")
                .containsEntry("butterflies", 12L)
                .containsEntry("butterfliesText", "12")
                .containsEntry("maxNodeButterflies", 9L);
        assertThat(rows.get(1)).containsEntry("minCut", 1L).containsEntry("butterflies", 0L);
        assertThat(rows.get(2)).containsEntry("minCut", null).containsEntry("relationshipCount", 0L);
    }

    @Test
    void cohesionOfAUnipartiteGraphHasNoSidesAndNoButterflies() {
        rows("CALL motif.graph.project('u', '*', 'CAME')");
        List<Map<String, Object>> rows = rows("CALL motif.cohesion.stats('u')");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0))
                .containsEntry("leftCount", null)
                .containsEntry("rightCount", null)
                .containsEntry("butterflies", null)
                .containsEntry("butterfliesText", null)
                .containsEntry("maxNodeButterflies", null)
                .containsEntry("nodeCount", 8L)
                .containsEntry("relationshipCount", 12L)
                .containsEntry("density", 12 / 28.0)
                .containsEntry("bridges", 1L)
                .containsEntry("minCut", 1L);
        assertThat(rows.get(1)).containsEntry("nodeCount", 2L).containsEntry("density", 1.0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cohesionOfNodes(boolean bipartite) {
        String nodes = bipartite ? "{left: 'Woman', right: 'Event'}" : "'*'";
        rows("CALL motif.graph.project('g', " + nodes + ", 'CAME')");
        assertThat(rows("CALL motif.cohesion.stream('g', {nodes: true})"
                        + " YIELD node, componentId, componentSize WITH * ORDER BY node.name"
                        + " RETURN componentId, componentSize, collect(node.name) AS names ORDER BY componentId"))
                .extracting(row -> row.get("componentId") + " " + row.get("componentSize") + " " + row.get("names"))
                .containsExactly("0 8 [e1, e2, e3, w1, w2, w3, w4, w5]", "1 2 [e4, w6]");
        assertThat(TestDatabase.row("CALL motif.cohesion.stream('g') YIELD side WITH DISTINCT side ORDER BY side"
                        + " RETURN reduce(all = '', s IN collect(side) | all + ' ' + s) AS sides"))
                .containsEntry("sides", bipartite ? " LEFT RIGHT" : "");
        assertThat(TestDatabase.row("CALL motif.cohesion.write('g', {writeProperty: 'c'})"))
                .containsEntry("nodePropertiesWritten", 10L)
                .containsEntry("componentCount", 2L)
                .containsEntry("largest", 8L);
        assertThat(byName("MATCH (n) WHERE n.c = 1 RETURN n.name AS name, n.c AS number"))
                .isEqualTo(Map.of("w6", 1L, "e4", 1L));
        assertThat(TestDatabase.row("CALL motif.cohesion.mutate('g', {mutateProperty: 'c'})"))
                .containsEntry("nodePropertiesWritten", 10L);
        assertThat(rows("CALL motif.graph.nodeProperties.stream('g', 'c') YIELD propertyValue AS c"
                        + " RETURN c, count(*) AS nodes ORDER BY c"))
                .containsExactly(Map.of("c", 0L, "nodes", 8L), Map.of("c", 1L, "nodes", 2L));
    }

    @Test
    void cohesionOfAMapSearchesUpToTheLimit() {
        rows("MATCH (n) WHERE n.name IN ['w5', 'w6', 'e4'] DETACH DELETE n");
        assertThat(TestDatabase.row("CALL motif.cohesion.stats(" + MAP + ") YIELD minCut"))
                .isEqualTo(Map.of("minCut", 2L));
        Map<String, Object> row = TestDatabase.row(
                "CALL motif.cohesion.stats(" + MAP + ", {maxComponentSize: 6}) YIELD minCut, minCutReason");
        assertThat(row.get("minCut")).isNull();
        assertThat((String) row.get("minCutReason")).contains("more nodes than `maxComponentSize`");
    }

    @Test
    void cohesionIsEstimatedToTakeMemoryWhereItSearches() {
        project("{}");
        assertThat(cohesionSearches("'g'")).containsEntry("bytesMax", 0L);
        rows("MATCH (n) WHERE n.name IN ['w5', 'w6', 'e4'] DETACH DELETE n");
        rows("CALL motif.graph.drop('g')");
        project("{}");
        long searched = (long) cohesionSearches("'g'").get("bytesMin");
        assertThat(searched).isPositive();
        assertThat(cohesionSearches("'g'")).containsEntry("bytesMax", searched);
        assertThat(cohesionSearches("'g', {maxComponentSize: 6}")).containsEntry("bytesMax", 0L);
        Map<String, Object> unread = cohesionSearches(MAP);
        assertThat(unread).containsEntry("bytesMin", 0L);
        assertThat((long) unread.get("bytesMax")).isGreaterThanOrEqualTo(searched);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> cohesionSearches(String arguments) {
        Map<String, Object> row = TestDatabase.row("CALL motif.cohesion.stats.estimate(" + arguments + ")");
        return part((Map<String, Object>) row.get("mapView"), "searches for minimum cuts");
    }

    /** The part of an estimate that has this name, wherever it is. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(Map<String, Object> estimate, String name) {
        if (name.equals(estimate.get("name"))) {
            return estimate;
        }
        return estimate.values().stream()
                .flatMap(value -> value instanceof List<?> parts ? parts.stream() : Stream.of(value))
                .filter(Map.class::isInstance)
                .map(inner -> part((Map<String, Object>) inner, name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Test
    void cohesionLimitIsChecked() {
        project("{}");
        assertError(
                "CALL motif.cohesion.stats('g', {maxComponentSize: 0})",
                "`maxComponentSize` must be in [1, 2147483647], got 0");
    }

    // all

    @Test
    void graphWithoutRelationshipsHasNoNumbers() {
        rows("CREATE (:OtherWoman)-[:MET]->(:OtherWoman)");
        rows("CALL motif.graph.project('g', {left: 'OtherWoman', right: 'Event'}, 'MET')");
        assertThat(TestDatabase.row("CALL motif.wing.stats('g') YIELD maxWing, levels, relationshipsAtMax"))
                .containsEntry("maxWing", null)
                .containsEntry("levels", 0L)
                .containsEntry("relationshipsAtMax", 0L);
        assertThat(TestDatabase.row("CALL motif.tip.stats('g') YIELD maxTip, levels, nodesAtMax"))
                .isEqualTo(Map.of("maxTip", 0L, "levels", 1L, "nodesAtMax", 2L));
    }
}
