package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.internal.id.IdController;
import org.neo4j.internal.id.IdGenerator;
import org.neo4j.internal.id.IdGeneratorFactory;
import org.neo4j.internal.recordstorage.RecordIdType;
import org.neo4j.io.pagecache.context.CursorContext;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Tests that no result lands on a node or relationship that got the id of a deleted one after the projection. */
@EmptyDatabase
class ReusedIdsTest {
    private static final String PROJECT =
            "CALL motif.graph.project('g', 'P', 'KNOWS', {relationshipIds: true}) YIELD graphName";

    private static final String WRITE_BICLIQUES = "CALL motif.biclique.maximal.write('g', {writeBicliques: 'Group',"
            + " relationshipType: 'IN', jobId: 'j'})";

    @AfterAll
    static void leaveNothing() {
        assertThat(holding()).isZero();
    }

    /** Takes the ids that other tests have left, so that strangers need not be as many as the nodes of all of them. */
    @BeforeEach
    void takeIds() {
        takeFormerIds();
    }

    static void takeFormerIds() {
        useIdsAgain();
        IdGeneratorFactory all = resolve(IdGeneratorFactory.class);
        for (RecordIdType type : List.of(RecordIdType.NODE, RecordIdType.RELATIONSHIP)) {
            IdGenerator ids = all.get(type);
            long end = ids.getHighId();
            while (ids.nextId(CursorContext.NULL_CONTEXT) < end) {}
        }
    }

    private static <T> T resolve(Class<T> type) {
        return ((GraphDatabaseAPI) TestDatabase.get()).getDependencyResolver().resolveDependency(type);
    }

    /** Lets Neo4j use ids again as it does each second. */
    static void useIdsAgain() {
        resolve(IdController.class).maintenance();
    }

    /** 100 pairs of nodes that know each other. */
    static void createPairs() {
        TestDatabase.rows("UNWIND range(0, 99) AS n CREATE (:P {key: 2 * n})-[:KNOWS]->(:P {key: 2 * n + 1})");
    }

    /** Lets Neo4j use ids again, and creates strangers until none is left; returns how many got one of {@code former}. */
    private static int strangersAmong(Set<Object> former) {
        return strangersAmong(former, "(a:Account)-[:OWNS]->(b:Bank)");
    }

    /** @param pattern what is created of nodes {@code a} and {@code b} */
    static int strangersAmong(Set<Object> former, String pattern) {
        useIdsAgain();
        long highest = Math.max(highest(former), highest(ids("MATCH (n) RETURN id(n) AS id")));
        Set<Object> created;
        int reused = 0;
        do {
            created = ids("UNWIND range(1, 500) AS n CREATE " + pattern
                    + " WITH collect(id(a)) + collect(id(b)) AS ids UNWIND ids AS id RETURN id");
            reused += (int) created.stream().filter(former::contains).count();
        } while (highest(created) <= highest);
        return reused;
    }

    private static long highest(Set<Object> ids) {
        return ids.stream().mapToLong(id -> (long) id).max().orElse(-1);
    }

    static Set<Object> ids(String query) {
        Set<Object> ids = new HashSet<>();
        TestDatabase.rows(query).forEach(row -> ids.add(row.get("id")));
        return ids;
    }

    /** The number of transactions that hold ids. */
    static long holding() {
        return TestDatabase.rows("SHOW TRANSACTIONS YIELD metaData").stream()
                .filter(row -> ((Map<?, ?>) row.get("metaData")).containsKey("motif"))
                .count();
    }

    /** Deletes the second node of each pair. */
    private static Set<Object> deleteHalf() {
        return deleteHalf(1);
    }

    /** Deletes the second node of some pairs: of all, of every second, of every fourth, and returns their ids. */
    static Set<Object> deleteHalf(int part) {
        String second =
                "MATCH (p:P) WHERE p.key % 2 = 1 AND p.key / 2 % " + part + " = " + part / 2 + " AND p.key >= 0 ";
        Set<Object> deleted = ids(second + "RETURN id(p) AS id");
        TestDatabase.rows(second + "DETACH DELETE p");
        return deleted;
    }

