package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.OffHeapBudget;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that no result lands on a stranger when somebody terminates the transactions that hold ids. The strangers have the
 * labels and types of the graph, so that comparing cannot tell them.
 */
@EmptyDatabase
class TerminatedHoldTest {
    private static final String PROJECT =
            "CALL motif.graph.project('g', 'P', 'KNOWS', {relationshipIds: true}) YIELD graphName";

    private static final String LIKE_PAIRS = "(a:P {key: -2})-[:KNOWS]->(b:P {key: -1})";

    private static final String TERMINATE = "SHOW TRANSACTIONS YIELD transactionId AS id, metaData"
            + " WHERE metaData.motif IS NOT NULL TERMINATE TRANSACTIONS id YIELD message RETURN count(*) AS count";

    @BeforeEach
    void takeFormerIds() {
        ReusedIdsTest.takeFormerIds();
        ReusedIdsTest.createPairs();
    }

    @AfterEach
    void dropGraphs() {
        TestDatabase.rows("CALL motif.graph.list() YIELD graphName CALL motif.graph.drop(graphName) YIELD kind"
                + " RETURN count(*)");
    }

    @AfterAll
    static void leaveNothing() {
        assertThat(ReusedIdsTest.holding()).isZero();
        assertThat(OffHeapBudget.memory().liveBytes())
                .isEqualTo(OffHeapBudget.memory().forms().bytes());
    }

    private static void terminateHolds() {
        assertThat((long) TestDatabase.row(TERMINATE).get("count")).isGreaterThanOrEqualTo(2);
    }

    /** Deletes a fourth before the termination and a fourth after it; all their ids are given to others like them. */
    private static Set<Object> replaceHalf() {
        Set<Object> deleted = ReusedIdsTest.deleteHalf(2);
        // From now on the deleted ids wait for the transactions that are open, and not for later ones.
        ReusedIdsTest.useIdsAgain();
        terminateHolds();
        int reused = ReusedIdsTest.strangersAmong(deleted, LIKE_PAIRS);
        assertThat(reused).isEqualTo(deleted.size());
        Set<Object> held = ReusedIdsTest.deleteHalf(4);
        assertThat(ReusedIdsTest.strangersAmong(held, LIKE_PAIRS)).isZero();
        deleted.addAll(held);
        return deleted;
    }

