package dev.motif.algorithm.group.biclique;

import static dev.motif.neo4j.TestDatabase.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

@EmptyDatabase
class MaximalBicliqueProceduresTest {
    /** Women and the events they came to. */
    private static final String ATTENDANCE = "CREATE (w1:Woman {name: 'w1'}), (w2:Woman {name: 'w2'}),"
            + " (w3:Woman {name: 'w3'}), (w4:Woman {name: 'w4'}), (w5:Woman {name: 'w5'}),"
            + " (e1:Event {name: 'e1'}), (e2:Event {name: 'e2'}), (e3:Event {name: 'e3'}),"
            + " (e4:Event {name: 'e4'}), (e5:Event {name: 'e5'}),"
            + " (w1)-[:CAME]->(e1), (w1)-[:CAME]->(e2), (w1)-[:CAME]->(e3),"
            + " (w2)-[:CAME]->(e1), (w2)-[:CAME]->(e2), (w3)-[:CAME]->(e2), (w3)-[:CAME]->(e3),"
            + " (w4)-[:CAME]->(e3), (w4)-[:CAME]->(e4), (w5)-[:CAME]->(e5)";

    private static final List<String> BICLIQUES =
            List.of("w1w2w3|e2", "w1w2|e1e2", "w1w3w4|e3", "w1w3|e2e3", "w1|e1e2e3", "w4|e3e4", "w5|e5");

    private static final Map<String, Long> COUNTS =
            Map.of("w1", 5L, "w2", 2L, "w3", 3L, "w4", 2L, "w5", 1L, "e1", 2L, "e2", 4L, "e3", 4L, "e4", 1L, "e5", 1L);

    private static final Map<String, Long> LARGEST =
            Map.of("w1", 4L, "w2", 4L, "w3", 4L, "w4", 3L, "w5", 1L, "e1", 4L, "e2", 4L, "e3", 4L, "e4", 2L, "e5", 1L);

    private static final String MAP = "{nodes: {left: 'Woman', right: 'Event'}, relationships: 'CAME'}";

    @BeforeEach
    void createAttendance() {
        TestDatabase.rows(ATTENDANCE);
    }

    /** The bicliques that {@code call} returns, as names. */
    private static List<String> names(String call) {
        return TestDatabase.rows(call + " YIELD leftNodeIds, rightNodeIds"
                        + " CALL (leftNodeIds) { MATCH (n) WHERE id(n) IN leftNodeIds WITH n ORDER BY n.name"
                        + " RETURN collect(n.name) AS left }"
                        + " CALL (rightNodeIds) { MATCH (n) WHERE id(n) IN rightNodeIds WITH n ORDER BY n.name"
                        + " RETURN collect(n.name) AS right } RETURN left, right")
                .stream()
                .map(row ->
                        String.join("", strings(row.get("left"))) + "|" + String.join("", strings(row.get("right"))))
                .sorted()
                .toList();
    }