    @Test
    void idsAreUsedAgainOnceTheGraphIsDropped() {
        createPairs();
        TestDatabase.rows(PROJECT);
        Set<Object> deleted = deleteHalf();
        assertThat(strangersAmong(deleted)).isZero();
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(strangersAmong(deleted)).isEqualTo(deleted.size());
    }

    /** Each writes one value for each of the 100 nodes that are left, or for none of the 100 relationships. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL motif.kcore.write('g', {writeProperty: 'x'}) YIELD nodePropertiesWritten AS written, skipped",
                "CALL motif.ktruss.write('g', {writeProperty: 'x'}) YIELD propertiesWritten AS written, skipped",
                "CALL motif.kclique.write('g', {k: 3, per: 'NODE', writeProperty: 'x'})"
                        + " YIELD propertiesWritten AS written, skipped",
                "CALL motif.commonNeighbors.write('g', {writeProperty: 'x'})"
                        + " YIELD propertiesWritten AS written, skipped",
            })
    void writesSkipWhatWasDeleted(String write) {
        createPairs();
        TestDatabase.rows(PROJECT);
        strangersAmong(deleteHalf());
        long left = write.contains("kcore") || write.contains("NODE") ? 100 : 0;
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("written", left, "skipped", 100L));
        assertThat(TestDatabase.row("MATCH (n) WHERE n.x IS NOT NULL RETURN collect(DISTINCT labels(n)) AS labels"))
                .isEqualTo(Map.of("labels", left == 0 ? List.of() : List.of(List.of("P"))));
        assertThat(TestDatabase.rows("MATCH ()-[r]->() WHERE r.x IS NOT NULL RETURN r"))
                .isEmpty();
    }

    @Test
    void columnsAreWrittenToNoStranger() {
        createPairs();
        TestDatabase.rows(PROJECT);
        TestDatabase.rows("CALL motif.kcore.mutate('g', {mutateProperty: 'x'})");
        strangersAmong(deleteHalf());
        assertThat(TestDatabase.row(
                        "CALL motif.graph.write('g', {nodeProperties: 'x'}) YIELD nodePropertiesWritten, skipped"))
                .isEqualTo(Map.of("nodePropertiesWritten", 100L, "skipped", 100L));
        assertThat(TestDatabase.rows("MATCH (n:Account|Bank) WHERE n.x IS NOT NULL RETURN n"))
                .isEmpty();
    }

    @Test
    void rowsHaveNoStrangers() {
        createPairs();
        TestDatabase.rows(PROJECT);
        Set<Object> deleted = deleteHalf();
        strangersAmong(deleted);
        List<Map<String, Object>> rows =
                TestDatabase.rows("CALL motif.kcore.stream('g', {nodes: true}) YIELD nodeId, node"
                        + " RETURN nodeId, node, motif.util.asNode(nodeId) AS same");
        assertThat(rows).hasSize(200);
        for (Map<String, Object> row : rows) {
            boolean gone = deleted.contains(row.get("nodeId"));
            assertThat(row.get("node") == null).isEqualTo(gone);
            assertThat(row.get("same") == null).isEqualTo(gone);
        }
    }

    /** Users in pairs have the same items, so each is similar to the other and both are in a biclique with their items. */
    private static void createBaskets() {
        TestDatabase.rows("UNWIND range(0, 49) AS n CREATE (a:P {key: 2 * n}), (b:P {key: 2 * n + 1})"
                + " WITH a, b UNWIND range(1, 3) AS m CREATE (i:Item) CREATE (a)-[:BOUGHT]->(i)<-[:BOUGHT]-(b)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'P', right: 'Item'}, 'BOUGHT')");
    }

    @Test
    void similarStrangersAreNotJoined() {
        createBaskets();
        strangersAmong(deleteHalf());
        similarStrangersAreSkipped();
    }