    private static Object idsOf(String graph) {
        return TestDatabase.row("CALL motif.graph.list('" + graph + "') YIELD ids")
                .get("ids");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL motif.kcore.write('g', {writeProperty: 'x'}) YIELD nodePropertiesWritten AS written, skipped",
                "CALL motif.ktruss.write('g', {writeProperty: 'x'}) YIELD propertiesWritten AS written, skipped",
                "CALL motif.graph.write('g', {nodeProperties: 'c'}) YIELD nodePropertiesWritten AS written, skipped",
            })
    void writesSkipStrangersWithTheSameLabel(String write) {
        TestDatabase.rows(PROJECT);
        TestDatabase.rows("CALL motif.kcore.mutate('g', {mutateProperty: 'c'})");
        assertThat(idsOf("g")).isEqualTo("HELD");
        long replaced = replaceHalf().size();
        assertThat(idsOf("g")).isEqualTo("COMPARED");
        boolean nodes = !write.contains("ktruss");
        long all = nodes ? 200 : 100;
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("written", all - replaced, "skipped", replaced));
        assertThat(TestDatabase.rows("MATCH (n) WHERE (n.x IS NOT NULL OR n.c IS NOT NULL) AND n.key < 0 RETURN n"))
                .isEmpty();
        assertThat(TestDatabase.rows("MATCH (n {key: -2})-[r]->() WHERE r.x IS NOT NULL RETURN r"))
                .isEmpty();
        assertThat(TestDatabase.row("CALL motif.graph.list('g') YIELD deletedNodes, deletedRelationships"))
                .isEqualTo(Map.of("deletedNodes", replaced, "deletedRelationships", replaced));
    }

    @Test
    void rowsHaveNoStrangers() {
        TestDatabase.rows(PROJECT);
        Set<Object> deleted = replaceHalf();
        List<Map<String, Object>> rows = TestDatabase.rows(
                "CALL motif.kcore.stream('g', {nodes: true}) YIELD nodeId, node"
                        + " RETURN nodeId, node, motif.util.asNode(nodeId) AS same, motif.util.asNodes([nodeId]) AS list");
        assertThat(rows).hasSize(200);
        for (Map<String, Object> row : rows) {
            boolean gone = deleted.contains(row.get("nodeId"));
            assertThat(row.get("node") == null).isEqualTo(gone);
            assertThat(row.get("same") == null).isEqualTo(gone);
            assertThat((List<?>) row.get("list")).hasSize(gone ? 0 : 1);
        }
        assertThat(TestDatabase.rows("CALL motif.ktruss.stream('g', {nodes: true})"
                        + " YIELD relationshipId, relationship, sourceNode, targetNode WHERE relationship IS NOT NULL"
                        + " AND motif.util.asRelationship(relationshipId) IS NOT NULL RETURN relationshipId"))
                .hasSize(100 - deleted.size());
    }

    /** One whose ids are gone in one graph and its own in a later one is a node of a result of the later one. */
    @Test
    void idsOfALaterGraphAreThoseOfItsNodes() {
        TestDatabase.rows(PROJECT);
        replaceHalf();
        TestDatabase.rows("CALL motif.graph.project('later', 'P', 'KNOWS', {relationshipIds: true}) YIELD graphName");
        assertThat(TestDatabase.rows("CALL motif.kcore.stream('later') YIELD nodeId"
                        + " WHERE motif.util.asNode(nodeId) IS NULL RETURN nodeId"))
                .isEmpty();
        assertThat(idsOf("later")).isEqualTo("HELD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{follow: true}", "{relationshipIds: true}"})
    void refreshGivesNoValueOfADeadNodeToAnother(String configuration) {
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS', " + configuration + ") YIELD graphName");
        TestDatabase.rows("CALL motif.kcore.mutate('g', {mutateProperty: 'c'})");
        long replaced = replaceHalf().size();
        Map<String, Object> refreshed = TestDatabase.row(
                "CALL motif.graph.refresh('g') YIELD nodeCount," + " relationshipCount, nodesRemoved, reason");
        assertThat(refreshed)
                .containsAllEntriesOf(TestDatabase.row(
                        "MATCH (n:P) RETURN count(n) AS nodeCount," + " COUNT {()-[:KNOWS]->()} AS relationshipCount"))
                .containsEntry("nodesRemoved", replaced);
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('g', 'c', {nodes: true})"
                        + " YIELD node, propertyValue WHERE propertyValue IS NOT NULL AND node.key < 0 RETURN node"))
                .isEmpty();
        assertThat(idsOf("g")).isEqualTo("HELD");
    }

    @Test
    void laterGraphsDoNotShareADeadHold() {
        for (int graph = 0; graph < 4; graph++) {
            TestDatabase.rows("CALL motif.graph.project('old" + graph + "', 'P', 'KNOWS') YIELD graphName");
        }
        terminateHolds();
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS') YIELD graphName");
        assertThat(ReusedIdsTest.strangersAmong(ReusedIdsTest.deleteHalf(1), LIKE_PAIRS))
                .isZero();
        assertThat(ReusedIdsTest.holding()).isEqualTo(2);
    }

    @Test
    void holdsSayWhoseTheyAre() {
        TestDatabase.rows(PROJECT);
        TestDatabase.rows("CALL motif.graph.project('h', 'P', 'KNOWS') YIELD graphName");
        assertThat(TestDatabase.rows("SHOW TRANSACTIONS YIELD metaData WHERE metaData.motif IS NOT NULL"
                        + " RETURN metaData.graphs AS graphs"))
                .hasSize(2)
                .allSatisfy(row -> assertThat((List<String>) row.get("graphs"))
                        .hasSize(2)
                        .allSatisfy(each -> assertThat(each).matches("'[gh]'.* since 20.*Z")));
    }

    @Test
    void transactionsAreCountedFromTheGraphOn() {
        TestDatabase.rows("CREATE (:Junk)");
        for (int graph = 0; graph < 4; graph++) {
            TestDatabase.rows("CALL motif.graph.project('old" + graph + "', 'P', 'KNOWS') YIELD graphName");
        }
        TestDatabase.rows("CREATE (:Junk)");
        TestDatabase.rows(PROJECT);
        assertThat(TestDatabase.row("CALL motif.graph.list('g') YIELD transactionsSince"))
                .containsEntry("transactionsSince", 0L);
        assertThat(TestDatabase.row("CALL motif.graph.list('old3') YIELD transactionsSince"))
                .containsEntry("transactionsSince", 1L);
    }

    /** Where the ids that are unused at the termination cannot be listed, for want of memory, nothing tells strangers apart. */
    @Test
    void lostGraphsWriteNothingUntilTheyAreRefreshed() {
        TestDatabase.rows(PROJECT);
        ReusedIdsTest.deleteHalf(2);
        ReusedIdsTest.useIdsAgain();
        long limit = OffHeapBudget.memory().limitBytes();
        OffHeapBudget.memory().limitTo(OffHeapBudget.memory().liveBytes() + 1);
        try {
            terminateHolds();
        } finally {
            OffHeapBudget.memory().limitTo(limit);
        }
        assertThat(idsOf("g")).isEqualTo("LOST");
        for (String call : List.of(
                "CALL motif.kcore.write('g', {writeProperty: 'x'}) YIELD skipped",
                "CALL motif.kcore.stream('g', {nodes: true}) YIELD node",
                "CALL motif.kcore.stream('g') YIELD nodeId RETURN motif.util.asNode(nodeId)")) {
            assertThatThrownBy(() -> TestDatabase.rows(call))
                    .as(call)
                    .hasMessageContaining("'g'")
                    .hasMessageContaining("motif.graph.refresh");
        }
        assertThat(TestDatabase.rows("CALL motif.kcore.stream('g') YIELD nodeId"))
                .hasSize(200);
        TestDatabase.rows("CALL motif.kcore.mutate('g', {mutateProperty: 'c'})");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.graph.refresh('g') YIELD nodeCount"))
                .hasMessageContaining("'c'")
                .hasMessageContaining("motif.graph.dropProperties");
        TestDatabase.rows("CALL motif.graph.dropProperties('g', 'c')");
        assertThat(TestDatabase.row("CALL motif.graph.refresh('g') YIELD nodeCount"))
                .containsEntry("nodeCount", 150L);
        assertThat(idsOf("g")).isEqualTo("HELD");
        assertThat(TestDatabase.row("CALL motif.kcore.write('g', {writeProperty: 'x'}) YIELD skipped"))
                .containsEntry("skipped", 0L);
    }

    @Test
    void graphThatHoldsNoIdsIsCompared() {
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS', {holdIds: false}) YIELD graphName");
        assertThat(ReusedIdsTest.holding()).isZero();
        assertThat(idsOf("g")).isEqualTo("COMPARED");
        Set<Object> deleted = ReusedIdsTest.deleteHalf(1);
        assertThat(ReusedIdsTest.strangersAmong(deleted, "(a:Account)-[:OWNS]->(b:Bank)"))
                .isEqualTo(100);
        assertThat(TestDatabase.row(
                        "CALL motif.kcore.write('g', {writeProperty: 'x'}) YIELD nodePropertiesWritten, skipped"))
                .isEqualTo(Map.of("nodePropertiesWritten", 100L, "skipped", 100L));
        assertThatThrownBy(() -> TestDatabase.rows(
                        "CALL motif.graph.project('h', 'P', 'KNOWS', {holdIds: false, follow: true}) YIELD graphName"))
                .hasMessageContaining("`holdIds` must be true with `follow`");
    }

    /** Deletions, strangers with the same labels, projections and refreshes go on beside terminations. */
    @Test
    void nobodyWritesToAStrangerWhileHoldsAreTerminated() throws InterruptedException {
        TestDatabase.rows("MATCH (n:P) SET n.born = 0");
        Semaphore terminations = new Semaphore(0);
        AtomicBoolean done = new AtomicBoolean();
        Thread terminator = new Thread(() -> {
            terminations.acquireUninterruptibly();
            while (!done.get()) {
                TestDatabase.rows(TERMINATE);
                terminations.acquireUninterruptibly();
            }
        });
        terminator.start();
        try {
            for (long round = 1; round <= 20; round++) {
                strangersOfARound(terminations, round);
            }
        } finally {
            done.set(true);
            terminations.release();
            terminator.join();
        }
    }

    private static void strangersOfARound(Semaphore terminations, long round) {
        Map<String, Object> born = Map.of("round", round);
        boolean follow = round % 2 == 0;
        terminations.release();
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS', {follow: " + follow
                + ", nodeProperties: 'born'}) YIELD graphName");
        TestDatabase.rows("CALL motif.kcore.mutate('g', {mutateProperty: 'c'})");
        TestDatabase.rows("MATCH (n:P) WITH n, rand() AS r ORDER BY r LIMIT 40 DETACH DELETE n");
        terminations.release();
        ReusedIdsTest.useIdsAgain();
        TestDatabase.rows("UNWIND range(1, 20) AS i CREATE (:P {born: $round})-[:KNOWS]->(:P {born: $round})", born);
        terminations.release();
        try {
            TestDatabase.rows("CALL motif.graph.write('g', {nodeProperties: 'c'}) YIELD skipped");
        } catch (RuntimeException e) {
            assertThat(e).hasMessageMatching("(?s).*(terminated a transaction|other nodes and).*");
        }
        assertThat(TestDatabase.rows("MATCH (n:P) WHERE n.c IS NOT NULL AND n.born = $round RETURN n", born))
                .as("strangers of round " + round)
                .isEmpty();
        TestDatabase.rows("MATCH (n:P) REMOVE n.c");
        terminations.release();
        try {
            TestDatabase.rows("CALL motif.graph.refresh('g') YIELD nodeCount");
            assertThat(TestDatabase.rows(
                            "CALL motif.graph.nodeProperties.stream('g', ['c', 'born']) YIELD nodeId, values"
                                    + " WHERE values.c IS NOT NULL AND values.born = $round RETURN nodeId",
                            born))
                    .as("values of dead nodes in round " + round)
                    .isEmpty();
            assertThat(TestDatabase.row("CALL motif.graph.list('g') YIELD nodeCount, relationshipCount"))
                    .isEqualTo(TestDatabase.row("MATCH (n:P) RETURN count(n) AS nodeCount,"
                            + " COUNT {(:P)-[:KNOWS]->(:P)} AS relationshipCount"));
        } catch (RuntimeException e) {
            assertThat(e).hasMessageMatching("(?s).*(terminated a transaction|motif.graph.dropProperties).*");
        }
        TestDatabase.rows("CALL motif.graph.drop('g') YIELD graphName");
    }
}
