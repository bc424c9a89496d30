package dev.motif.algorithm.count.biclique;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EmptyDatabase
class BicliqueProceduresTest {
    private static final String GRAPH = "{nodes: {left: 'User', right: 'Item'}, relationships: 'BOUGHT'}";

    /** Creates users a and b with items x, y and z, c with x and y, and d with x only. */
    @BeforeEach
    void createPurchases() {
        rows("UNWIND [['a', ['x', 'y', 'z']], ['b', ['x', 'y', 'z']], ['c', ['x', 'y']], ['d', ['x']]] AS row"
                + " MERGE (u:User {name: row[0]}) WITH u, row UNWIND row[1] AS item"
                + " MERGE (i:Item {name: item}) CREATE (u)-[:BOUGHT]->(i)");
    }

    private static void project() {
        rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'BOUGHT', {relationshipIds: true})");
    }

    // stats

    @ParameterizedTest
    @CsvSource({"1, 1, 9", "1, 2, 7", "2, 1, 10", "2, 2, 5", "2, 3, 1", "3, 2, 1", "3, 3, 0", "256, 256, 0"})
    void statsCountsOneSize(int p, int q, long expected) {
        for (String side : List.of("auto", "left", "right")) {
            Map<String, Object> row = TestDatabase.row("CALL motif.biclique.count.stats(" + GRAPH + ", {p: " + p
                    + ", q: " + q + ", side: '" + side + "', algorithm: 'pivot', backend: 'CPU'})");
            assertThat(row)
                    .containsEntry("p", (long) p)
                    .containsEntry("q", (long) q)
                    .containsEntry("count", expected)
                    .containsEntry("countText", "" + expected)
                    .containsEntry("leftCount", 4L)
                    .containsEntry("rightCount", 3L)
                    .containsEntry("relationshipCount", 9L)
                    .containsEntry("algorithm", p == 1 || q == 1 ? null : "PIVOT")
                    .containsEntry("backend", "CPU");
        }
    }

    @Test
    void statsWithLargestSizesHasARowForEachSize() {
        assertThat(rows("CALL motif.biclique.count.stats(" + GRAPH + ", {maxP: 3, maxQ: 3})"
                        + " YIELD p, q, count RETURN p * 10 + q AS size, count"))
                .extracting(row -> row.get("size") + ": " + row.get("count"))
                .containsExactly("11: 9", "12: 7", "13: 2", "21: 10", "22: 5", "23: 1", "31: 5", "32: 1", "33: 0");
    }

    @Test
    void statsGivesWhatDoesNotFitAsText() {
        rows("UNWIND range(1, 70) AS i CREATE (:Many) CREATE (:Much)");
        rows("MATCH (m:Many), (n:Much) CREATE (m)-[:HAS]->(n)");
        assertThat(TestDatabase.row("CALL motif.biclique.count.stats({nodes: {left: 'Many', right: 'Much'},"
                        + " relationships: 'HAS'}, {p: 35, q: 35}) YIELD count, countText"))
                .containsEntry("count", null)
                .containsEntry("countText", "12585760930357458053423276437090723266624");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p: 2", "q: 2", "maxP: 2", "maxQ: 2"})
    void bothSizesMustBeGiven(String parameters) {
        assertError("CALL motif.biclique.count.stats(" + GRAPH + ", {" + parameters + "})", "is missing", "[1, 256]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p: 0, q: 2 | `p` must be in [1, 256], got 0",
                "p: 2, q: 257 | `q` must be in [1, 256], got 257",
                "p: 2, q: 'x' | `q` must be an INTEGER in [1, 256], got 'x'",
                "p: 2, q: 2, maxP: 3 | only one of the two pairs must be given",
                "p: 2, q: 2, algorithm: 'PIVO' | 'AUTO', 'PIVOT', got 'PIVO'",
                "p: 2, q: 2, side: 'top' | 'AUTO', 'LEFT', 'RIGHT'",
                "p: 2, q: 2, timeoutMillis: -1 | `timeoutMillis` must be in [0,",
                "p: 2, q: 2, algorithm: 'GBC' | 'AUTO', 'PIVOT', got 'GBC'",
                "p: 2, q: 2, per: 'NODE' | Unknown parameter `per`",
                "p: 2, q: 2, exploration: 'DFS' | Unknown parameter `exploration`",
            })
    void wrongParametersAreNamed(String parameters, String message) {
        assertError("CALL motif.biclique.count.stats(" + GRAPH + ", {" + parameters + "})", message);
    }

    // stream

    @Test
    void streamHasTheCountOfEachNode() {
        assertThat(rows("CALL motif.biclique.count.stream(" + GRAPH + ", {p: 2, q: 2})"
                                + " YIELD nodeId, side, count, countText MATCH (n) WHERE id(n) = nodeId"
                                + " RETURN side + ' ' + n.name + ' ' + count + ' ' + countText AS row")
                        .stream()
                        .map(row -> row.get("row")))
                .containsExactlyInAnyOrder(
                        "LEFT a 4 4",
                        "LEFT b 4 4",
                        "LEFT c 2 2",
                        "LEFT d 0 0",
                        "RIGHT x 4 4",
                        "RIGHT y 4 4",
                        "RIGHT z 2 2");
    }

    @Test
    void streamHasTheCountOfEachRelationship() {
        project();
        assertThat(rows("CALL motif.biclique.count.stream('g', {p: 2, q: 2, per: 'RELATIONSHIP'})"
                                + " YIELD relationshipId, leftNodeId, rightNodeId, count"
                                + " MATCH (u)-[r]->(i) WHERE id(r) = relationshipId AND id(u) = leftNodeId"
                                + " AND id(i) = rightNodeId RETURN u.name + i.name + ' ' + count AS row")
                        .stream()
                        .map(row -> row.get("row")))
                .containsExactlyInAnyOrder("ax 3", "ay 3", "az 2", "bx 3", "by 3", "bz 2", "cx 2", "cy 2", "dx 0");
    }

    // write

    @Test
    void writeSetsThePropertyOfNodes() {
        assertThat(TestDatabase.row("CALL motif.biclique.count.write(" + GRAPH
                        + ", {p: 1, q: 2, writeProperty: 'stars'}) YIELD propertiesWritten, skipped, count"))
                .isEqualTo(Map.of("propertiesWritten", 7L, "skipped", 0L, "count", 7L));
        assertThat(rows("MATCH (n) RETURN n.name AS name, n.stars AS stars").stream()
                        .collect(Collectors.toMap(row -> row.get("name"), row -> row.get("stars"))))
                .isEqualTo(Map.of("a", 3L, "b", 3L, "c", 1L, "d", 0L, "x", 5L, "y", 5L, "z", 4L));
    }

    @Test
    void writeSetsThePropertyOfRelationships() {
        assertThat(TestDatabase.row("CALL motif.biclique.count.write(" + GRAPH
                        + ", {p: 2, q: 2, per: 'RELATIONSHIP', writeProperty: 'b'}) YIELD propertiesWritten"))
                .isEqualTo(Map.of("propertiesWritten", 9L));
        assertThat(TestDatabase.row("MATCH ()-[r]->() RETURN sum(r.b) AS sum")).isEqualTo(Map.of("sum", 20L));
    }

    @Test
    void writeOfCountsThatPropertiesCannotHoldWritesNothing() {
        rows("UNWIND range(1, 70) AS i CREATE (:Many) CREATE (:Much)");
        rows("MATCH (m:Many), (n:Much) CREATE (m)-[:HAS]->(n)");
        String many = "{nodes: {left: 'Many', right: 'Much'}, relationships: 'HAS'}";
        assertError(
                "CALL motif.biclique.count.write(" + many + ", {p: 20, q: 2, writeProperty: 'b'})",
                "nothing was written",
                "motif.biclique.count.stream");
        assertThat(rows("MATCH (n) WHERE n.b IS NOT NULL RETURN n")).isEmpty();
        assertThat(TestDatabase.row("CALL motif.biclique.count.stream(" + many + ", {p: 20, q: 2})"
                        + " YIELD side, count, countText WITH * WHERE side = 'LEFT' RETURN DISTINCT count, countText"))
                .containsEntry("count", null)
                .containsEntry("countText", "111700376527233934440");
    }

    // estimate

    @Test
    void estimateOfANamedGraphTellsTheSearch() {
        project();
        Map<String, Object> row =
                TestDatabase.row("CALL motif.biclique.count.stats.estimate('g', {p: 3, q: 2, side: 'LEFT'})");
        assertThat(row)
                .containsEntry("nodeCount", 7L)
                .containsEntry("relationshipCount", 9L)
                .containsEntry("side", "LEFT");
        assertThat((double) row.get("searchNodes")).isBetween(0.1, 100.0);
        assertThat((double) row.get("searchSteps")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats", "stream", "write"})
    void estimateOfAProjectionReadsNothing(String mode) {
        String property = mode.equals("write") ? ", writeProperty: 'b'" : "";
        assertThat(TestDatabase.row("CALL motif.biclique.count." + mode + ".estimate(" + GRAPH + ", {p: 2, q: 2"
                        + property + "}) YIELD nodeCount, searchNodes, bytesMax, bytesMin"))
                .containsEntry("nodeCount", 7L)
                .containsEntry("searchNodes", null);
    }

    // timeout

    @Test
    void timeoutEndsTheSearch() {
        rows("UNWIND range(1, 100) AS i CREATE (:Many {i: i}) CREATE (:Much {i: i})");
        rows("MATCH (m:Many), (n:Much) WHERE m.i <> n.i CREATE (m)-[:HAS]->(n)");
        assertThatThrownBy(
                        () -> rows(
                                "CALL motif.biclique.count.stats({nodes: {left: 'Many', right: 'Much'},"
                                        + " relationships: 'HAS'}, {p: 30, q: 30, timeoutMillis: 200, algorithm: 'PIVOT', backend: 'CPU'})"))
                .hasMessageContaining("the search was stopped by `timeoutMillis: 200`");
    }

    @Test
    void tableHasTheSizesForWhichThereIsTime() {
        rows("UNWIND range(1, 100) AS i CREATE (:Many {i: i}) CREATE (:Much {i: i})");
        rows("MATCH (m:Many), (n:Much) WHERE m.i <> n.i CREATE (m)-[:HAS]->(n)");
        List<Map<String, Object>> rows = rows("CALL motif.biclique.count.stats({nodes: {left: 'Many', right: 'Much'},"
                + " relationships: 'HAS'}, {maxP: 30, maxQ: 30, timeoutMillis: 200, backend: 'CPU'})"
                + " YIELD p, q, count, countText, complete");
        assertThat(rows).hasSize(900);
        assertThat(rows.get(0))
                .isEqualTo(Map.of("p", 1L, "q", 1L, "count", 9900L, "countText", "9900", "complete", true));
        assertThat(rows.get(899))
                .containsEntry("count", null)
                .containsEntry("countText", null)
                .containsEntry("complete", false);
    }

    // densest

    @Test
    void densestSubgraphOfRelationshipsThatCountLessAtHubs() {
        String keys = "{p: 1, q: 1, discountHubs: 'RIGHT'}";
        Map<String, Object> row = TestDatabase.row("CALL motif.biclique.densest.stats(" + GRAPH + ", " + keys + ")"
                + " YIELD density, count, leftCount, rightCount, guarantee");
        assertThat(row).containsEntry("guarantee", 0.5);
        assertThat((double) row.get("density")).isPositive();
        assertThat(rows("CALL motif.biclique.densest.stream(" + GRAPH + ", " + keys + ")"))
                .hasSize((int) ((long) row.get("leftCount") + (long) row.get("rightCount")));
        assertThat(TestDatabase.row("CALL motif.biclique.densest.stats.estimate(" + GRAPH + ", " + keys + ")"))
                .containsEntry("nodeCount", 7L);
        assertError(
                "CALL motif.biclique.densest.stats(" + GRAPH + ", {p: 2, q: 1, discountHubs: 'RIGHT'})",
                "`discountHubs` is for relationships: `p` and `q` must be 1 with it, got 2 and 1");
        assertError(
                "CALL motif.biclique.densest.stream(" + GRAPH + ", {p: 1, q: 1, discountHubs: 'UP'})",
                "`discountHubs` must be one of 'LEFT', 'RIGHT', got 'UP'");
    }

    @Test
    void densestSubgraphHasTheMostBicliquesByNode() {
        assertThat(TestDatabase.row("CALL motif.biclique.densest.stats(" + GRAPH + ", {p: 2, q: 2})"
                        + " YIELD density, count, countText, leftCount, rightCount, guarantee"))
                .isEqualTo(Map.of(
                        "density",
                        5.0 / 6,
                        "count",
                        5L,
                        "countText",
                        "5",
                        "leftCount",
                        3L,
                        "rightCount",
                        3L,
                        "guarantee",
                        0.25));
        assertThat(rows(
                                "CALL motif.biclique.densest.stream(" + GRAPH + ", {p: 2, q: 2})"
                                        + " YIELD nodeId, side MATCH (n) WHERE id(n) = nodeId RETURN side + ' ' + n.name AS row")
                        .stream()
                        .map(row -> row.get("row")))
                .containsExactlyInAnyOrder("LEFT a", "LEFT b", "LEFT c", "RIGHT x", "RIGHT y", "RIGHT z");
        for (String mode : List.of("stats", "stream")) {
            assertThat(TestDatabase.row("CALL motif.biclique.densest." + mode + ".estimate(" + GRAPH
                            + ", {p: 2, q: 2}) YIELD nodeCount"))
                    .isEqualTo(Map.of("nodeCount", 7L));
        }
    }
}
