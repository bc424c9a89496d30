package dev.motif.cypher.call;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call that reads its graph for itself finds the weights and times in it that a named graph has as columns. */
class OneCallValuesTest {
    private static final String PARTS = "{left: 'User', right: 'Item'}, 'RATED'";
    private static final String RATINGS = "{nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'";
    private static final String FRIENDS = "{nodes: 'User', relationships: 'KNOWS'";
    private static final String AGGREGATED =
            "relationshipProperties: ['other', {w: {property: 'stars', aggregation: 'SUM'}, at: {aggregation: 'MIN'}}]";

    @BeforeAll
    static void createGraph() {
        TestDatabase.emptied();
        rows("UNWIND range(0, 11) AS i CREATE (:User {i: i}), (:Item {i: i})");
        // Some pairs have two relationships, of different values.
        rows(
                "MATCH (u:User), (v:Item) UNWIND range(0, (u.i * 7 + v.i * 3) % 4 - 1) AS copy WITH u, v, copy WHERE copy < 2"
                        + " CREATE (u)-[:RATED {stars: (u.i + 2 * v.i + copy) % 5 + 1, at: (u.i * 5 + v.i * 11 + copy * 3) % 17, other: 1}]->(v)");
        rows("MATCH (a:User), (b:User) WHERE a.i < b.i AND (a.i * b.i) % 3 < 2"
                + " CREATE (a)-[:KNOWS {w: (a.i + b.i) / 2.0}]->(b)");
    }

    @AfterEach
    void nothingIsLeft() {
        rows("CALL motif.graph.drop('g', false)");
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.emptied();
    }

    /** The rows in any order, without what differs from call to call. */
    private static List<String> of(String procedure, String graph, String keys) {
        return rows("CALL motif." + procedure + "(" + graph + ", {" + keys + "})").stream()
                .map(row -> row.entrySet().stream()
                        .filter(entry -> !entry.getKey().endsWith("Millis")
                                && !List.of("configuration", "groupId").contains(entry.getKey()))
                        .map(Map.Entry::toString)
                        .sorted()
                        .collect(Collectors.joining(", ")))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nodeSimilarity.stream    | relationshipWeightProperty: 'w', topK: 3
            biclique.maximal.stream  | relationshipWeightProperty: 'w', topK: 5, topKBy: 'WEIGHT'
            biclique.maximal.stream  | relationshipWeightProperty: 'w', weightAggregation: 'MIN', minLeft: 2, minRight: 2
            butterfly.stream         | timeProperty: 'at', window: 4
            biclique.lockstep.stream | timeProperty: 'at', window: 4, minLeft: 2, minRight: 2
            """)
    void valuesOfParallelRelationshipsAreAggregatedAsSaid(String procedure, String keys) {
        rows("CALL motif.graph.project('g', " + PARTS + ", {" + AGGREGATED + "})");
        List<String> named = of(procedure, "'g'", keys);
        assertThat(named).isNotEmpty();
        assertThat(of(procedure, RATINGS + ", " + AGGREGATED + "}", keys)).isEqualTo(named);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kcore.stream                | relationshipWeightProperty: 'w'
            nodeSimilarity.stream       | relationshipWeightProperty: 'w'
            commonNeighbors.write       | relationshipWeightProperty: 'w', coefficientProperty: 'c', writeProperty: 'n', per: 'NODE'
            clique.maximal.stream       | relationshipWeightProperty: 'w', topK: 4, topKBy: 'WEIGHT'
            kclique.list                | relationshipWeightProperty: 'w', k: 3
            """)
    void weightsAreReadWithoutBeingNamed(String procedure, String keys) {
        rows("CALL motif.graph.project('g', 'User', 'KNOWS', {relationshipProperties: 'w'})");
        List<String> named = of(procedure, "'g'", keys);
        assertThat(named).isNotEmpty();
        assertThat(of(procedure, FRIENDS + "}", keys)).isEqualTo(named);
    }

    @Test
    void timesOfParallelRelationshipsAreKeptUnlessOthersAreSaid() {
        String keys = "timeProperty: 'at', window: 4";
        rows("CALL motif.graph.project('g', " + PARTS + ", {relationshipProperties: 'at', parallel: 'KEEP'})");
        List<String> kept = of("butterfly.stream", "'g'", keys);
        assertThat(of("butterfly.stream", RATINGS + "}", keys)).isEqualTo(kept);
        assertThat(of("butterfly.stream", RATINGS + ", relationshipProperties: 'at', parallel: 'KEEP'}", keys))
                .isEqualTo(kept);
        assertThat(of("butterfly.stream", RATINGS + ", relationshipProperties: {at: {aggregation: 'MAX'}}}", keys))
                .isNotEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ", relationshipProperties: 'stars', parallel: 'KEEP'" | has lists of values, one value is needed
            ", relationshipProperties: {stars: {aggregation: 'AVG'}}" | `relationshipProperties.stars.aggregation` must be one of
            ", nodeProperties: 'i'"                               | nodeProperties
            ""                                                    | have different values of property 'stars'
            """, quoteCharacter = '"')
    void mistakesAreNamed(String parts, String message) {
        assertError(
                "CALL motif.nodeSimilarity.stream(" + RATINGS + parts + "}, {relationshipWeightProperty: 'stars'})",
                message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kcore.stream.estimate          | relationshipWeightProperty: 'w'
            clique.maximal.stream.estimate | relationshipWeightProperty: 'w'
            """)
    void estimatesHaveTheValues(String procedure, String keys) {
        String call = "CALL motif." + procedure + "(" + FRIENDS + "}, {%s}) YIELD bytesMax";
        long without = (long) TestDatabase.row(call.formatted("")).get("bytesMax");
        long with = (long) TestDatabase.row(call.formatted(keys)).get("bytesMax");
        long relationships = rows("MATCH (:User)-[r:KNOWS]->(:User) RETURN r").size();
        assertThat(with - without).isGreaterThanOrEqualTo(relationships * Long.BYTES);
    }
}
