package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.row;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests estimates of graphs that are not there, and the times of estimates, through Cypher. */
@EmptyDatabase
class GraphCountsTest {
    private static final String SIDES = "{leftCount: 40, rightCount: 30, relationshipCount: 300}";
    private static final String NODES = "{nodeCount: 40, relationshipCount: 195}";

    /** 40 users have 300 relationships to 30 items, and 195 to each other; degrees differ. */
    @BeforeEach
    void project() {
        rows("UNWIND range(0, 39) AS i CREATE (:User {i: i})");
        rows("UNWIND range(0, 29) AS i CREATE (:Item {i: i})");
        rows("MATCH (u:User), (m:Item) WITH u, m ORDER BY (u.i * 7 + m.i * 11) % 41 + u.i, u.i, m.i LIMIT 300"
                + " CREATE (u)-[:RATED]->(m)");
        rows("MATCH (a:User), (b:User) WHERE a.i < b.i WITH a, b ORDER BY (a.i * 5 + b.i * 3) % 37, a.i, b.i LIMIT 195"
                + " CREATE (a)-[:KNOWS]->(b)");
        rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true})");
        rows("CALL motif.graph.project('friends', 'User', 'KNOWS', {relationshipIds: true})");
    }

    private static Map<String, Object> estimate(String procedure, String graph, String keys) {
        return new TreeMap<>(row("CALL motif." + procedure + ".estimate(" + graph + ", " + keys + ")"));
    }

    /** The columns of bytes and counts: trees say where the graph is, and times depend on degrees. */
    private static Map<String, Object> figures(Map<String, Object> row) {
        Map<String, Object> figures = new TreeMap<>(row);
        figures.keySet()
                .removeAll(List.of("treeView", "mapView", "bytesFree", "estimatedCpuMillis", "estimatedGpuMillis"));
        return figures;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', textBlock = """
            kcore.stats                      | friends | {}
            kcore.mutate                     | friends | {mutateProperty: 'x'}
            kcore.communities.stats          | friends | {}
            ktruss.stream                    | friends | {}
            ktruss.write                     | friends | {writeProperty: 'x'}
            commonNeighbors.stats            | friends | {}
            kclique.stats                    | friends | {k: 3}
            scan.stats                       | friends | {}
            nodeSimilarity.mutate            | friends | {mutateGraphName: 'new', mutateProperty: 'x'}
            nodeSimilarity.stream            | ratings | {topK: 3}
            alphaBetaCore.stats              | ratings | {}
            tip.stats                        | ratings | {side: 'RIGHT'}
            butterfly.sample                 | ratings | {}
            commonNeighbors.pairs            | ratings | {side: 'LEFT'}
            """)
    void estimateIsThatOfAGraphInTheCatalogWhereCountsAreAllThatMatters(String procedure, String graph, String keys) {
        Map<String, Object> there = estimate(procedure, "'" + graph + "'", keys);
        Map<String, Object> counted = estimate(procedure, graph.equals("ratings") ? SIDES : NODES, keys);
        assertThat(figures(counted)).isEqualTo(figures(there));
    }

    /** The part of a graph may be nothing, or all of it. */
    @Test
    void estimateAroundContainedNodesBeginsWithNothing() {
        String node =
                "{contains: " + row("MATCH (u:User {i: 0}) RETURN id(u) AS id").get("id") + "}";
        Map<String, Object> counted = estimate("biclique.maximal.stats", SIDES, node);
        Map<String, Object> there = estimate("biclique.maximal.stats", "'ratings'", node);
        assertThat(counted).containsEntry("bytesMin", 0L);
        assertThat((long) counted.get("bytesMax")).isGreaterThanOrEqualTo((long) there.get("bytesMax"));
        assertThat((long) counted.get("bytesMax")).isGreaterThan((long)
                estimate("biclique.maximal.stats", SIDES, "{}").get("bytesMax"));
        assertThat(counted.get("estimatedCpuMillis")).isNull();
        assertThat((Double) there.get("estimatedCpuMillis")).isPositive();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', textBlock = """
            {left: 'User', right: 'Item'} | 'RATED' | leftCount: 40, rightCount: 30, relationshipCount: 300 | {}
            {left: 'User', right: 'Item'} | 'RATED' | leftCount: 40, rightCount: 30, relationshipCount: 300 | {nodeProperties: 'i', relationshipIds: true}
            'User'                        | 'KNOWS' | nodeCount: 40, relationshipCount: 195                 | {nodeFilter: 'n.i > 3'}
            """)
    void projectionOfCountsIsEstimatedAsOneOfLabelsThatHaveThem(
            String nodes, String types, String counts, String keys) {
        String given = keys.equals("{}") ? "{" + counts + "}" : keys.replace("}", ", " + counts + "}");
        Map<String, Object> there =
                row("CALL motif.graph.project.estimate(" + nodes + ", " + types + ", " + keys + ")");
        String others = nodes.contains("left") ? "{left: 'Nobody', right: '*'}" : "'*'";
        assertThat(figures(row("CALL motif.graph.project.estimate(" + others + ", 'NOWHERE', " + given + ")")))
                .isEqualTo(figures(there));
        assertThat(row("CALL motif.graph.project.estimate(" + nodes + ", " + types + ", " + given + ")"))
                .containsEntry("treeView", there.get("treeView"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', textBlock = """
            kcore.stats     | {nodeCount: -1, relationshipCount: 0}                    | `nodeCount` must be in [0, 2147483647], got -1
            kcore.stats     | {nodeCount: 2147483648, relationshipCount: 0}            | `nodeCount` must be in [0, 2147483647], got 2147483648
            kcore.stats     | {nodeCount: 'ten', relationshipCount: 0}                 | `nodeCount` must be an INTEGER in [0, 2147483647], got 'ten'
            kcore.stats     | {nodeCount: 10, relationshipCount: 46}                   | `relationshipCount` must be in [0, 45], got 46
            kcore.stats     | {nodeCount: 0, relationshipCount: 1}                     | `relationshipCount` must be in [0, 0], got 1
            kcore.stats     | {nodeCount: 2147483647, relationshipCount: 1099511627777} | `relationshipCount` must be in [0, 1099511627776], got 1099511627777
            kcore.stats     | {nodeCount: 10}                                          | `relationshipCount` is missing: it must be an INTEGER in [0, 45]
            kcore.stats     | {relationshipCount: 10}                                  | `nodeCount` is missing: it must be an INTEGER in [0, 2147483647]
            kcore.stats     | {nodeCount: 10, relationshipCount: 4, nodes: 'User'}     | Unknown parameter `nodes`
            kcore.stats     | {leftCount: 5, rightCount: 5, relationshipCount: 4}      | `nodeCount` is missing
            butterfly.stats | {nodeCount: 10, relationshipCount: 4}                    | `leftCount` is missing: it must be an INTEGER in [0, 2147483647]
            butterfly.stats | {leftCount: 5, rightCount: 5, relationshipCount: 26}     | `relationshipCount` must be in [0, 25], got 26
            cohesion.stats  | {leftCount: 5, relationshipCount: 4}                     | `rightCount` is missing
            cohesion.stats  | {nodeCount: 5, rightCount: 5, relationshipCount: 4}      | `leftCount` is missing
            """)
    void countsAreChecked(String procedure, String graph, String message) {
        assertError("CALL motif." + procedure + ".estimate(" + graph + ")", message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', textBlock = """
            'User'                  | {nodeCount: 10}                                     | `relationshipCount` is missing: it must be an INTEGER in [0, 1099511627776]
            'User'                  | {leftCount: 10, rightCount: 1, relationshipCount: 1} | `nodeCount` is missing
            {left: 'U', right: 'I'} | {nodeCount: 10, relationshipCount: 1}               | `leftCount` is missing
            {left: 'U', right: 'I'} | {leftCount: 1, rightCount: 1.5, relationshipCount: 1} | `rightCount` must be an INTEGER in [0, 2147483647], got 1.5
            """)
    void countsBesideAProjectionAreOfItsKind(String nodes, String keys, String message) {
        assertError("CALL motif.graph.project.estimate(" + nodes + ", '*', " + keys + ")", message);
    }

    @Test
    void projectionItselfTakesNoCounts() {
        assertError(
                "CALL motif.graph.project('new', '*', '*', {nodeCount: 1, relationshipCount: 0})",
                "Unknown parameters `nodeCount`, `relationshipCount`");
    }

    @Test
    void graphOfCountsHasNoEarlierCountsAndNoOwner() {
        assertError(
                "CALL motif.butterfly.mutate.estimate(" + SIDES + ", {mutateProperty: 'new', baseProperty: 'old'})",
                "`graph` must be the name of a projected graph, which has the column of `baseProperty`, got {");
        assertError(
                "CALL motif.butterfly.stats.estimate(" + SIDES + ", {username: 'neo4j'})",
                "`username` must be left out where `graph` is no name, got 'neo4j'");
    }

    /** More relationships among as many nodes are more work. */
    @ParameterizedTest
    @ValueSource(strings = {"kcore.stats", "ktruss.stats", "commonNeighbors.stats", "clique.maximal.stats"})
    void timeIsEstimatedByCountsAndWithTheGraphByItsDegrees(String procedure) {
        double before = 0;
        for (long relationships = 1_000_000; relationships <= 1_000_000_000_000L; relationships *= 10) {
            String graph = "{nodeCount: 10000000, relationshipCount: " + relationships + "}";
            Map<String, Object> row = estimate(procedure, graph, "{concurrency: 1}");
            assertThat((Double) row.get("estimatedCpuMillis")).isGreaterThan(before);
            before = (double) row.get("estimatedCpuMillis");
        }
        assertThat((Double) estimate(procedure, "'friends'", "{}").get("estimatedCpuMillis"))
                .isPositive();
    }

    @Test
    void timeIsNullWhereNothingIsKnown() {
        for (String graph :
                List.of("'ratings'", SIDES, "{nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'}")) {
            assertThat(estimate("cohesion.stats", graph, "{}")).containsEntry("estimatedCpuMillis", null);
        }
        assertThat(row("CALL motif.graph.project.estimate('*', '*')"))
                .containsEntry("estimatedCpuMillis", null)
                .containsEntry("estimatedGpuMillis", null);
        // Counts that are changed, rather than found anew.
        rows("CALL motif.butterfly.mutate('ratings', {mutateProperty: 'count'})");
        String keys = "{mutateProperty: 'new', baseProperty: 'count', algorithm: 'DELTA'}";
        assertThat(estimate("butterfly.mutate", "'ratings'", keys)).containsEntry("estimatedCpuMillis", null);
    }
}