    private static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
    }

    private static Map<String, Long> written(String property) {
        return TestDatabase.rows("MATCH (n) WHERE n." + property + " IS NOT NULL RETURN n.name AS name, n." + property
                        + " AS value")
                .stream()
                .collect(Collectors.toMap(row -> (String) row.get("name"), row -> (Long) row.get("value")));
    }

    // stats

    @Test
    void statsOfASmallGraphAreAsCountedByHand() {
        Map<String, Object> row = TestDatabase.row("CALL motif.biclique.maximal.stats(" + MAP + ", {side: 'right'})");
        assertThat(row)
                .containsEntry("count", 7L)
                .containsEntry("countText", "7")
                .containsEntry("maxEdges", 4L)
                .containsEntry("maxEdgesLeft", 2L)
                .containsEntry("maxEdgesRight", 2L)
                .containsEntry("maxLeft", 3L)
                .containsEntry("maxRight", 3L)
                .containsEntry("maxBalanced", 2L)
                .containsEntry("algorithm", "BITMAP")
                .containsEntry("side", "RIGHT")
                .containsEntry("leftCount", 5L)
                .containsEntry("rightCount", 5L)
                .containsEntry("relationshipCount", 10L);
        assertThat(row.get("sizes"))
                .isEqualTo(List.of(
                        Map.of("left", 1L, "right", 1L, "count", 1L),
                        Map.of("left", 1L, "right", 2L, "count", 1L),
                        Map.of("left", 1L, "right", 3L, "count", 1L),
                        Map.of("left", 2L, "right", 2L, "count", 2L),
                        Map.of("left", 3L, "right", 1L, "count", 2L)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{side: 'RIGHT'}", "{side: 'LEFT', concurrency: 1}"})
    void everyWayOfTheSearchFindsTheSame(String configuration) {
        String query = "CALL motif.biclique.maximal.stats(" + MAP + ", " + configuration + ") YIELD count, maxEdges";
        assertThat(TestDatabase.row(query)).isEqualTo(Map.of("count", 7L, "maxEdges", 4L));
    }

    @Test
    void statsOfNothingAreZero() {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (:Woman), (:Event)-[:CAME]->(:Event)");
        assertThat(TestDatabase.row("CALL motif.biclique.maximal.stats(" + MAP + ")"))
                .containsEntry("count", 0L)
                .containsEntry("maxEdges", 0L)
                .containsEntry("sizes", List.of());
    }

    // stream

    @Test
    void streamReturnsEachBicliqueOnce() {
        assertThat(names("CALL motif.biclique.maximal.stream(" + MAP + ")")).isEqualTo(BICLIQUES);
    }

    @Test
    void streamOfOneSideOrTheOtherIsTheSame() {
        for (String side : List.of("LEFT", "RIGHT")) {
            assertThat(names("CALL motif.biclique.maximal.stream(" + MAP + ", {side: '" + side + "'})"))
                    .isEqualTo(BICLIQUES);
        }
    }

    @Test
    void streamLeavesOutOtherSizes() {
        assertThat(names("CALL motif.biclique.maximal.stream(" + MAP + ", {minLeft: 2, maxRight: 1})"))
                .containsExactly("w1w2w3|e2", "w1w3w4|e3");
        assertThat(names("CALL motif.biclique.maximal.stream(" + MAP + ", {minRight: 2, maxLeft: 1})"))
                .containsExactly("w1|e1e2e3", "w4|e3e4");
    }

    @Test
    void streamStopsAtTheLimit() {
        assertThat(names("CALL motif.biclique.maximal.stream(" + MAP + ", {limit: 3})"))
                .hasSize(3)
                .isSubsetOf(BICLIQUES);
    }

    @Test
    void streamOfTheLargestIsInTheirOrder() {
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.stream(" + MAP + ", {topK: 6}) YIELD edges"))
                .extracting(row -> row.get("edges"))
                .containsExactly(4L, 4L, 3L, 3L, 3L, 2L);
        assertThat(names("CALL motif.biclique.maximal.stream(" + MAP + ", {topK: 2, topKBy: 'BALANCED'})"))
                .containsExactly("w1w2|e1e2", "w1w3|e2e3");
    }

    @Test
    void streamWithNodesReturnsNodesOfTheDatabase() {
        Map<String, Object> row = TestDatabase.row("CALL motif.biclique.maximal.stream(" + MAP
                + ", {nodes: true, minLeft: 3}) YIELD leftNodes, rightNodes WITH * WHERE rightNodes[0].name = 'e3'"
                + " UNWIND leftNodes AS n WITH n ORDER BY n.name RETURN collect(n.name) AS names, labels(n) AS labels");
        assertThat(row).isEqualTo(Map.of("names", List.of("w1", "w3", "w4"), "labels", List.of("Woman")));
        assertThat(TestDatabase.row("CALL motif.biclique.maximal.stream(" + MAP
                        + ", {limit: 1, nodes: false}) YIELD leftNodes, rightNodes"))
                .containsEntry("leftNodes", null)
                .containsEntry("rightNodes", null);
    }

    /** A result that holds a deleted node fails when its properties are read, as drivers do. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            maximal.stream('g', {nodes: true, minLeft: 3}) | leftNodes, rightNodes | leftNodes + rightNodes
            maximum('g', {nodes: true, minLeft: 3})        | leftNodes, rightNodes | leftNodes + rightNodes
            maximal.graph('g', {minLeft: 3, topK: 10})     | nodes                 | nodes
            maximal.graph('g', {minLeft: 3, topK: 10})     | relationships         | '[r IN relationships | startNode(r)]'
            """)
    void membersThatWereDeletedAreLeftOut(String call, String columns, String members) {
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'Woman', right: 'Event'}, 'CAME')");
        TestDatabase.rows("MATCH (w {name: 'w1'}) DETACH DELETE w");
        List<Map<String, Object>> rows =
                TestDatabase.rows("CALL motif.biclique." + call + " YIELD leftSize, rightSize, " + columns
                        + " RETURN leftSize + rightSize AS size, [n IN " + members + " | n.name] AS names");
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(rows).isNotEmpty();
        for (Map<String, Object> row : rows) {
            assertThat(row).containsEntry("size", 4L);
            assertThat(strings(row.get("names"))).hasSize(3).contains("w3").doesNotContain("w1");
        }
    }

    @Test
    void allMembersDeletedLeavesEmptyListsOfNodes() {
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'Woman', right: 'Event'}, 'CAME')");
        TestDatabase.rows("MATCH (n) DETACH DELETE n");
        Map<String, Object> row = TestDatabase.row("CALL motif.biclique.maximum('g', {nodes: true, minLeft: 3})");
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(row)
                .containsEntry("leftSize", 3L)
                .containsEntry("leftNodes", List.of())
                .containsEntry("rightNodes", List.of());
        assertThat((List<?>) row.get("leftNodeIds")).hasSize(3);
    }

    private static void createCrown(int n) {
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(1, " + n + ") AS i CREATE (:Woman {i: i}), (:Event {i: i})");
        TestDatabase.rows("MATCH (w:Woman), (e:Event) WHERE w.i <> e.i CREATE (w)-[:CAME]->(e)");
    }

    /** The graph has 2^60 maximal bicliques, so the search has to wait for its reader. */
    @Test
    void closedResultEndsTheSearch() {
        createCrown(60);
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result result = transaction.execute("CALL motif.biclique.maximal.stream(" + MAP + ") YIELD edges");
            for (int i = 0; i < 5000; i++) {
                assertThat(result.next()).containsKey("edges");
            }
            assertThat(TestDatabase.liveBytes()).isPositive();
            result.close();
        }
    }

    @Test
    void terminatedTransactionEndsTheSearch() {
        createCrown(60);
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result result = transaction.execute("CALL motif.biclique.maximal.stream(" + MAP + ") YIELD edges");
            assertThat(result.next()).containsKey("edges");
            transaction.terminate();
            assertThatThrownBy(() -> result.forEachRemaining(row -> {})).hasMessageContaining("terminated");
        }
        assertThat(TestDatabase.rows(
                        "CALL motif.listProgress() YIELD taskName, status RETURN taskName, status LIMIT 1"))
                .containsExactly(Map.of("taskName", "motif.biclique.maximal.stream", "status", "CANCELED"));
    }

    @Test
    void timeoutMillisEndsASearchForAll() {
        createCrown(70);
        for (String procedure : List.of("stats", "stream", "graph")) {
            String keys = "{limit: 1000000000, timeoutMillis: 100}"
                    .replace(procedure.equals("stats") ? "limit: 1000000000, " : "", "");
            assertThatThrownBy(() -> TestDatabase.rows(
                            "CALL motif.biclique.maximal." + procedure + "(" + MAP + ", " + keys + ")"))
                    .hasMessageContaining("the search was stopped by `timeoutMillis: 100`");
        }
    }

    /** A slow machine may need more time for the first one. */
    @Test
    @Timeout(600)
    void timeoutMillisLeavesTheLargestSoFar() {
        createCrown(70);
        Map<String, Object> row = Map.of("some", false);
        for (int millis = 200; row.get("some").equals(false); millis *= 2) {
            row = TestDatabase.row("CALL motif.biclique.maximum(" + MAP + ", {timeoutMillis: " + millis + "})"
                    + " YIELD leftSize, complete RETURN leftSize > 0 AS some, complete");
            assertThat(row).containsEntry("complete", false);
        }
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.write(" + MAP
                        + ", {writeBicliques: 'Few', topK: 3, maxOverlap: 0.5, timeoutMillis: 200}) YIELD complete"))
                .containsExactly(Map.of("complete", false));
    }

    @Test
    void maxOverlapLeavesOutWhatIsMostlyListed() {
        String stream = "CALL motif.biclique.maximal.stream(" + MAP + ", {topK: 10, maxOverlap: %s})";
        assertThat(names(stream.formatted("1"))).isEqualTo(BICLIQUES);
        // w1w3|e2e3 has half of its members in w1w2|e1e2, and w1w2w3|e2 three of four.
        assertThat(names(stream.formatted("0.5"))).containsExactly("w1w2|e1e2", "w1w3|e2e3", "w4|e3e4", "w5|e5");
        assertThat(names(stream.formatted("0"))).containsExactly("w1w2|e1e2", "w4|e3e4", "w5|e5");
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.graph(" + MAP
                        + ", {topK: 10, maxOverlap: 0}) YIELD edges, complete RETURN edges, complete"))
                .extracting(row -> row.get("edges"), row -> row.get("complete"))
                .containsExactly(tuple(4L, true), tuple(2L, true), tuple(1L, true));
    }

    @Test
    void timeoutEndsStats() {
        createCrown(70);
        try (Transaction transaction = TestDatabase.get().beginTx(1, TimeUnit.SECONDS)) {
            assertThatThrownBy(() -> transaction
                            .execute("CALL motif.biclique.maximal.stats(" + MAP + ")")
                            .resultAsString())
                    .isInstanceOf(RuntimeException.class);
        }
    }

    // maximum

    @Test
    void maximumIsOneOfTheLargest() {
        assertThat(names("CALL motif.biclique.maximum(" + MAP + ")")).hasSize(1).isSubsetOf("w1w2|e1e2", "w1w3|e2e3");
        assertThat(names("CALL motif.biclique.maximum(" + MAP + ", {topKBy: 'balanced', minRight: 2})"))
                .hasSize(1)
                .isSubsetOf("w1w2|e1e2", "w1w3|e2e3");
        assertThat(names("CALL motif.biclique.maximum(" + MAP + ", {maxLeft: 1})"))
                .containsExactly("w1|e1e2e3");
        assertThat(names("CALL motif.biclique.maximum(" + MAP + ", {minLeft: 4})"))
                .isEmpty();
    }

    // graph

    @Test
    void graphJoinsMembersToAVirtualNode() {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Map<String, Object> row = transaction
                    .execute("CALL motif.biclique.maximal.graph(" + MAP + ")")
                    .next();
            Node biclique = (Node) row.get("biclique");
            assertThat(biclique.getAllProperties()).isEqualTo(Map.of("leftSize", 2L, "rightSize", 2L, "edges", 4L));
            assertThat(biclique.getLabels()).hasToString("[Biclique]");
            List<?> nodes = (List<?>) row.get("nodes");
            assertThat(nodes)
                    .hasSize(4)
                    .extracting(node -> ((Node) node).getProperty("name"))
                    .contains("w1", "e2");
            assertThat((List<?>) row.get("relationships"))
                    .hasSize(4)
                    .allSatisfy(relationship -> {
                        assertThat(((Relationship) relationship).getEndNode()).isSameAs(biclique);
                        assertThat(((Relationship) relationship).getType().name())
                                .isEqualTo("IN_BICLIQUE");
                    })
                    .extracting(relationship -> ((Relationship) relationship).getStartNode())
                    .isEqualTo(nodes);
        }
        assertThat(TestDatabase.row("MATCH (n) RETURN count(n) AS count")).containsEntry("count", 10L);
    }

    @Test
    void graphHasTheLabelsAndTheNumberAskedFor() {
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.graph(" + MAP
                        + ", {limit: 3, label: 'Team', relationshipType: 'OF'}) YIELD biclique, relationships"
                        + " RETURN labels(biclique) AS labels, type(relationships[0]) AS type"))
                .hasSize(3)
                .containsOnly(Map.of("labels", List.of("Team"), "type", "OF"));
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.graph(" + MAP + ", {topK: 5}) YIELD edges"))
                .hasSize(5);
    }

    // write

    @Test
    void writeWritesAPropertyOfEachNode() {
        assertThat(TestDatabase.row("CALL motif.biclique.maximal.write(" + MAP + ", {writeProperty: 'bicliques'})"))
                .containsEntry("nodePropertiesWritten", 10L)
                .containsEntry("bicliquesWritten", 0L)
                .containsEntry("skipped", 0L)
                .containsEntry("count", 7L);
        assertThat(written("bicliques")).isEqualTo(COUNTS);
        TestDatabase.rows("CALL motif.biclique.maximal.write(" + MAP + ", {writeProperty: 'most', value: 'largest'})");
        assertThat(written("most")).isEqualTo(LARGEST);
    }

    @Test
    void writeOfBicliquesJoinsThemToTheirMembers() {
        assertThat(TestDatabase.row("CALL motif.biclique.maximal.write(" + MAP
                        + ", {writeBicliques: 'Biclique', relationshipType: 'IN', jobId: 'j'})"))
                .containsEntry("bicliquesWritten", 7L)
                .containsEntry("relationshipsWritten", 4L + 4 + 4 + 4 + 4 + 3 + 2)
                .containsEntry("bicliquesDeleted", 0L)
                .containsEntry("skipped", 0L)
                .containsEntry("count", null);
        assertThat(TestDatabase.rows("MATCH (b:Biclique {jobId: 'j'}) RETURN"
                        + " reduce(s = '', n IN COLLECT { MATCH (w:Woman)-[:IN]->(b) RETURN w.name ORDER BY w.name } | s + n)"
                        + " + '|' +"
                        + " reduce(s = '', n IN COLLECT { MATCH (e:Event)-[:IN]->(b) RETURN e.name ORDER BY e.name } | s + n)"
                        + " AS name, b.leftSize * b.rightSize = b.edges AS right ORDER BY name"))
                .isEqualTo(BICLIQUES.stream()
                        .map(name -> Map.<String, Object>of("name", name, "right", true))
                        .toList());
    }

    @Test
    void bicliqueWithoutMembersLeftIsNotWritten() {
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'Woman', right: 'Event'}, 'CAME')");
        TestDatabase.rows("MATCH (n) WHERE n.name IN ['w1', 'w5', 'e5'] DETACH DELETE n");
        Map<String, Object> row =
                TestDatabase.row("CALL motif.biclique.maximal.write('g', {writeBicliques: 'Biclique', jobId: 'j'})");
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(row)
                .containsEntry("bicliquesWritten", 6L)
                .containsEntry("relationshipsWritten", 25L - 2 - 5)
                .containsEntry("skipped", 2L + 5);
        assertThat(TestDatabase.rows("MATCH (b:Biclique) RETURN EXISTS { (b)<-[:IN_BICLIQUE]-() } AS joined"))
                .hasSize(6)
                .containsOnly(Map.of("joined", true));
    }

    @Test
    void writeOfBicliquesAgainReplacesItsOwn() {
        String write = "CALL motif.biclique.maximal.write(" + MAP
                + ", {writeBicliques: 'Biclique', jobId: '%s'%s}) YIELD bicliquesWritten, bicliquesDeleted";
        assertThat(TestDatabase.row(write.formatted("a", "")))
                .isEqualTo(Map.of("bicliquesWritten", 7L, "bicliquesDeleted", 0L));
        assertThat(TestDatabase.row(write.formatted("b", ", topK: 2")))
                .isEqualTo(Map.of("bicliquesWritten", 2L, "bicliquesDeleted", 0L));
        assertThat(TestDatabase.row(write.formatted("a", ", limit: 4")))
                .isEqualTo(Map.of("bicliquesWritten", 4L, "bicliquesDeleted", 7L));
        assertThat(TestDatabase.rows("MATCH (b:Biclique) RETURN b.jobId AS job, count(*) AS count ORDER BY job"))
                .containsExactly(Map.of("job", "a", "count", 4L), Map.of("job", "b", "count", 2L));
    }

    @Test
    void usersWithOneJobIdDoNotReplaceEachOthersBicliques() {
        String write = "CALL motif.biclique.maximal.write(" + MAP
                + ", {writeBicliques: 'Biclique', jobId: 'j'}) YIELD bicliquesWritten, bicliquesDeleted";
        TestDatabase.row(write);
        assertThat(TestLogin.rows("ann", write))
                .as("of nobody")
                .containsExactly(Map.of("bicliquesWritten", 7L, "bicliquesDeleted", 7L));
        for (long deleted : List.of(0L, 7L)) {
            assertThat(TestLogin.rows("bob", write))
                    .containsExactly(Map.of("bicliquesWritten", 7L, "bicliquesDeleted", deleted));
        }
        assertThat(TestDatabase.rows("MATCH (b:Biclique) RETURN b.username AS user, count(*) AS count ORDER BY user"))
                .containsExactly(Map.of("user", "ann", "count", 7L), Map.of("user", "bob", "count", 7L));
        assertThat(TestDatabase.row(write)).containsEntry("bicliquesDeleted", 0L);
    }

    @Test
    void groupThatIsWrittenAgainKeepsWhenItWasFirstSeen() {
        String write = "CALL motif.biclique.maximal.write(" + MAP + ", {writeBicliques: 'Biclique', jobId: 'a'%s})"
                + " YIELD bicliquesWritten";
        TestDatabase.row(write.formatted(", topK: 2"));
        assertThat(TestDatabase.row("MATCH (b:Biclique) WHERE datetime() - duration('PT1H') < b.firstSeen <= datetime()"
                        + " WITH count(*) AS now MATCH (b:Biclique) SET b.firstSeen = datetime('2020-01-01T00:00Z')"
                        + " RETURN now, collect(b.groupId) AS groups"))
                .containsEntry("now", 2L);
        TestDatabase.row(write.formatted(""));
        assertThat(TestDatabase.row("MATCH (b:Biclique) RETURN count(*) AS all, count(DISTINCT b.groupId) AS groups,"
                        + " sum(CASE WHEN b.firstSeen.year = 2020 THEN 1 ELSE 0 END) AS known"))
                .isEqualTo(Map.of("all", 7L, "groups", 7L, "known", 2L));
        assertThat(TestDatabase.row("CALL motif.biclique.maximal.stream(" + MAP + ") YIELD groupId, edges"
                        + " MATCH (b:Biclique {groupId: groupId, edges: edges}) RETURN count(*) AS same"))
                .containsEntry("same", 7L);
        assertThat(TestDatabase.row("CALL motif.biclique.maximum(" + MAP + ") YIELD groupId"
                        + " MATCH (b:Biclique {groupId: groupId}) RETURN b.firstSeen.year = 2020 AS known"))
                .containsEntry("known", true);
    }

    @Test
    void nodesThatOthersMadeAreNotReplaced() {
        TestDatabase.rows("CREATE (:Biclique {jobId: 'a', name: 'mine'})<-[:IN_BICLIQUE]-(:Other),"
                + " (:Biclique {jobId: 'a', leftSize: 1, rightSize: 1}), (:Biclique {jobId: 'a', edges: 'two'})");
        String write = "CALL motif.biclique.maximal.write(" + MAP
                + ", {writeBicliques: 'Biclique', jobId: 'a'}) YIELD bicliquesWritten, bicliquesDeleted";
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("bicliquesWritten", 7L, "bicliquesDeleted", 0L));
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("bicliquesWritten", 7L, "bicliquesDeleted", 7L));
        assertThat(TestDatabase.row("MATCH (b:Biclique) RETURN count(*) AS all, count(b.name) AS mine"))
                .containsEntry("all", 10L)
                .containsEntry("mine", 1L);
    }

    // errors and estimates

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stats    | {minLeft: 0}                      | `minLeft` must be in [1, 2147483647], got 0
            stats    | {minRight: 3, maxRight: 2}        | `maxRight` must be `minRight` or more, 3, got 2
            stats    | {algorithm: 'CUMBE'}              | Unknown parameter `algorithm`
            stats    | {techniques: []}                  | Unknown parameter `techniques`
            stats    | {limit: 5}                        | Unknown parameter `limit`
            stream   | {topK: 0}                         | `topK` must be in [1, 100000], got 0
            stream   | {limit: 0}                        | `limit` must be in [1, 9223372036854775807], got 0
            stream   | {topK: 3, maxOverlap: 2}          | `maxOverlap` must be in [0.0, 1.0], got 2
            stream   | {maxOverlap: 0.5}                 | `maxOverlap` needs `topK`, or a `limit` in [1, 100000]
            graph    | {maxOverlap: 0, limit: 100001}    | `maxOverlap` needs `topK`, or a `limit` in [1, 100000], got 100001
            stream   | {topKBy: 'BALANCED'}              | `topKBy` needs `topK`
            stream   | {topKBy: 'SIZE'}                  | `topKBy` must be one of 'EDGES', 'BALANCED', 'WEIGHT', got 'SIZE'
            write    | {writeProperty: 'p', writeBicliques: 'B'} | exactly one of `writeProperty`
            write    | {limit: 3}                        | one of `writeProperty`
            write    | {writeProperty: 'p', value: 'x'}  | `value` must be one of 'COUNT', 'LARGEST', got 'x'
            """)
    void mistakesAreSaid(String procedure, String configuration, String message) {
        assertError("CALL motif.biclique.maximal." + procedure + "(" + MAP + ", " + configuration + ")", message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "maximal.stats.estimate(%s)",
                "maximal.stream.estimate(%s, {topK: 3, nodes: true})",
                "maximal.graph.estimate(%s, {label: 'B'})",
                "maximal.write.estimate(%s, {writeProperty: 'p', value: 'LARGEST'})",
                "maximal.write.estimate(%s, {writeBicliques: 'B', relationshipType: 'T', limit: 3})",
                "maximum.estimate(%s, {topKBy: 'BALANCED'})"
            })
    void estimatesAreRanges(String call) {
        Map<String, Object> row = TestDatabase.row("CALL motif.biclique." + call.formatted(MAP));
        assertThat((Long) row.get("bytesMin")).isPositive().isLessThan((Long) row.get("bytesMax"));
        assertThat(row).containsEntry("nodeCount", 10L).containsEntry("relationshipCount", 10L);
    }
}
