package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        rows(
                "UNWIND range(0, 9) AS i CREATE (:User {i: i, age: CASE i WHEN 3 THEN null ELSE 20 + i % 4 END, name: 'u' + (i * 7) % 10}),"
                        + " (:Item {i: i, price: CASE WHEN i > 4 THEN i / 4.0 ELSE i END, name: 'i' + (i * 3) % 10, since: date('2026-11-01') + duration({days: i})})");
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
        // Rows that repeat relationships, with their ids, are the relationships.
        for (String again : List.of("", "WITH * ", "UNWIND range(0, r.order % 4) AS again ")) {
            String relationship = again.isEmpty() ? "" : ", relationship: r";
            rows(MATCH + again + "RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', relationshipProperties: {"
                    + ofRows + "}" + parallel + relationship + "}) AS graph");
            rows("CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED', {relationshipProperties: {"
                    + ofStore + "}" + parallel + "})");
            assertThat(values("g")).isNotEmpty().isEqualTo(values("h"));
            assertThat(rows("CALL motif.graph.list('g') YIELD columns"))
                    .isEqualTo(rows("CALL motif.graph.list('h') YIELD columns"));
            rows("CALL motif.graph.drop(['g', 'h'])");
        }
    }

    @Test
    void relationshipThatMatchesInBothDirectionsCountsOnce() {
        rows("MATCH (a:User {i: 1}), (b:User {i: 2}) CREATE (a)-[:KNOWS {w: 5}]->(b), (a)<-[:KNOWS {w: 7}]-(b)");
        rows("MATCH (a:User)-[r:KNOWS]-(b:User)"
                + " RETURN motif.graph.project('g', a, b, {kind: 'UNIPARTITE', relationship: r, relationshipProperties:"
                + " {w: {value: r.w, aggregation: 'SUM'}, c: {value: r.w, aggregation: 'COUNT'},"
                + " k: {value: r.w, aggregation: 'KEEP'}}}) AS g");
        rows("MATCH (:User)-[r:KNOWS]->(:User) DELETE r");
        assertThat(rows("CALL motif.graph.relationshipProperties.stream('g', '*')"
                        + " YIELD relationshipProperty AS name, propertyValue AS value RETURN name, value"))
                .containsExactlyInAnyOrder(
                        Map.of("name", "w", "value", 12L),
                        Map.of("name", "c", "value", 2L),
                        Map.of("name", "k", "value", List.of(5L, 7L)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            5, 7                                         | SUM    | 5            | 7
            0.5, 7                                       | SAME   | 0.5          | 7.0
            'b', 'a'                                     | KEEP   | 'a'          | 'b'
            null, 3                                      | SINGLE | null         | 3
            null, 3                                      | COUNT  | null         | a value
            date('2026-11-01'), date('2026-11-02')       | MIN    | 2026-11-01   | 2026-11-02
            """)
    void valuesOfOneRelationshipMustBeTheSameInAllRows(String values, String aggregation, String one, String other) {
        String match = "MATCH (u:User {i: 1})-[r:RATED]->(i:Item {i: 2}) UNWIND [" + values + "] AS x"
                + " RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', relationshipProperties: {n: {value: x,"
                + " aggregation: '" + aggregation + "'}}";
        assertThatThrownBy(() -> rows(match + ", relationship: r}) AS graph")).satisfies(error -> assertThat(
                        error.getMessage())
                .containsPattern("`relationshipProperties\\.n`: the relationship with id \\d+ must have the same"
                        + " value in all rows, got ")
                .containsAnyOf("got " + one + " and " + other, "got " + other + " and " + one));
        if (!aggregation.equals("SAME")) {
            rows(match + "}) AS graph");
        }
    }

    private static TreeSet<String> valuesOfNodes(String graph) {
        return rows("CALL motif.graph.nodeProperties.stream('" + graph + "', '*')").stream()
                .map(row -> row.get("nodeId") + " " + row.get("nodeProperty") + " " + row.get("propertyValue"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            u {.age, .name} | i {.price, .since}                 | {left: ['age', 'name'], right: ['price', 'since']}
            u {.name}       | i {.name, p: i.price}              | {left: 'name', right: ['name', {p: 'price'}]}
            {n: u.i / 4.0}  | {n: i.i}                           | {}
            {age: {value: u.age, default: 7}} | {}               | {left: {age: {default: 7}}}
            null            | i {.price}                         | {right: 'price'}
            """)
    void columnsOfNodesAreThoseOfAProjection(String ofSources, String ofTargets, String ofStore) {
        String keys = "kind: 'BIPARTITE', relationshipProperties: {pair: r.pair}, targetNodeProperties: " + ofTargets
                + (ofSources.equals("null") ? "" : ", sourceNodeProperties: " + ofSources);
        rows("CALL {MATCH (u:User) OPTIONAL MATCH (u)-[r:RATED]->(i:Item) RETURN u, i, r UNION ALL"
                + " MATCH (i:Item) RETURN null AS u, i, null AS r} WITH u, i, r ORDER BY r.order"
                + " RETURN motif.graph.project('g', u, i, {" + keys + "}) AS graph");
        if (ofStore.equals("{}")) {
            assertThat(
                            rows(
                                    "CALL motif.graph.nodeProperties.stream('g', 'n') YIELD nodeId, propertyValue"
                                            + " MATCH (x) WHERE id(x) = nodeId AND propertyValue <> CASE WHEN x:User THEN x.i / 4.0 ELSE x.i END RETURN x"))
                    .isEmpty();
            assertThat(valuesOfNodes("g")).hasSize(20);
            return;
        }
        rows("CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED', {nodeProperties: " + ofStore
                + ", relationshipProperties: 'pair'})");
        assertThat(valuesOfNodes("g")).isNotEmpty().isEqualTo(valuesOfNodes("h"));
        assertThat(values("g")).isEqualTo(values("h"));
        assertThat(rows("CALL motif.graph.list('g') YIELD columns"))
                .isEqualTo(rows("CALL motif.graph.list('h') YIELD columns"));
    }

    @Test
    void bothEndsGiveTheColumnsOfAUnipartiteGraph() {
        String match = "MATCH (u:User)-[:RATED]->(:Item)<-[:RATED]-(v:User) WHERE u.i < v.i ";
        rows(match + "RETURN motif.graph.project('g', u, v, {kind: 'UNIPARTITE', sourceNodeProperties: u {.age, .i},"
                + " targetNodeProperties: v {.age, .name}}) AS graph");
        assertThat(rows("CALL motif.graph.nodeProperties.stream('g', '*', {wide: true}) YIELD nodeId, values"
                        + " MATCH (u) WHERE id(u) = nodeId RETURN values.age = u.age OR u.age IS NULL AND values.age IS NULL AS age,"
                        + " coalesce(values.i, u.i) = u.i AS i, coalesce(values.name, u.name) = u.name AS name"))
                .isNotEmpty()
                .allMatch(row -> !row.containsValue(false));
        assertThat(TestDatabase.row("CALL motif.graph.list('g') YIELD configuration RETURN"
                        + " configuration.sourceNodeProperties AS s, configuration.targetNodeProperties AS t"))
                .isEqualTo(Map.of("s", List.of("age", "i"), "t", List.of("age", "name")));
        assertThat(TestDatabase.row("CALL motif.graph.filter('h', 'g', 'n.age > 21') YIELD nodeCount AS count"))
                .isEqualTo(TestDatabase.row("MATCH (u:User) WHERE u.age > 21 RETURN count(u) AS count"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sourceNodeProperties: {n: r.order}                          | `sourceNodeProperties.n` must be the same in all rows with a node, but the node with id
            sourceNodeProperties: 3                                     | `sourceNodeProperties` must be a MAP, got 3
            targetNodeProperties: null                                  | `targetNodeProperties` must be a MAP in rows with such a node, got null
            targetNodeProperties: {n: u}                                | `targetNodeProperties.n` must be a number, a BOOLEAN, a STRING or a temporal value
            targetNodeProperties: {n: {valu: 1}}                        | valu
            targetNodeProperties: {n: {value: 1, aggregation: 'SUM'}}   | aggregation
            sourceNodeProperties: {n: 1}, targetNodeProperties: {n: 'a'} | must have values of one type, but is INTEGER for row 1 and STRING for row 1
            sourceNodeProperties: {n: {value: 1, default: 2}}, targetNodeProperties: {n: 1} | `targetNodeProperties.n` must have the same `default` as `sourceNodeProperties.n`
            sourceNodeProperties: {n: 1}, relationshipProperties: {n: 1} | `sourceNodeProperties` and `relationshipProperties` must not have a column of the same name, got 'n' twice
            sourceNodeProperties: CASE WHEN r.order < 500 THEN {n: 1} ELSE {m: 1} END | `sourceNodeProperties` must have the same columns in all rows of a group: 'n'
            sourceNodeProperties: CASE WHEN r.order < 500 THEN {n: 1} END | `sourceNodeProperties` must have the same columns in all rows of a group: 'n'
            sourceNodeProperties: {n: null}                             | `sourceNodeProperties.n`
            sourceNodeProperties: {`a b`: {value: 1, default: u}}       | default
            """)
    void mistakesOfNodesAreNamedAndLeaveNothing(String keys, String message) {
        assertError(
                MATCH + "RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', " + keys + "}) AS graph", message);
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
