package dev.motif.algorithm.similar.neighbors;

import static dev.motif.neo4j.TestDatabase.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class CommonNeighborsProceduresTest {
    /** Two triangles, a-b-c and b-c-d, and a tail d-e; b and c know each other twice; f knows nobody. */
    private static final String FRIENDS = "CREATE (a:P {name: 'a'}), (b:P {name: 'b'}), (c:P {name: 'c'}),"
            + " (d:P {name: 'd'}), (e:P {name: 'e'}), (f:P {name: 'f'}), (a)-[:KNOWS]->(b), (a)-[:KNOWS]->(c),"
            + " (b)-[:KNOWS]->(c), (c)-[:KNOWS]->(b), (d)-[:KNOWS]->(b), (c)-[:KNOWS]->(d), (d)-[:KNOWS]->(e)";

    private static final Map<String, Long> COUNTS = Map.of("ab", 1L, "ac", 1L, "bc", 2L, "bd", 1L, "cd", 1L, "de", 0L);

    private static final String MAP = "{nodes: 'P', relationships: 'KNOWS'}";

    @BeforeEach
    void createFriends() {
        TestDatabase.rows(FRIENDS);
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS', {relationshipIds: true})");
        TestDatabase.rows("CALL motif.graph.project('plain', 'P', 'KNOWS')");
    }

    /** The values of a streamed column by the names of both nodes, which are in alphabetical order. */
    private static Map<String, Object> streamed(String graph, String configuration, String column) {
        Map<String, Object> results = new TreeMap<>();
        TestDatabase.rows("CALL motif.commonNeighbors.stream(" + graph + ", {" + configuration + "})"
                        + " YIELD sourceNodeId, targetNodeId, " + column + " MATCH (s), (t)"
                        + " WHERE id(s) = sourceNodeId AND id(t) = targetNodeId AND sourceNodeId < targetNodeId"
                        + " RETURN CASE WHEN s.name < t.name THEN s.name + t.name ELSE t.name + s.name END AS pair, "
                        + column + " AS result")
                .forEach(row -> assertThat(results.put((String) row.get("pair"), row.get("result")))
                        .isNull());
        return results;
    }

    // stats

    @Test
    void statsAreAsCountedByHand() {
        for (String graph : List.of("'g'", MAP)) {
            Map<String, Object> row =
                    TestDatabase.row("CALL motif.commonNeighbors.stats(" + graph + ", {concurrency: 1})");
            assertThat(row)
                    .containsEntry("triangles", 2L)
                    .containsEntry("trianglesText", "2")
                    .containsEntry("maxCommonNeighbors", 2L)
                    .containsEntry("nodeCount", 6L)
                    .containsEntry("relationshipCount", 6L)
                    .containsEntry("backend", "CPU")
                    .containsEntry(
                            "histogram",
                            List.of(
                                    Map.of("min", 0L, "max", 0L, "relationshipCount", 1L),
                                    Map.of("min", 1L, "max", 1L, "relationshipCount", 4L),
                                    Map.of("min", 2L, "max", 3L, "relationshipCount", 1L)));
            assertThat((double) row.get("globalClusteringCoefficient")).isCloseTo(6.0 / 10, within(1e-12));
            assertThat((double) row.get("averageClusteringCoefficient"))
                    .isCloseTo((1 + 2.0 / 3 + 2.0 / 3 + 1.0 / 3) / 6, within(1e-12));
        }
    }

    // triangles

    @Test
    void trianglesAndCoefficientsOfNodesAreAsCountedByHand() {
        for (String graph : List.of("'g'", MAP)) {
            assertThat(TestDatabase.rows("CALL motif.commonNeighbors.triangles(" + graph + ", {nodes: true})"
                            + " YIELD nodeId, triangles, coefficient, node RETURN node.name AS name, triangles,"
                            + " round(coefficient * 6) AS sixths, id(node) = nodeId AS same ORDER BY name"))
                    .containsExactly(
                            Map.of("name", "a", "triangles", 1L, "sixths", 6.0, "same", true),
                            Map.of("name", "b", "triangles", 2L, "sixths", 4.0, "same", true),
                            Map.of("name", "c", "triangles", 2L, "sixths", 4.0, "same", true),
                            Map.of("name", "d", "triangles", 1L, "sixths", 2.0, "same", true),
                            Map.of("name", "e", "triangles", 0L, "sixths", 0.0, "same", true),
                            Map.of("name", "f", "triangles", 0L, "sixths", 0.0, "same", true));
        }
    }

    @Test
    void streamedCoefficientsAreTheWrittenOnesAlsoByWeights() {
        TestDatabase.rows("MATCH (s)-[r:KNOWS]->(t) SET r.weight = size(s.name + t.name) + id(t) % 3");
        for (String weights : List.of("", ", relationshipWeightProperty: 'weight'")) {
            String graph = "{nodes: 'P', relationships: 'KNOWS', relationshipProperties:"
                    + " {weight: {property: 'weight', aggregation: 'SUM'}}}";
            TestDatabase.rows("CALL motif.commonNeighbors.write(" + graph
                    + ", {per: 'NODE', writeProperty: 't', coefficientProperty: 'c'" + weights + "})");
            assertThat(TestDatabase.rows("CALL motif.commonNeighbors.triangles(" + graph + ", {nodes: true" + weights
                            + "}) YIELD node, triangles, coefficient WHERE node.t = triangles AND node.c = coefficient"
                            + " RETURN node"))
                    .hasSize(6);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "algorithm: 'BMP' | `algorithm` must be one of 'AUTO', 'DELTA', got 'BMP'",
                "skewThreshold: 2 | Unknown parameter `skewThreshold`",
                "topK: 3 | Unknown parameter `topK`"
            })
    void unknownKeyIsAMistake(String configuration, String message) {
        assertError("CALL motif.commonNeighbors.stats('g', {" + configuration + "})", message);
    }

    // stream

    @Test
    void streamHasEveryPairOnce() {
        assertThat(streamed("'g'", "", "commonNeighbors")).isEqualTo(COUNTS);
        assertThat(streamed("'plain'", "", "commonNeighbors")).isEqualTo(COUNTS);
        assertThat(streamed(MAP, "", "commonNeighbors")).isEqualTo(COUNTS);
    }

    @Test
    void streamHasAllRelationshipsOfAPair() {
        Map<String, Object> ids = streamed("'g'", "", "relationshipIds");
        assertThat(ids).hasSize(6);
        ids.forEach((pair, list) -> assertThat(list)
                .as("%s", pair)
                .isEqualTo(TestDatabase.row("MATCH (s {name: '" + pair.charAt(0)
                                + "'})-[r]-(t {name: '" + pair.charAt(1)
                                + "'}) WITH id(r) AS id ORDER BY id RETURN collect(id) AS ids")
                        .get("ids")));
        assertThat(streamed("'plain'", "", "relationshipIds")).hasSize(6).allSatisfy((pair, list) -> assertThat(list)
                .isNull());
        assertThat((List<?>) streamed(MAP, "", "relationshipIds").get("bc")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "COUNT, 2, 0",
        "JACCARD, 0.5, 0",
        "OVERLAP, 0.6666666666666666, 0",
        "COSINE, 0.6666666666666666, 0",
        "STRUCTURAL, 1, 0.7071067811865475"
    })
    void metricsAreThoseOfTheDefinition(String metric, double ofMiddle, double ofTail) {
        Map<String, Object> values = streamed("'g'", "similarityMetric: '" + metric + "'", "similarity");
        assertThat((double) values.get("bc")).isCloseTo(ofMiddle, within(1e-12));
        assertThat((double) values.get("de")).isCloseTo(ofTail, within(1e-12));
    }

    @Test
    void pairsBelowTheLeastValueAreLeftOut() {
        assertThat(streamed("'g'", "similarityCutoff: 1", "commonNeighbors"))
                .hasSize(5)
                .doesNotContainKey("de");
        assertThat(streamed("'g'", "similarityMetric: 'JACCARD', similarityCutoff: 0.5", "commonNeighbors"))
                .isEqualTo(Map.of("bc", 2L));
    }

    @Test
    void topKHasTheBestOfEveryNode() {
        List<Map<String, Object>> rows = TestDatabase.rows(
                "CALL motif.commonNeighbors.stream('g', {topK: 2, similarityCutoff: 1}) YIELD sourceNodeId, commonNeighbors,"
                        + " relationshipIds MATCH (s) WHERE id(s) = sourceNodeId WITH s.name AS source,"
                        + " collect([commonNeighbors, size(relationshipIds)]) AS best RETURN source, best ORDER BY source");
        assertThat(rows)
                .containsExactly(
                        Map.of("source", "a", "best", List.of(List.of(1L, 1L), List.of(1L, 1L))),
                        Map.of("source", "b", "best", List.of(List.of(2L, 2L), List.of(1L, 1L))),
                        Map.of("source", "c", "best", List.of(List.of(2L, 2L), List.of(1L, 1L))),
                        Map.of("source", "d", "best", List.of(List.of(1L, 1L), List.of(1L, 1L))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topK: 0 | `topK` must be in [1, 2147483647], got 0",
                "similarityCutoff: -1 | `similarityCutoff` must be in [0.0, 2.147483647E9], got -1",
                "similarityCutoff: 'x' | `similarityCutoff` must be a number in [0.0, 2.147483647E9], got 'x'",
                "similarityMetric: 'COSIN' | `similarityMetric` must be one of 'COUNT', 'JACCARD', 'OVERLAP', 'COSINE', 'STRUCTURAL',"
                        + " 'TOTAL_NEIGHBORS', 'PREFERENTIAL_ATTACHMENT', got 'COSIN'",
                "similarityMetric: 'NEWMAN' | `similarityMetric` must be one of 'COUNT', 'JACCARD', 'OVERLAP', 'COSINE', 'STRUCTURAL',"
                        + " 'TOTAL_NEIGHBORS', 'PREFERENTIAL_ATTACHMENT', got 'NEWMAN'"
            })
    void wrongFilterIsAMistake(String configuration, String message) {
        assertError("CALL motif.commonNeighbors.stream('g', {" + configuration + "})", message);
    }

    // write

    @Test
    void allRelationshipsOfAPairGetItsCount() {
        assertThat(TestDatabase.row("CALL motif.commonNeighbors.write('g', {writeProperty: 'c'})"
                        + " YIELD propertiesWritten, skipped, triangles, trianglesText"))
                .isEqualTo(Map.of("propertiesWritten", 7L, "skipped", 0L, "triangles", 2L, "trianglesText", "2"));
        assertThat(TestDatabase.rows("MATCH (s)-[r]->(t) RETURN s.name + t.name AS pair, r.c AS c").stream()
                        .collect(Collectors.toMap(row -> row.get("pair"), row -> row.get("c"))))
                .isEqualTo(Map.of("ab", 1L, "ac", 1L, "bc", 2L, "cb", 2L, "db", 1L, "cd", 1L, "de", 0L));
    }

    @Test
    void otherMetricsAreWrittenAsFloats() {
        TestDatabase.rows("CALL motif.commonNeighbors.write('g', {writeProperty: 'j', similarityMetric: 'JACCARD'})");
        assertThat(TestDatabase.rows("MATCH ({name: 'b'})-[r]-({name: 'c'}) RETURN r.j AS j"))
                .containsExactly(Map.of("j", 0.5), Map.of("j", 0.5));
    }

    @Test
    void nodesGetTrianglesAndCoefficients() {
        assertThat(TestDatabase.row("CALL motif.commonNeighbors.write('plain', {writeProperty: 't', per: 'NODE',"
                        + " coefficientProperty: 'lcc'}) YIELD propertiesWritten, skipped"))
                .isEqualTo(Map.of("propertiesWritten", 12L, "skipped", 0L));
        assertThat(TestDatabase.rows(
                        "MATCH (n:P) RETURN n.name AS name, n.t AS t, round(n.lcc, 3) AS lcc ORDER BY name"))
                .containsExactly(
                        Map.of("name", "a", "t", 1L, "lcc", 1.0),
                        Map.of("name", "b", "t", 2L, "lcc", 0.667),
                        Map.of("name", "c", "t", 2L, "lcc", 0.667),
                        Map.of("name", "d", "t", 1L, "lcc", 0.333),
                        Map.of("name", "e", "t", 0L, "lcc", 0.0),
                        Map.of("name", "f", "t", 0L, "lcc", 0.0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "g | similarityMetric: 'COUNT' | `writeProperty` is missing: it must be a STRING",
                "plain | writeProperty: 'c' | Graph 'plain' does not hold the ids of relationships",
                "g | writeProperty: 'c', per: 'NODE', similarityMetric: 'JACCARD' | `similarityMetric` is for `per: 'RELATIONSHIP'`, but"
                        + " `per` is 'NODE'",
                "g | writeProperty: 'c', coefficientProperty: 'd' | `coefficientProperty` is for `per: 'NODE'`, but"
                        + " `per` is 'RELATIONSHIP'",
                "g | writeProperty: 'c', per: 'NODE', coefficientProperty: 'c' | `coefficientProperty` must not be the"
                        + " `writeProperty`, got 'c' for both"
            })
    void wrongWriteIsAMistake(String graph, String configuration, String message) {
        assertError("CALL motif.commonNeighbors.write('" + graph + "', {" + configuration + "})", message);
    }

    // estimate
}
