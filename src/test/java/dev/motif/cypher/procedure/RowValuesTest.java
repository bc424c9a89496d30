package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that the rows of a query bring are the columns that a projection of the same properties has. */
class RowValuesTest {
    private static final String MATCH = "MATCH (u:User)-[r:RATED]->(i:Item) WITH u, i, r ORDER BY r.order ";

    @BeforeAll
    static void createGraph() {
        TestDatabase.emptied();
        rows("UNWIND range(0, 9) AS i CREATE (:User {i: i}), (:Item {i: i})");
        rows(
                "MATCH (u:User), (v:Item) UNWIND range(0, (u.i * 7 + v.i * 3) % 5 - 1) AS copy WITH u, v, copy, 100 * u.i + 10 * v.i + copy AS k"
                        + " CREATE (u)-[:RATED {order: (k * 37) % 1009, n: CASE k % 6 WHEN 0 THEN null ELSE k % 23 - 11 END, f: (k % 13) / 4.0,"
                        + " mixed: CASE WHEN (k * 37) % 1009 > 300 THEN k % 7 / 2.0 ELSE k % 5 END, t: ['a', 'bc', 'b'][k % 3], pair: u.i - v.i,"
                        + " b: k % 2 = 0, d: date('2026-11-01') + duration({days: k % 9}), at: localdatetime('2026-11-01') + duration({hours: k % 31}),"
                        + " l: duration({hours: k % 50})}]->(v)");
    }

    @AfterEach
    void nothingIsLeft() {
        rows("CALL motif.graph.drop(['g', 'h'], false)");
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.emptied();
    }

    private static TreeSet<String> values(String graph) {
        return rows("CALL motif.graph.relationshipProperties.stream('" + graph + "', '*')").stream()
                .map(row -> List.of("sourceNodeId", "targetNodeId", "relationshipProperty", "propertyValue").stream()
                        .map(key -> String.valueOf(row.get(key)))
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            n: r.n                                                       | n: 'n'                             | , parallel: 'KEEP'
            mixed: r.mixed                                               | mixed: 'mixed'                     | , parallel: 'KEEP'
            pair: r.pair, t: {value: r.t, aggregation: 'KEEP'}           | pair: 'pair', t: {aggregation: 'KEEP'} |
            n: {value: r.n, aggregation: 'SUM', default: 7}              | n: {aggregation: 'SUM', default: 7} |
            n: {value: r.n, aggregation: 'COUNT'}                        | n: {aggregation: 'COUNT'}          |
            n: {value: 1, aggregation: 'COUNT'}                          | n: {property: '*', aggregation: 'COUNT'} |
            f: {value: r.f, aggregation: 'SUM'}                          | f: {aggregation: 'SUM'}            |
            mixed: {Value: r.mixed, aggregation: 'MAX'}                  | mixed: {aggregation: 'MAX'}        |
            t: {value: r.t, aggregation: 'MIN'}, b: {value: r.b, aggregation: 'MAX'} | t: {aggregation: 'MIN'}, b: {aggregation: 'MAX'} |
            d: {value: r.d, aggregation: 'MIN'}, at: r.at, l: {value: r.l, aggregation: 'SUM'} | d: {aggregation: 'MIN'}, at: 'at', l: {aggregation: 'SUM'} | , parallel: 'KEEP'
            """)
    void columnsAreThoseOfAProjection(String ofRows, String ofStore, String more) {
        String parallel = more == null ? "" : more;
        for (String relationship : List.of("", ", relationship: r")) {
            rows(MATCH + "RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', relationshipProperties: {" + ofRows
                    + "}" + parallel + relationship + "}) AS graph");
            rows("CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED', {relationshipProperties: {"
                    + ofStore + "}" + parallel + "})");
            assertThat(values("g")).isNotEmpty().isEqualTo(values("h"));
            assertThat(rows("CALL motif.graph.list('g') YIELD columns"))
                    .isEqualTo(rows("CALL motif.graph.list('h') YIELD columns"));
            rows("CALL motif.graph.drop(['g', 'h'])");
        }
    }

    @Test
    void singleIsThatOfTheFirstRowOrOfTheRelationshipWithTheSmallestId() {
        String keys = "kind: 'BIPARTITE', relationshipProperties: {order: {value: r.order, aggregation: 'SINGLE'}}";
        rows(MATCH + "RETURN motif.graph.project('g', u, i, {" + keys + "}) AS graph");
        rows("CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipProperties: {order: {aggregation: 'MIN'}}})");
        assertThat(values("g")).isEqualTo(values("h"));
        rows("CALL motif.graph.drop(['g', 'h'])");
        rows(MATCH + "RETURN motif.graph.project('g', u, i, {" + keys + ", relationship: r}) AS graph");
        rows("CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipProperties: {order: {aggregation: 'SINGLE'}}})");
        assertThat(values("g")).isEqualTo(values("h"));
    }

    @Test
    void valuesAreThoseOfAnyExpressionAndWeighAlgorithms() {
        rows("MATCH (u:User)-[r:RATED]->(:Item)<-[q:RATED]-(v:User) WHERE u.i < v.i"
                + " RETURN motif.graph.project('g', u, v, {kind: 'UNIPARTITE', relationshipProperties:"
                + " {w: {value: r.f * q.f, aggregation: 'SUM'}}}) AS graph");
        List<Map<String, Object>> expected = rows(
                "MATCH (u:User)-[r:RATED]->(:Item)<-[q:RATED]-(v:User) WHERE u.i < v.i RETURN id(u) AS a, id(v) AS b, sum(r.f * q.f) AS w ORDER BY a, b");
        assertThat(rows(
                        "CALL motif.graph.relationshipProperties.stream('g', 'w') YIELD sourceNodeId AS a, targetNodeId AS b,"
                                + " propertyValue AS w RETURN a, b, w ORDER BY a, b"))
                .isEqualTo(expected);
        assertThat(rows("CALL motif.kcore.stats('g', {relationshipWeightProperty: 'w'}) YIELD levels"))
                .hasSize(1);
        assertThat(
                        TestDatabase.row(
                                "CALL motif.graph.list('g') YIELD configuration RETURN configuration.relationshipProperties AS p"))
                .isEqualTo(Map.of("p", Map.of("w", "SUM")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {n: r.n}                                            | parallel relationships between the nodes
            {n: {value: r.n, aggregation: 'AVG'}}               | `relationshipProperties.n.aggregation` must be one of
            {n: {valu: r.n}}                                    | valu
            {n: u}                                              | `relationshipProperties.n` must be a number, a BOOLEAN, a STRING or a temporal value
            {n: [1, 2]}                                         | must be a number, a BOOLEAN, a STRING or a temporal value, got [1, 2]
            {n: CASE WHEN r.order < 500 THEN 1 ELSE 'a' END}    | must have values of one type, but is INTEGER for row 1 and STRING for row
            {n: CASE WHEN r.order < 500 THEN 9007199254740993 ELSE 0.5 END} | must be within 2^53
            CASE WHEN r.order < 500 THEN {n: 1} ELSE {m: 1} END | `relationshipProperties` must have the same columns in all rows of a group: 'n'
            CASE WHEN r.order < 500 THEN {n: 1} ELSE {n: 1, m: 1} END | `relationshipProperties` must have the same columns
            3                                                   | `relationshipProperties` must be a MAP
            {t: {value: r.t, aggregation: 'SUM'}}               | only numbers and durations can be added up
            """)
    void mistakesAreNamedAndLeaveNothing(String values, String message) {
        assertError(
                MATCH + "RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', relationshipProperties: " + values
                        + "}) AS graph",
                message);
    }
}
