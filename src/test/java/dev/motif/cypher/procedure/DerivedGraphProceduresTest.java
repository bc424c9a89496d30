package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests graphs made of others: by filters, which Cypher checks on the same values in the database, and of given nodes. */
class DerivedGraphProceduresTest {
    @BeforeAll
    static void createGraphs() {
        TestDatabase.emptied();
        Random random = new Random(7);
        TestDatabase.rows("UNWIND range(0, 39) AS i CREATE (:User {i: i}), (:Item {i: i}), (:Person {i: i})");
        connect("User", "RATED", "Item", random);
        connect("Person", "KNOWS", "Person", random);
        TestDatabase.rows("MATCH (u:User)-[:RATED]->(i:Item) WITH u, i LIMIT 9 CREATE (u)-[:RATED]->(i)");
        TestDatabase.rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipIds: true})");
        TestDatabase.rows("CALL motif.graph.project('friends', 'Person', 'KNOWS', {relationshipIds: true})");
        for (String mutation : List.of(
                "wing.mutate('ratings', {mutateProperty: 'wing'})",
                "tip.mutate('ratings', {mutateProperty: 'tip'})",
                "tip.mutate('ratings', {mutateProperty: 'right tip', side: 'RIGHT'})",
                "clustering.mutate('ratings', {mutateProperty: 'c'})",
                "kcore.mutate('friends', {mutateProperty: 'core'})",
                "commonNeighbors.mutate('friends', {mutateProperty: 'j', similarityMetric: 'JACCARD'})")) {
            TestDatabase.rows("CALL motif." + mutation);
        }
        TestDatabase.rows("CALL motif.graph.write('ratings', {nodeProperties: '*', relationshipProperties: '*'})");
        TestDatabase.rows("CALL motif.graph.write('friends', {nodeProperties: '*', relationshipProperties: '*'})");
    }

    private static void connect(String from, String type, String to, Random random) {
        List<List<Integer>> pairs = Stream.generate(() -> List.of(random.nextInt(40), random.nextInt(40)))
                .filter(pair -> pair.get(0) < pair.get(1))
                .limit(220)
                .distinct()
                .toList();
        TestDatabase.rows(
                "UNWIND $pairs AS pair MATCH (a:" + from + " {i: pair[0]}), (b:" + to + " {i: pair[1]}) CREATE (a)-[:"
                        + type + "]->(b)",
                Map.of("pairs", pairs));
    }

    private static long before;

    @BeforeEach
    void rememberMemory() {
        before = TestDatabase.liveBytes();
    }

    @AfterEach
    void nothingIsLeft() {
        TestDatabase.rows("CALL motif.graph.drop('new', false)");
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static List<Map<String, Object>> rows(String query) {
        return TestDatabase.rows(query);
    }

    /** The ids of all relationships that the graph has, parallel ones too, found by writing to them. */
    private static List<Map<String, Object>> relationshipsOf(String graph) {
        rows("MATCH ()-[r]->() REMOVE r.mark");
        rows("CALL motif.graph.write('" + graph + "', {relationshipProperties: 'mark'})");
        return rows("MATCH ()-[r]->() WHERE r.mark IS NOT NULL RETURN id(r) AS id ORDER BY id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            r.wing >= 3 AND l.tip > 0                 | r.wing >= 3 AND l.tip > 0                        | l.tip > 0  | true
            r.wing >= 1 OR l.tip <> 0                 | r.wing >= 1 OR l.tip <> 0                        | true       | true
            relationship.wing=2 or NOT(left.tip < 3)  | r.wing = 2 OR l.tip >= 3                         | true       | true
            NOT (r.wing < 1 OR l.tip <= 2.5)          | r.wing >= 1 AND l.tip > 2.5                      | l.tip > 2.5| true
            right.`right tip` > l.tip AND 2 <= r.wing | i.`right tip` > l.tip AND r.wing >= 2            | true       | true
            n.c > 0.2                                 | l.c > 0.2 AND i.c > 0.2                          | l.c > 0.2  | i.c > 0.2
            n.c > 2e-1 AND right.c < r.wing           | l.c > 0.2 AND i.c > 0.2 AND i.c < r.wing         | l.c > 0.2  | i.c > 0.2
            l.c >= 0 AND -1 < right.c                 | true                                             | true       | true
            l.degree > 9 AND t.degree <= 20           | COUNT {(l)--()} > 9 AND COUNT {(i)--()} <= 20    | COUNT {(l)--()} > 9 | COUNT {(i)--()} <= 20
            n.degree <> 11                            | COUNT {(l)--()} <> 11 AND COUNT {(i)--()} <> 11  | COUNT {(l)--()} <> 11 | COUNT {(i)--()} <> 11
            1 = 1                                     | true                                             | true       | true
            1 = 2                                     | false                                            | false      | false
            """)
    void filteredGraphHasWhatCypherFinds(String filter, String relationship, String left, String right) {
        Map<String, Object> row = filter("new", "ratings", filter);
        rows("CALL motif.butterfly.mutate('new', {mutateProperty: 'mark', per: 'RELATIONSHIP'})");
        List<Map<String, Object>> expected =
                rows("MATCH (l:User)-[r:RATED]->(i:Item) WHERE " + relationship + " RETURN id(r) AS id ORDER BY id");
        assertThat(relationshipsOf("new")).isEqualTo(expected);
        assertThat(row.get("leftCount")).isEqualTo(count("MATCH (l:User) WHERE " + left));
        assertThat(row.get("rightCount")).isEqualTo(count("MATCH (i:Item) WHERE " + right));
        assertColumnsAreThoseOfTheDatabase("new", List.of("tip", "c", "right tip"), List.of("wing"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            n.core >= 4                  | a.core >= 4 AND b.core >= 4               | n.core >= 4
            r.j > 0.1 AND node.core <> 3 | r.j > 0.1 AND a.core <> 3 AND b.core <> 3 | n.core <> 3
            NOT r.j > 0                  | r.j = 0                                   | true
            n.degree >= 6                | COUNT {(a)-[:KNOWS]-()} >= 6 AND COUNT {(b)-[:KNOWS]-()} >= 6 | COUNT {(n)-[:KNOWS]-()} >= 6
            """)
    void filteredUnipartiteGraphHasWhatCypherFinds(String filter, String relationship, String node) {
        Map<String, Object> row = filter("new", "friends", filter);
        rows("CALL motif.commonNeighbors.mutate('new', {mutateProperty: 'mark'})");
        assertThat(relationshipsOf("new"))
                .isNotEmpty()
                .isEqualTo(rows("MATCH (a:Person)-[r:KNOWS]->(b:Person) WHERE " + relationship
                        + " RETURN id(r) AS id ORDER BY id"));
        assertThat(row.get("nodeCount")).isEqualTo(count("MATCH (n:Person) WHERE " + node));
        assertColumnsAreThoseOfTheDatabase("new", List.of("core"), List.of("j"));
        // The kernel relies on both directions.
        rows("CALL motif.graph.project('again', 'Person', 'KNOWS', {relationshipFilter: {property: 'mark', min: 0}})");
        assertThat(rows("CALL motif.kclique.stats('new', {k: 3}) YIELD count"))
                .isEqualTo(rows("CALL motif.kclique.stats('again', {k: 3}) YIELD count"));
        rows("CALL motif.graph.drop('again')");
    }

    private static Map<String, Object> filter(String name, String from, String filter) {
        return TestDatabase.row(
                "CALL motif.graph.filter($name, $from, $filter)", Map.of("name", name, "from", from, "filter", filter));
    }

    private static Object count(String match) {
        return TestDatabase.row(match + " RETURN count(*) AS n").get("n");
    }

    /** The values were written to the database from the whole graph, so they must be there for the same ids. */
    private static void assertColumnsAreThoseOfTheDatabase(
            String graph, List<String> ofNodes, List<String> ofRelationships) {
        for (String column : ofNodes) {
            assertThat(rows("CALL motif.graph.nodeProperties.stream('" + graph + "', '" + column + "', {nodes: true})"
                            + " YIELD node, propertyValue WHERE node.`" + column + "` <> propertyValue RETURN node"))
                    .isEmpty();
        }
        for (String column : ofRelationships) {
            assertThat(rows("CALL motif.graph.relationshipProperties.stream('" + graph + "', '" + column
                            + "', {nodes: true}) YIELD relationship, propertyValue WHERE relationship." + column
                            + " <> propertyValue RETURN relationship"))
                    .isEmpty();
        }
    }

    @Test
    void rowIsThatOfAProjection() {
        Map<String, Object> all = TestDatabase.row("CALL motif.graph.list('ratings')");
        Map<String, Object> row = filter("new", "ratings", "l.tip > 2");
        assertThat(row)
                .containsEntry("graphName", "new")
                .containsEntry("kind", "BIPARTITE")
                .containsEntry("rightCount", 40L)
                .containsEntry("configuration", Map.of("fromGraphName", "ratings", "filter", "l.tip > 2"))
                .containsEntry("nodesFilteredOut", (long) all.get("nodeCount") - (long) row.get("nodeCount"))
                .containsEntry(
                        "filteredOut", (long) all.get("relationshipCount") - (long) row.get("relationshipCount"));
        assertThat(TestDatabase.row("CALL motif.graph.list('new') YIELD columns RETURN size(columns) AS n"))
                .isEqualTo(Map.of("n", 4L));
        assertThat((long) row.get("bytes")).isLessThan((long) all.get("bytes"));
    }

    @Test
    void columnsOfTheNewGraphAreItsOwn() {
        filter("new", "ratings", "r.wing > 0");
        rows("CALL motif.graph.dropProperties('new', 'wing')");
        rows("CALL motif.wing.mutate('new', {mutateProperty: 'wing'})");
        assertThat(count("CALL motif.graph.relationshipProperties.stream('ratings', 'wing') YIELD propertyValue"))
                .isEqualTo(TestDatabase.row("CALL motif.graph.list('ratings') YIELD relationshipCount AS n")
                        .get("n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            r.wing                  | 7, at the end: expected =, <>, <, <=, >, >=, IN, STARTS WITH, ENDS WITH, CONTAINS or IS [NOT] NULL
            r.wing >                | 9, at the end: expected a value, or a column of r (the relationship), l (its left node)
            r.wing > 3 AND          | 15, at the end: expected a value
            r.wing > 3 l.tip > 1    | 12, at 'l.tip > 1': expected AND, OR or the end
            (r.wing > 3             | 12, at the end: expected AND, OR or ')'
            r.wing > 3)             | 11, at ')': expected AND, OR or the end
            r.wing => 3             | 8, at '=> 3': expected >=
            r.wing =< 3             | 8, at '=< 3': expected <=
            r.wing == 3             | 8, at '== 3': expected =
            r.wing =                | 9, at the end: expected a value
            r.degree > 3            | 3, at 'degree > 3': a degree is of nodes: write l.degree or right.degree
            r.wing > 3 && 1 = 1     | 12, at '&& 1 = 1': expected AND, OR or the end
            r.wings > 3             | 3, at 'wings > 3': there is no column 'wings' (did you mean 'wing'?). It has '
            r.tip > 3               | 3, at 'tip > 3': column 'tip' is of LEFT, which r has not: write l.tip
            right.tip > 3           | 7, at 'tip > 3': column 'tip' is of LEFT, which right has not: write l.tip
            n.tip > 3               | 3, at 'tip > 3': column 'tip' is of LEFT, which n has not: write l.tip
            l.wing > 3              | 3, at 'wing > 3': column 'wing' is of RELATIONSHIPS, which l has not: write r.wing
            x.wing > 3              | 1, at 'x.wing > 3': expected a value, or a column of r
            r wing > 3              | 3, at 'wing > 3': expected '.' and the name of a column
            r.5 > 3                 | 3, at '5 > 3': expected the name of a column
            r.wing > 9223372036854775808 | 10, at '9223372036854775808': an INTEGER is in [-2^63, 2^63)
            r.wing > 1e999          | 10, at '1e999': a FLOAT is below 1.8e308
            right.c > .5            | 11, at '.5': expected a value
            r.wing > - l.tip        | 12, at 'l.tip': expected a number
            """)
    void errorsPointAtThePlace(String filter, String message) {
        assertThatThrownBy(() -> filter("new", "ratings", filter))
                .hasMessageContaining("java.lang.IllegalArgumentException: `filter` is wrong at character " + message);
        assertThatThrownBy(() -> filter("new", "friends", "l.core > 1"))
                .hasMessageContaining("character 1, at 'l.core > 1': expected a value, or a column of r (the"
                        + " relationship) or n (each of its nodes)");
    }

    @Test
    void backticksInNamesAreDoubledAsInCypher() {
        rows("CALL motif.wing.mutate('ratings', {mutateProperty: 'a``b`'})".replace("``", "`"));
        try {
            Map<String, Object> plain = filter("new", "ratings", "r.wing > 2");
            rows("CALL motif.graph.drop('new')");
            assertThat(filter("new", "ratings", "r.`a``b``` > 2"))
                    .containsEntry("relationshipCount", plain.get("relationshipCount"));
            rows("CALL motif.graph.drop('new')");
            assertThatThrownBy(() -> filter("new", "ratings", "l.`a``b``` > 2"))
                    .hasMessageContaining("which l has not: write r.`a``b```");
            for (String wrong : List.of("r.`` > 2", "r.`a``b` > 2", "r.`a`b` > 2", "r.`a > 2", "r.```` > 2")) {
                assertThatThrownBy(() -> filter("new", "ratings", wrong)).hasMessageContaining("`filter` is wrong at");
            }
        } finally {
            rows("CALL motif.graph.dropProperties('ratings', 'a`b`')");
        }
    }

    @Test
    void filtersAreLimited() {
        for (String filter : List.of("", " ", "r.wing > 0".repeat(201))) {
            assertThatThrownBy(() -> filter("new", "ratings", filter))
                    .hasMessageContaining("`filter` must be a STRING of 1 to 2000 characters, got");
        }
        for (String around : List.of("(", "NOT ")) {
            assertThatThrownBy(() -> filter("new", "ratings", around.repeat(51) + "r.wing > 0"))
                    .hasMessageContaining("there are more than 50 parentheses and negations around each other");
        }
        filter("new", "ratings", "NOT ".repeat(50) + "r.wing > 0" + " AND 1 = 1".repeat(170));
        assertThatThrownBy(() -> filter("new", "ratings", "r.wing > 0"))
                .hasMessageContaining("A graph with the name 'new' already exists");
        assertThatThrownBy(() -> filter("other", "rating", "r.wing > 0"))
                .hasMessageContaining("No graph with the name 'rating' (did you mean 'ratings'?)");
    }

    /** Numbers of both types are compared exactly, where a double cannot tell neighbors apart. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993 > 9007199254740992.0",
                "NOT 9007199254740993 = 9007199254740992.0",
                "9007199254740992 = 9007199254740992.0",
                "9223372036854775807 < 9223372036854775808.0",
                "-9223372036854775808 >= -9223372036854775808.0",
                "-9223372036854775808 > -1e19",
                "3 < 3.5 AND -3 > -3.5 AND 3.5 > 3 AND 1e19 > 9223372036854775807",
                "-0.0 = 0 AND -0.0 = 0.0"
            })
    void numbersAreComparedExactly(String holds) {
        assertThat(filter("new", "ratings", holds))
                .containsEntry("leftCount", 40L)
                .containsEntry("nodesFilteredOut", 0L)
                .containsEntry("filteredOut", 0L);
    }

    @Test
    void inducedGraphHasTheRelationshipsAmongItsNodes() {
        Map<String, Object> row = TestDatabase.row(
                "MATCH (n) WHERE (n:User OR n:Item) AND n.i % 3 > 0 WITH collect(n) + collect(n)[0] AS nodes"
                        + " CALL motif.graph.induce('new', 'ratings', nodes) YIELD leftCount, rightCount, configuration"
                        + " RETURN *");
        assertThat(row).containsEntry("leftCount", 26L).containsEntry("rightCount", 26L);
        assertThat(row.get("configuration")).isEqualTo(Map.of("fromGraphName", "ratings", "nodes", 53L));
        rows("CALL motif.butterfly.mutate('new', {mutateProperty: 'mark', per: 'RELATIONSHIP'})");
        assertThat(relationshipsOf("new"))
                .isEqualTo(rows("MATCH (u:User)-[r:RATED]->(i:Item) WHERE u.i % 3 > 0 AND i.i % 3 > 0"
                        + " RETURN id(r) AS id ORDER BY id"));
        assertColumnsAreThoseOfTheDatabase("new", List.of("tip", "c", "right tip"), List.of("wing"));
    }

    @Test
    void inducedUnipartiteGraphTakesIds() {
        rows("MATCH (p:Person) WHERE p.core > 3 WITH collect(id(p)) AS ids"
                + " CALL motif.graph.induce('new', 'friends', ids) YIELD nodeCount RETURN nodeCount");
        rows("CALL motif.kcore.mutate('new', {mutateProperty: 'again'})");
        rows("CALL motif.commonNeighbors.mutate('new', {mutateProperty: 'mark'})");
        assertThat(relationshipsOf("new"))
                .isNotEmpty()
                .isEqualTo(rows("MATCH (a:Person)-[r:KNOWS]->(b:Person) WHERE a.core > 3 AND b.core > 3"
                        + " RETURN id(r) AS id ORDER BY id"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            null     | `nodes` must be a list of at most 10000000 nodes or ids, got null
            5        | `nodes` must be a list of at most 10000000 nodes or ids, got 5
            [null]   | `nodes` must be a list of at most 10000000 nodes or ids, got one with null
            ['a']    | `nodes` must be a list of at most 10000000 nodes or ids, got one with 'a'
            ['4:6fa1a5e8-6b0e-4d1c-9d3f-0123456789ab:7'] | `nodes` must be a list of at most 10000000 nodes or ids, got one with '4:6fa1a5e8-6b0e-4d1c-9d3f-0123456789ab:7'. Pass the node itself in place of its elementId
            [999999] | `nodes` must be nodes of the graph, but node 999999 is not in the graph
            [-1]     | `nodes` must be nodes of the graph, but node -1 is not in the graph
            """)
    void wrongNodesAreAnError(String nodes, String message) {
        assertThatThrownBy(() -> rows("CALL motif.graph.induce('new', 'ratings', " + nodes + ")"))
                .hasMessageContaining("java.lang.IllegalArgumentException: " + message);
        assertThatThrownBy(() -> rows("CALL motif.graph.induce('new', 'friends', " + nodes + ")"))
                .hasMessageContaining(message);
    }

    @Test
    void emptyListGivesAnEmptyGraph() {
        assertThat(TestDatabase.row("CALL motif.graph.induce('new', 'ratings', []) YIELD nodeCount, relationshipCount"))
                .isEqualTo(Map.of("nodeCount", 0L, "relationshipCount", 0L));
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('new') YIELD count"))
                .isEqualTo(Map.of("count", 0L));
    }
}
