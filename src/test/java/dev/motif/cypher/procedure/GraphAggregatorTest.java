package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Transaction;

/** Tests the aggregation function motif.graph.project through Cypher. */
@EmptyDatabase
class GraphAggregatorTest {
    private static final String PROJECT_WITH_RELATIONSHIPS =
            "RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', relationship: r}) AS row";

    private static final String PROJECT = "RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE'}) AS row";

    @BeforeEach
    void emptyDatabase() {
        assertThat(TestDatabase.liveBytes()).isZero();
        TestDatabase.rows("UNWIND range(1, 4) AS u CREATE (:User {n: u})");
        TestDatabase.rows("UNWIND range(1, 3) AS i CREATE (:Item {n: i})");
        TestDatabase.rows("MATCH (u:User), (i:Item) CREATE (u)-[:RATED {stars: (u.n + i.n) % 5}]->(i)");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> project(String query) {
        return (Map<String, Object>) TestDatabase.row(query).get("row");
    }

    private static void assertError(String query, String message) {
        assertThatThrownBy(() -> TestDatabase.rows(query))
                .isInstanceOf(QueryExecutionException.class)
                .hasMessageContaining(message);
        assertThat(TestDatabase.rows("CALL motif.graph.list()")).isEmpty();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static long butterflies(String graph) {
        return (long) TestDatabase.row("CALL motif.butterfly.stats($g) YIELD count", Map.of("g", graph))
                .get("count");
    }

    @Test
    void rowIsThatOfTheProcedureForTheSameGraph() {
        Map<String, Object> ofRows = project("MATCH (u:User)-[:RATED]->(i:Item) " + PROJECT);
        Map<String, Object> ofStore =
                TestDatabase.row("CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED')");
        assertThat(ofRows.keySet()).containsExactlyElementsOf(ofStore.keySet());
        assertThat(ofRows)
                .containsEntry("graphName", "g")
                .containsEntry("configuration", Map.of("kind", "BIPARTITE"))
                .usingRecursiveComparison()
                .ignoringFields("graphName", "projectMillis", "configuration")
                .isEqualTo(ofStore);
        assertThat(TestDatabase.liveBytes()).isEqualTo(2 * (long) ofStore.get("bytes"));
    }

    @Test
    void resultsAreThoseOfTheProjectionOfTheStore() {
        project("MATCH (u:User)-[r:RATED]->(i:Item) WHERE r.stars >= 2 " + PROJECT);
        TestDatabase.rows("CALL motif.graph.project('h', {left: 'User', right: 'Item'}, 'RATED',"
                + " {relationshipFilter: {property: 'stars', min: 2}})");
        String stream = "CALL motif.butterfly.stream($g) YIELD nodeId, count RETURN nodeId, count ORDER BY nodeId";
        assertThat(butterflies("g")).isPositive().isEqualTo(butterflies("h"));
        assertThat(TestDatabase.rows(stream, Map.of("g", "g"))).isEqualTo(TestDatabase.rows(stream, Map.of("g", "h")));
    }

    /** A graph outlives the transaction that it was made in, and Neo4j gives the ids of what was rolled back to others. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CREATE (u:User) WITH u MATCH (i:Item)                                            | {kind: 'BIPARTITE'}
            CREATE (i:Item) WITH i MATCH (u:User)                                            | {kind: 'BIPARTITE'}
            CREATE (u:User), (i:User)                                                        | {kind: 'UNIPARTITE'}
            MATCH (u:User), (i:Item) CREATE (u)-[r:RATED]->(i)                               | {kind: 'BIPARTITE', relationship: r}
            MATCH (u:User)-[s:RATED]->(i:Item) DELETE s WITH u, i CREATE (u)-[r:RATED]->(i)  | {kind: 'BIPARTITE', relationship: r}
            """)
    void whatIsNotCommittedIsAnError(String rows, String configuration) {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            assertThatThrownBy(() -> transaction
                            .execute(rows + " RETURN motif.graph.project('g', u, i, " + configuration + ")")
                            .resultAsString())
                    .hasMessageContaining("must be committed before a graph is made of them, since it outlives the"
                            + " transaction, but ");
        }
        assertThat(TestDatabase.rows("CALL motif.graph.list()")).isEmpty();
    }

    @Test
    void otherChangesOfItsTransactionDoNotMatter() {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            transaction
                    .execute(
                            "CREATE (:Other) WITH count(*) AS n MATCH (u:User)-[r:RATED]->(i:Item) SET u.x = 1, r.x = 1")
                    .close();
            assertThat(transaction.execute("MATCH (u:User)-[r:RATED]->(i:Item) " + PROJECT_WITH_RELATIONSHIPS).stream())
                    .hasSize(1);
        }
        assertThat(butterflies("g")).isEqualTo(18);
    }

    @Test
    void edgesNeedNotBeRelationships() {
        TestDatabase.rows("MATCH (i:Item) UNWIND range(1, 2) AS t MERGE (t1:Tag {n: t}) CREATE (i)-[:IN]->(t1)");
        Map<String, Object> row = project("MATCH (u:User)-[:RATED]->(:Item)-[:IN]->(i:Tag) " + PROJECT);
        assertThat(row)
                .containsEntry("leftCount", 4L)
                .containsEntry("rightCount", 2L)
                .containsEntry("relationshipCount", 8L)
                .containsEntry("duplicatesDropped", 16L);
        assertThat(butterflies("g")).isEqualTo(6);
    }

    @Test
    void unipartiteGraphHasBothEndsInOneSet() {
        TestDatabase.rows("MATCH (a:User {n: 1}), (b:User {n: 2}), (c:User {n: 3})"
                + " CREATE (a)-[:KNOWS]->(b), (b)-[:KNOWS]->(a), (b)-[:KNOWS]->(c), (c)-[:KNOWS]->(c)");
        Map<String, Object> row = project("MATCH (a:User) OPTIONAL MATCH (a)-[:KNOWS]->(b)"
                + " RETURN motif.graph.project('g', a, b, {kind: 'UNIPARTITE'}) AS row");
        assertThat(row)
                .containsEntry("kind", "UNIPARTITE")
                .containsEntry("leftCount", null)
                .containsEntry("rightCount", null)
                .containsEntry("nodeCount", 4L)
                .containsEntry("relationshipCount", 2L)
                .containsEntry("duplicatesDropped", 1L)
                .containsEntry("selfLoopsDropped", 1L);
    }

    @Test
    void rowWithoutOneNodeIsTheOtherAlone() {
        Map<String, Object> row = project("MATCH (u:User {n: 1})-[:RATED]->(i:Item {n: 1}) WITH u, i UNWIND"
                + " [[u, i], [u, null], [null, i], [null, null]] AS pair WITH pair[0] AS u, pair[1] AS i " + PROJECT);
        assertThat(row)
                .containsEntry("leftCount", 1L)
                .containsEntry("rightCount", 1L)
                .containsEntry("relationshipCount", 1L)
                .containsEntry("duplicatesDropped", 0L);
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(project("MATCH (u:User) WITH u, null AS i " + PROJECT))
                .containsEntry("leftCount", 4L)
                .containsEntry("rightCount", 0L)
                .containsEntry("relationshipCount", 0L);
    }

    @Test
    void noRowsMakeNoGraph() {
        assertThat(project("MATCH (u:User)-[:RATED]->(i:Item) WHERE u.n > 99 " + PROJECT))
                .isNull();
        assertThat(TestDatabase.rows("CALL motif.graph.list()")).isEmpty();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @Test
    void everyGroupIsAGraph() {
        List<Map<String, Object>> rows = TestDatabase.rows("MATCH (u:User)-[r:RATED]->(i:Item)"
                + " WITH 'stars' + r.stars AS name, u, i"
                + " RETURN name, motif.graph.project(name, u, i, {kind: 'BIPARTITE'}).relationshipCount AS n"
                + " ORDER BY name");
        assertThat(rows).hasSize(5).extracting(row -> row.get("n")).containsExactly(3L, 2L, 2L, 2L, 3L);
        assertThat(TestDatabase.rows("CALL motif.graph.list() YIELD graphName, relationshipCount AS n"
                        + " RETURN graphName AS name, n"))
                .isEqualTo(rows);
    }

    @Test
    void manyRowsBecomeTheSameGraphWhateverTheNumberOfThreads() {
        TestDatabase.rows("UNWIND range(1, 300) AS n CREATE (:A {n: n}), (:B {n: n})");
        for (int threads : new int[] {1, 3}) {
            Map<String, Object> row = project("MATCH (u:A), (i:B) WHERE (u.n * i.n) % 7 <> 3"
                    + " RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', readConcurrency: " + threads
                    + "}) AS row");
            long expected =
                    (long) TestDatabase.row("MATCH (u:A), (i:B) WHERE (u.n * i.n) % 7 <> 3" + " RETURN count(*) AS n")
                            .get("n");
            assertThat(row).containsEntry("relationshipCount", expected);
            assertThat(TestDatabase.row("CALL motif.graph.drop('g') YIELD bytes"))
                    .containsEntry("bytes", row.get("bytes"));
        }
    }

    @Test
    void writingToNodesWorks() {
        project("MATCH (u:User)-[:RATED]->(i:Item) " + PROJECT);
        assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b'}) YIELD propertiesWritten"))
                .containsEntry("propertiesWritten", 7L);
        assertThat(TestDatabase.row("MATCH (u:User) RETURN collect(DISTINCT u.b) AS b"))
                .containsEntry("b", List.of(9L));
    }

    @Test
    void writingToRelationshipsThatWereNotGivenIsRefused() {
        project("MATCH (u:User)-[:RATED]->(i:Item) " + PROJECT);
        assertThatThrownBy(() ->
                        TestDatabase.rows("CALL motif.butterfly.write('g', {writeProperty: 'b', per: 'RELATIONSHIP'})"))
                .hasMessageContaining("Graph 'g' was made of the rows of a query without their relationships, which are"
                        + " needed to write to them: give them to the function motif.graph.project as"
                        + " {relationship: r}");
        assertThat(TestDatabase.row("MATCH ()-[r {b: 9}]->() RETURN count(r) AS n"))
                .containsEntry("n", 0L);
    }

    /** Rows that repeat relationships, some of which are parallel, give the graph that the procedure reads. */
    @ParameterizedTest
    @ValueSource(strings = {"BIPARTITE", "UNIPARTITE"})
    void relationshipsAreThoseOfTheProjectionOfTheStore(String kind) {
        TestDatabase.rows("MATCH (u:User), (i:Item) WHERE (u.n + i.n) % 3 = 0"
                + " CREATE (u)-[:RATED]->(i), (i)-[:RATED]->(u), (u)-[:RATED]->(i)");
        Map<String, Object> ofRows = project("UNWIND range(1, 3) AS again MATCH (u:User)-[r:RATED]-(i:Item)"
                + " RETURN motif.graph.project('g', u, i, {kind: '" + kind + "', Relationship: r}) AS row");
        Map<String, Object> ofStore = TestDatabase.row("CALL motif.graph.project('h', "
                + (kind.equals("BIPARTITE") ? "{left: 'User', right: 'Item'}" : "['User', 'Item']")
                + ", 'RATED', {relationshipIds: true})");
        assertThat(ofRows)
                .containsEntry("relationshipCount", 12L)
                .containsEntry("duplicatesDropped", 3L * 24 - 12)
                .containsEntry("configuration", Map.of("kind", kind))
                .containsEntry("bytes", ofStore.get("bytes"));
        assertThat(TestDatabase.rows("CALL motif.graph.list() YIELD relationshipIds"))
                .extracting(row -> row.get("relationshipIds"))
                .containsExactly(true, true);
        String procedure = kind.equals("BIPARTITE") ? "motif.wing" : "motif.commonNeighbors";
        for (String graph : List.of("g", "h")) {
            assertThat(TestDatabase.row("CALL " + procedure + ".write('" + graph + "', {writeProperty: '" + graph
                            + "'}) YIELD propertiesWritten"))
                    .containsEntry("propertiesWritten", 24L);
        }
        assertThat(TestDatabase.row("MATCH ()-[r]->() RETURN count(r) AS n, count(r.g) AS g, sum(r.g) > 0 AS some,"
                        + " sum(CASE WHEN r.g = r.h THEN 0 ELSE 1 END) AS different"))
                .isEqualTo(Map.of("n", 24L, "g", 24L, "some", kind.equals("BIPARTITE"), "different", 0L));
    }

    @Test
    void rowWithoutItsRelationshipIsNoEdge() {
        Map<String, Object> row = project(
                "MATCH (u:User), (i:Item) OPTIONAL MATCH (u)-[r:RATED {stars: 4}]->(i) " + PROJECT_WITH_RELATIONSHIPS);
        assertThat(row)
                .containsEntry("leftCount", 4L)
                .containsEntry("rightCount", 3L)
                .containsEntry("relationshipCount", 3L);
        assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b', per: 'RELATIONSHIP'})"))
                .containsEntry("propertiesWritten", 3L);
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(project("MATCH (u:User)-[r:RATED]->(i:Item) WITH u, r, [i, null] AS items UNWIND items AS i "
                        + PROJECT_WITH_RELATIONSHIPS))
                .containsEntry("relationshipCount", 12L)
                .containsEntry("duplicatesDropped", 0L);
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(project("MATCH (u:User), (i:Item) WITH u, i, null AS r " + PROJECT_WITH_RELATIONSHIPS))
                .containsEntry("nodeCount", 7L)
                .containsEntry("relationshipCount", 0L);
    }

    @Test
    void mistakesInRelationshipsAreErrors() {
        String match = "MATCH (u:User)-[r:RATED]->(i:Item) ";
        for (String first : List.of("1", "2")) {
            assertError(
                    match + "WITH u, i, r ORDER BY u.n = " + first + " RETURN motif.graph.project('g', u, i, CASE u.n"
                            + " WHEN 1 THEN {kind: 'BIPARTITE'} ELSE {kind: 'BIPARTITE', relationship: r} END)",
                    "`relationship` must be given in all rows of a group or in none of them");
        }
        assertError(
                match + "WITH u, i, 5 AS r " + PROJECT_WITH_RELATIONSHIPS,
                "`relationship` must be a relationship of the database or null, got 5");
        assertError(
                match + "WITH u, i, u AS r " + PROJECT_WITH_RELATIONSHIPS,
                "`relationship` must be a relationship of the database or null, got Node[");
        assertError(
                match + "WITH u, i, [r] AS r " + PROJECT_WITH_RELATIONSHIPS,
                "`relationship` must be a relationship of the database or null, got [");
        assertError(
                "MATCH (u:User {n: 1})-[r:RATED]->(:Item {n: 1}), (i:Item {n: 2}) " + PROJECT_WITH_RELATIONSHIPS,
                "`relationship` must join `source` and `target`, got the one with id ");
        assertError(
                match + "RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', relationshp: r})",
                "Unknown parameter `relationshp` (did you mean 'relationship' or ");
    }

    @Test
    void nodeOnBothSidesIsAnError() {
        assertError(
                "MATCH (u:User)-[:RATED]->(i:Item) UNWIND [[u, i], [i, u]] AS pair WITH pair[0] AS u, pair[1] AS i "
                        + PROJECT,
                "The two sides of a bipartite graph must not share nodes, but 7 nodes are on both");
        assertError(
                "MATCH (u:User {n: 1}) WITH u, u AS i " + PROJECT,
                "The two sides of a bipartite graph must not share nodes, but 1 node is on both");
    }

    @Test
    void mistakesInArgumentsAreErrors() {
        String match = "MATCH (u:User)-[:RATED]->(i:Item) RETURN motif.graph.project(";
        assertError(match + "'', u, i, {kind: 'BIPARTITE'})", "`graphName` must be a STRING that is not empty, got ''");
        assertError(
                match + "null, u, i, {kind: 'BIPARTITE'})", "`graphName` must be a STRING that is not empty, got null");
        assertError(match + "'g', u, i, {})", "`kind` is missing: it must be 'BIPARTITE' or 'UNIPARTITE'");
        assertError(match + "'g', u, i, null)", "`kind` is missing: it must be 'BIPARTITE' or 'UNIPARTITE'");
        assertError(match + "'g', u, i, 7)", "`configuration` must be a MAP, got 7");
        assertError(
                match + "'g', u, i, {kind: 'bipartit'})",
                "`kind` must be one of 'BIPARTITE', 'UNIPARTITE', got 'bipartit' (did you mean 'BIPARTITE'");
        assertError(
                match + "'g', u, i, {kind: 'BIPARTITE', readConcurency: 2})",
                "Unknown parameter `readConcurency` (did you mean 'readConcurrency'?)");
        assertError(match + "7, u, i, {kind: 'BIPARTITE'})", "`graphName` must be a STRING that is not empty, got 7");
        assertError(
                match + "'g', 1, i, {kind: 'BIPARTITE'})", "`source` must be a node of the database or null, got 1");
        assertError(
                match + "'g', u, [i], {kind: 'BIPARTITE'})", "`target` must be a node of the database or null, got [");
        assertError(match + "'g' + i.n, u, i, {kind: 'BIPARTITE'})", "`graphName` must be the same in all rows");
    }

    @Test
    void existingNameIsAnErrorAtTheFirstRow() {
        project("MATCH (u:User)-[:RATED]->(i:Item) " + PROJECT);
        long bytes = TestDatabase.liveBytes();
        // The query would fail with a division by zero if all its rows were read.
        assertThatThrownBy(() -> TestDatabase.rows("UNWIND range(1, 100) AS n MATCH (u:User {n: 1}), (i:Item {n: 1})"
                        + " WITH u, i, 1 / (100 - n) AS x " + PROJECT + ", sum(x)"))
                .hasMessageContaining("A graph with the name 'g' already exists.");
        assertThat(TestDatabase.liveBytes()).isEqualTo(bytes);
        assertThat(butterflies("g")).isEqualTo(18);
    }

    @ParameterizedTest
    @CsvSource({"1, false", "50000, false", "1, true", "50000, true"})
    void queryThatFailsHalfWayLeavesNothing(int rows, boolean relationships) {
        assertError(
                "UNWIND range(1, " + rows + ") AS n MATCH (u:User {n: 1})-[r]->(i:Item {n: 1}) WITH u, i, r, n "
                        + (relationships ? PROJECT_WITH_RELATIONSHIPS : PROJECT) + ", sum(1 / (" + rows + " - n))",
                "/ by zero");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void killedQueryLeavesNothing(boolean relationships) {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Thread killer = new Thread(() -> {
                while (TestDatabase.liveBytes() == 0) {
                    Thread.onSpinWait();
                }
                transaction.terminate();
            });
            killer.start();
            assertThatThrownBy(() -> transaction
                            .execute("UNWIND range(1, 1000000000) AS n MATCH (u:User {n: 1})-[r]->(i:Item {n: 1}) "
                                    + (relationships ? PROJECT_WITH_RELATIONSHIPS : PROJECT))
                            .resultAsString())
                    .hasMessageContaining("terminated");
        }
        assertThat(TestDatabase.liveBytes()).isZero();
        assertThat(TestDatabase.rows("CALL motif.graph.list()")).isEmpty();
    }

    @Test
    void jobIsListedWhenTheGraphIsMade() {
        project("MATCH (u:User)-[:RATED]->(i:Item)"
                + " RETURN motif.graph.project('g', u, i, {kind: 'BIPARTITE', jobId: 'rows'}) AS row");
        assertThat(TestDatabase.row("CALL motif.listProgress('rows') YIELD taskName, status"))
                .isEqualTo(Map.of("taskName", "motif.graph.project", "status", "FINISHED"));
    }
}