    private static void similarStrangersAreSkipped() {
        assertThat(TestDatabase.row("CALL motif.nodeSimilarity.write('g', {writeRelationshipType: 'LIKE',"
                        + " writeProperty: 'score'}) YIELD relationshipsWritten, skipped"))
                .isEqualTo(Map.of("relationshipsWritten", 0L, "skipped", 100L));
        assertThat(TestDatabase.rows("MATCH ()-[r:LIKE]->() RETURN r")).isEmpty();
    }

    @Test
    void bicliquesHaveNoStrangers() {
        createBaskets();
        strangersAmong(deleteHalf());
        TestDatabase.rows(
                "CALL motif.biclique.maximal.write('g', {writeBicliques: 'Group', relationshipType: 'IN', jobId: 'j'})");
        assertThat(TestDatabase.rows("MATCH (n:Account|Bank)--(:Group) RETURN n"))
                .isEmpty();
        assertThat(TestDatabase.rows("MATCH (:Group) RETURN 1")).hasSize(50);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL motif.graph.filter('h', 'g', 'left.butterflies > 0')",
                "CALL motif.graph.fold('h', 'g', {})",
                "CALL motif.nodeSimilarity.mutate('g', {mutateProperty: 's', mutateGraphName: 'h'})"
            })
    void graphMadeOfAnotherHoldsItsIdsLongerThanThatOne(String make) {
        createBaskets();
        Set<Object> deleted = deleteHalf();
        TestDatabase.rows("CALL motif.butterfly.mutate('g', {mutateProperty: 'butterflies', per: 'NODE'})");
        TestDatabase.rows(make);
        TestDatabase.rows("CALL motif.graph.drop('g')");
        assertThat(strangersAmong(deleted)).isZero();
    }

    @Test
    void graphOfRowsHoldsItsIds() {
        createPairs();
        TestDatabase.rows(
                "MATCH (a:P)-[r:KNOWS]->(b:P) RETURN motif.graph.project('g', a, b, {kind: 'UNIPARTITE', relationship: r})");
        assertThat(strangersAmong(deleteHalf())).isZero();
    }

    /** A call on a projection of its own needs no hold: its own transaction is open until its last row is read. */
    @Test
    void idsAreNotUsedAgainDuringACall() {
        createPairs();
        Set<Object> deleted = new HashSet<>();
        try (var transaction = TestDatabase.get().beginTx();
                var rows = transaction.execute("CALL motif.kcore.stream({nodes: 'P', relationships: 'KNOWS'},"
                        + " {nodes: true}) YIELD nodeId, node RETURN nodeId, node")) {
            rows.next();
            deleted.addAll(deleteHalf());
            assertThat(strangersAmong(deleted)).isZero();
            assertThat(rows.stream()).hasSize(199);
        }
    }

    @Test
    void fewTransactionsHoldTheIdsOfManyGraphs() {
        createPairs();
        List<String> names = new ArrayList<>();
        for (int graph = 0; graph < 20; graph++) {
            names.add("g" + graph);
            TestDatabase.rows("CALL motif.graph.project('g" + graph + "', 'P', 'KNOWS') YIELD graphName");
        }
        assertThat(holding()).isEqualTo(2);
        Set<Object> deleted = deleteHalf();
        for (String name : names) {
            assertThat(strangersAmong(deleted)).isZero();
            TestDatabase.rows("CALL motif.graph.drop('" + name + "')");
        }
        assertThat(holding()).isZero();
        assertThat(strangersAmong(deleted)).isEqualTo(deleted.size());
    }

    private static Map<String, Object> changes() {
        return TestDatabase.row("CALL motif.graph.list('g') YIELD transactionsSince, deletedNodes, deletedRelationships"
                + " RETURN transactionsSince > 0 AS changed, deletedNodes, deletedRelationships");
    }

    @Test
    void listTellsWhatWasDeletedSinceTheProjection() {
        createPairs();
        TestDatabase.rows("MATCH (a:P {key: 0}), (b:P {key: 1}) CREATE (a)-[:KNOWS]->(b)");
        deleteHalf(4);
        TestDatabase.rows(PROJECT);
        assertThat(changes()).isEqualTo(Map.of("changed", false, "deletedNodes", 0L, "deletedRelationships", 0L));
        TestDatabase.rows("CREATE (p:P {key: -2})-[:KNOWS]->(:P {key: -1}), (:Other)");
        assertThat(changes()).isEqualTo(Map.of("changed", true, "deletedNodes", 0L, "deletedRelationships", 0L));
        TestDatabase.rows("MATCH (:P {key: 0})-[r]->() DELETE r");
        assertThat(changes()).isEqualTo(Map.of("changed", true, "deletedNodes", 0L, "deletedRelationships", 2L));
        Set<Object> deleted = deleteHalf(2);
        assertThat(changes()).isEqualTo(Map.of("changed", true, "deletedNodes", 50L, "deletedRelationships", 52L));
        assertThat(strangersAmong(deleted)).isZero();
        assertThat(changes()).isEqualTo(Map.of("changed", true, "deletedNodes", 50L, "deletedRelationships", 52L));
        TestDatabase.rows("CALL motif.graph.drop('g')");
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS') YIELD graphName");
        TestDatabase.rows("MATCH (n:P) DETACH DELETE n");
        assertThat(changes().get("deletedNodes")).isEqualTo(127L);
        assertThat(changes().get("deletedRelationships")).isNull();
    }

    /** Nobody held the ids while the graph was in a file: what is written to is compared with what was projected. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL motif.kcore.write('g', {writeProperty: 'x'}) YIELD nodePropertiesWritten AS written, skipped",
                "CALL motif.ktruss.write('g', {writeProperty: 'x'}) YIELD propertiesWritten AS written, skipped",
            })
    void graphOfAFileThatNobodyComparedIsComparedBeforeAWrite(String write, @TempDir Path folder) {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        try {
            createPairs();
            TestDatabase.rows(PROJECT);
            TestDatabase.rows("CALL motif.graph.export('g', 'f') YIELD file");
            TestDatabase.rows("CALL motif.graph.drop('g')");
            assertThat(strangersAmong(deleteHalf())).isEqualTo(100);
            TestDatabase.rows("CALL motif.graph.import('f', {verify: false}) YIELD graphName");
            long left = write.contains("kcore") ? 100 : 0;
            assertThat(TestDatabase.row(write)).isEqualTo(Map.of("written", left, "skipped", 100L));
            assertThat(TestDatabase.rows("MATCH (n:Account|Bank) WHERE n.x IS NOT NULL RETURN n"))
                    .isEmpty();
            assertThat(TestDatabase.rows("MATCH ()-[r]->() WHERE r.x IS NOT NULL RETURN r"))
                    .isEmpty();
        } finally {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
        }
    }

    @Test
    void similarPairsAndGroupsOfAFileAreComparedToo(@TempDir Path folder) {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        try {
            createBaskets();
            TestDatabase.rows("CALL motif.graph.export('g', 'f') YIELD file");
            TestDatabase.rows("CALL motif.graph.drop('g')");
            assertThat(strangersAmong(deleteHalf())).isEqualTo(50);
            TestDatabase.rows("CALL motif.graph.import('f', {verify: false}) YIELD graphName");
            similarStrangersAreSkipped();
            TestDatabase.rows(WRITE_BICLIQUES);
            assertThat(TestDatabase.rows("MATCH (n:Account|Bank)--(:Group) RETURN n"))
                    .isEmpty();
        } finally {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
        }
    }

    @Test
    void failedProjectionHoldsNothing() {
        createPairs();
        try {
            TestDatabase.rows("CALL motif.graph.project('g', 'P', 'NONE')");
        } catch (RuntimeException expected) {
            assertThat(expected).hasMessageContaining("NONE");
        }
        assertThat(holding()).isZero();
    }
}
