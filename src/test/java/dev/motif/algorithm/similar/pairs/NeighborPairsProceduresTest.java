package dev.motif.algorithm.similar.pairs;

import static dev.motif.neo4j.TestDatabase.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class NeighborPairsProceduresTest {
    private static final String NAMES = " MATCH (s), (t) WHERE id(s) = sourceNodeId AND id(t) = targetNodeId"
            + " RETURN s.name AS source, t.name AS target, side, commonNeighbors, similarity";

    /** Creates users a, b and c who buy 1 and 2; c also buys 3, d buys only 3. */
    @BeforeEach
    void createPurchases() {
        TestDatabase.rows("UNWIND [['a', ['1', '2']], ['b', ['1', '2']], ['c', ['1', '2', '3']], ['d', ['3']]] AS row"
                + " UNWIND row[1] AS item MERGE (u:U {name: row[0]}) MERGE (i:I {name: item}) MERGE (u)-[:B]->(i)");
        TestDatabase.rows("CALL motif.graph.project('sides', {left: 'U', right: 'I'}, 'B')");
        TestDatabase.rows("CALL motif.graph.project('all', ['U', 'I'], 'B')");
    }

    /** The rows as texts: both names in alphabetical order, then side, count and value, joined by blanks. */
    private static List<String> pairs(String graph, String configuration) {
        return TestDatabase.rows("CALL motif.commonNeighbors.pairs(" + graph + ", {" + configuration + "})"
                        + " YIELD sourceNodeId, targetNodeId, side, commonNeighbors, similarity" + NAMES)
                .stream()
                .map(row -> Stream.of(row.get("source"), row.get("target"))
                                .sorted()
                                .map(String.class::cast)
                                .collect(Collectors.joining())
                        + " " + row.get("side") + " " + row.get("commonNeighbors") + " "
                        + row.get("similarity"))
                .toList();
    }

    @Test
    void pairsOfTheLeftSideAreTheDefault() {
        assertThat(pairs("'sides'", ""))
                .containsExactlyInAnyOrder("ab LEFT 2 2.0", "ac LEFT 2 2.0", "bc LEFT 2 2.0", "cd LEFT 1 1.0");
        assertThat(pairs("{nodes: {left: 'U', right: 'I'}, relationships: 'B'}", "side: 'LEFT', similarityCutoff: 2"))
                .containsExactlyInAnyOrder("ab LEFT 2 2.0", "ac LEFT 2 2.0", "bc LEFT 2 2.0");
    }

    @Test
    void pairsOfTheRightSideAreThoseWithCommonLeftNodes() {
        assertThat(pairs("'sides'", "side: 'RIGHT', similarityMetric: 'OVERLAP'"))
                .containsExactlyInAnyOrder("12 RIGHT 3 1.0", "13 RIGHT 1 0.5", "23 RIGHT 1 0.5");
    }

    @Test
    void topKHasTheBestOfEveryNode() {
        assertThat(pairs("'sides'", "topK: 1, similarityMetric: 'JACCARD'"))
                .hasSize(4)
                .contains("ab LEFT 2 1.0", "cd LEFT 1 0.3333333333333333")
                .containsOnlyOnce("cd LEFT 1 0.3333333333333333")
                .anyMatch(pair -> pair.endsWith("c LEFT 2 0.6666666666666666"));
    }

    @Test
    void unipartiteGraphHasNoSides() {
        assertThat(pairs("'all'", "similarityCutoff: 2"))
                .containsExactlyInAnyOrder("ab null 2 2.0", "ac null 2 2.0", "bc null 2 2.0", "12 null 3 3.0");
        assertError("CALL motif.commonNeighbors.pairs('all', {side: 'LEFT'})", "`side` is for bipartite graphs");
    }

    @Test
    void givenNodesAreTheEndsOfTheirPairs() {
        String some =
                "MATCH (c {name: 'c'}), (d {name: 'd'}), (i {name: '3'}) CALL motif.commonNeighbors.pairs(%s, {%s})"
                        + " YIELD sourceNodeId, targetNodeId, side, commonNeighbors"
                        + NAMES.replace(", similarity", "");
        assertThat(TestDatabase.rows(String.format(some, "'sides'", "sourceNodes: [d, c]")))
                .extracting(row -> "" + row.get("source") + row.get("target"))
                .containsExactly("ca", "cb", "cd");
        assertThat(TestDatabase.rows(String.format(some, "'sides'", "targetNodes: id(c), topK: 1")))
                .extracting(row -> "" + row.get("source") + row.get("target"))
                .containsExactly("ac", "bc", "dc");
        assertThat(TestDatabase.rows(String.format(some, "'sides'", "sourceNodes: i, side: 'RIGHT'")))
                .extracting(row -> "" + row.get("source") + row.get("target"))
                .containsExactly("31", "32");
        assertThat(TestDatabase.rows(String.format(some, "'all'", "sourceNodes: [c, i], targetNodes: d")))
                .extracting(row -> "" + row.get("source") + row.get("target"))
                .containsExactly("cd");
        assertThatThrownBy(() -> TestDatabase.rows(String.format(some, "'sides'", "sourceNodes: [c, i]")))
                .hasMessageContaining("`sourceNodes` must be left nodes of the graph, but node ")
                .hasMessageContaining(" is not");
    }

    @Test
    void listedPairsAreCountedInTheirOrder() {
        List<Map<String, Object>> rows = TestDatabase.rows("MATCH (a {name: 'a'}), (c {name: 'c'}), (d {name: 'd'}),"
                + " (i {name: '1'}), (j {name: '3'})"
                + " CALL motif.commonNeighbors.pairs('sides', {pairs: [[d, a], [id(a), id(c)], [i, id(j)]]})"
                + " YIELD sourceNodeId, targetNodeId, side, commonNeighbors"
                + " RETURN [sourceNodeId, targetNodeId] = [id(d), id(a)] AS first, side, commonNeighbors AS common");
        assertThat(rows)
                .containsExactly(
                        Map.of("first", true, "side", "LEFT", "common", 0L),
                        Map.of("first", false, "side", "LEFT", "common", 2L),
                        Map.of("first", false, "side", "RIGHT", "common", 1L));
        assertThat(TestDatabase.row("MATCH (a {name: 'a'}), (i {name: '1'})"
                        + " CALL motif.commonNeighbors.pairs('all', {pairs: [[a, i]], similarityMetric: 'STRUCTURAL'})"
                        + " YIELD side, commonNeighbors, similarity"
                        + " RETURN side, commonNeighbors, round(similarity, 3) AS similarity"))
                .containsEntry("side", null)
                .containsEntry("commonNeighbors", 0L)
                .containsEntry("similarity", 0.577);
        assertThat(pairs("'sides'", "pairs: []")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pairs: 7 | `pairs` must be a list of pairs of nodes or of their ids, got 7",
                "pairs: [[1, 2, 3]] | `pairs` must be a list of pairs of different nodes or of their ids, got [1, 2, 3] in it",
                "pairs: [[1, '4:6fa1a5e8-6b0e-4d1c-9d3f-0123456789ab:7']] | got [1, '4:6fa1a5e8-6b0e-4d1c-9d3f-0123456789ab:7'] in it. Pass the node itself in place of its elementId",
                "pairs: [[1, 1]] | got [1, 1] in it",
                "pairs: [['a', 'b']] | got ['a', 'b'] in it",
                "pairs: [[1, null]] | got [1, null] in it",
                "pairs: [[1, 99999999]] | `pairs` must hold nodes of the graph, both of one side, but node",
                "pairs: [], topK: 1 | `topK` is for pairs that are found, but `pairs` is given",
                "pairs: [], side: 'LEFT' | `side` is for pairs that are found, but `pairs` is given",
                "pairs: [], sourceNodes: 1 | `sourceNodes` is for pairs that are found, but `pairs` is given",
                "sourceNodes: [] | `sourceNodes` must be a node, its id, or a list of 1 to 100000 of them, got []",
                "targetNodes: ['a'] | `targetNodes` must be a node, its id, or a list of 1 to 100000 of them, got 'a'",
                "targetNodes: 99999999 | `targetNodes` must be left nodes of the graph, but node 99999999 is not",
                "targetNodes: range(0, 100000) | `targetNodes` must be a node, its id, or a list of 1 to 100000 of them",
                "side: 'MIDDLE' | `side` must be one of 'LEFT', 'RIGHT', got 'MIDDLE'"
            })
    void wrongConfigurationIsAMistake(String configuration, String message) {
        assertError("CALL motif.commonNeighbors.pairs('sides', {" + configuration + "})", message);
    }

    @Test
    void pairOfTwoSidesIsAMistake() {
        assertError(
                "MATCH (a {name: 'a'}), (i {name: '1'}) CALL motif.commonNeighbors.pairs('sides', {pairs: [[a, i]]})"
                        + " YIELD similarity RETURN similarity",
                "`pairs` must hold nodes of the graph, both of one side, but node ");
    }

    @Test
    void estimateIsForTheSide() {
        for (String side : Arrays.asList("LEFT", "RIGHT")) {
            Map<String, Object> row = TestDatabase.row("CALL motif.commonNeighbors.pairs.estimate('sides', {side: '"
                    + side + "', concurrency: 2}) YIELD bytesMin, bytesMax");
            long nodes = side.equals("LEFT") ? 4 : 3;
            assertThat(row).isEqualTo(Map.of("bytesMin", 2 * 8 * nodes, "bytesMax", 2 * 8 * nodes));
        }
        assertThat(TestDatabase.row("MATCH (c {name: 'c'}) CALL motif.commonNeighbors.pairs.estimate('sides',"
                        + " {sourceNodes: c, concurrency: 2}) YIELD bytesMax, backend RETURN bytesMax, backend"))
                .isEqualTo(Map.of("bytesMax", 8 * 4L, "backend", "CPU"));
    }
}
