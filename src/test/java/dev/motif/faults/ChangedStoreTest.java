package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.algorithm.count.butterfly.ButterflyProcedures;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.TransientFailureException;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Tests calls during which the store changes: between any two stages, or all the time. */
@EmptyDatabase
class ChangedStoreTest {
    private static final String DELETE_RELATIONSHIPS = "MATCH ()-[r:RATED]->() WITH r LIMIT 100 DELETE r";
    private static final String CREATE_USERS =
            "UNWIND range(1, 5) AS n CREATE (u:User) WITH u MATCH (i:Item) CREATE (u)-[:RATED]->(i)";
    private static final String DELETE_NODES = "MATCH (u:User) WITH u LIMIT 5 DETACH DELETE u";

    @BeforeEach
    void createGraph() {
        TestDatabase.rows(StagedCalls.CREATE);
    }

    private static long count(String pattern) {
        return (long) TestDatabase.row("MATCH " + pattern + " RETURN count(*) AS count")
                .get("count");
    }

    /** A projection may see each deletion or not, but nothing else may differ. */
    @ParameterizedTest
    @ValueSource(strings = {DELETE_RELATIONSHIPS, DELETE_NODES})
    void deletionAtAnyStageOfAProjectionIsSeenOrNot(String deletion) {
        StagedCall project = StagedCalls.project("g");
        List<String> stages = project.stages(TestDatabase.get());
        TestDatabase.rows("CALL motif.graph.drop('g')");
        for (int stage = 0; stage < stages.size(); stage++) {
            Aftermath aftermath = Aftermath.of(TestDatabase.get());
            long nodes = count("(n)");
            long relationships = count("()-[r]->()");
            project.disturbedAt(TestDatabase.get(), stage, transaction -> TestDatabase.rows(deletion));
            Map<String, Object> graph =
                    TestDatabase.row("CALL motif.graph.list('g') YIELD nodeCount, relationshipCount");
            assertThat((long) graph.get("nodeCount")).isBetween(count("(n)"), nodes);
            assertThat((long) graph.get("relationshipCount")).isBetween(count("()-[r]->()"), relationships);
            Map<String, Object> written = TestDatabase.row("CALL motif.butterfly.write('g', {writeProperty: 'b', per:"
                    + " 'RELATIONSHIP'}) YIELD propertiesWritten, skipped");
            assertThat(written)
                    .isEqualTo(Map.of(
                            "propertiesWritten",
                            count("()-[r]->()"),
                            "skipped",
                            (long) graph.get("relationshipCount") - count("()-[r]->()")));
            TestDatabase.rows("CALL motif.graph.drop('g')");
            aftermath.check("deleted at: " + stages.get(stage));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "relationship"})
    void whatIsDeletedBeforeTheWritingIsSkipped(String per) {
        StagedCall write = StagedCalls.write(per);
        int writing = write.stages(TestDatabase.get()).indexOf("writing properties");
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        List<?> rows = write.disturbedAt(TestDatabase.get(), writing, transaction -> TestDatabase.rows(DELETE_NODES));
        ButterflyProcedures.WriteRow row = (ButterflyProcedures.WriteRow) rows.get(0);
        assertThat(row.skipped).isEqualTo(per.equals("node") ? 5 : 5 * 40);
        assertThat(row.propertiesWritten).isEqualTo(per.equals("node") ? 95 : 55 * 40);
        aftermath.check("deleted before the writing, per " + per);
    }

    /** Nodes and relationships are created and deleted while graphs are read and properties are written. */
    @Test
    void storeThatChangesAllTheTimeIsReadAndWritten() throws Exception {
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<?> changes = pool.submit(() -> {
                while (!done.get()) {
                    change();
                }
            });
            long relationshipsWritten = 0;
            for (int round = 0; round < 20; round++) {
                String per = round % 2 == 0 ? "NODE" : "RELATIONSHIP";
                Map<String, Object> row = TestDatabase.row("CALL motif.butterfly.write({nodes: {left: 'User', right:"
                        + " 'Item'}, relationships: 'RATED'}, {writeProperty: 'b" + round + "', per: '" + per
                        + "', readConcurrency: 2}) YIELD propertiesWritten, skipped");
                long written = (long) row.get("propertiesWritten");
                // Items are not deleted, but at some moments there is no relationship.
                assertThat(written).isGreaterThanOrEqualTo(per.equals("NODE") ? 40 : 0);
                relationshipsWritten += per.equals("NODE") ? 0 : written;
                assertThat(changes.isDone()).isFalse();
            }
            assertThat(relationshipsWritten).isPositive();
        } finally {
            done.set(true);
            pool.shutdown();
            assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
        }
        aftermath.check("the store changed all the time");
    }

    private static void change() {
        for (String query : List.of(DELETE_RELATIONSHIPS, DELETE_NODES, CREATE_USERS)) {
            try {
                TestDatabase.rows(query);
            } catch (TransientFailureException | QueryExecutionException e) {
                // Neo4j aborted this transaction in a deadlock.
            }
        }
    }

    /** Neo4j drops an index when nobody reads it any more, which may be in the middle of a projection. */
    @Test
    void lookupIndexThatIsDroppedMeanwhileIsNotMissed() throws Exception {
        StagedCall project = StagedCalls.project("g");
        List<String> stages = project.stages(TestDatabase.get());
        TestDatabase.rows("CALL motif.graph.drop('g')");
        for (int stage = 0; stage < stages.size(); stage++) {
            Aftermath aftermath = Aftermath.of(TestDatabase.get());
            dropIndexesAt(project, stage);
            aftermath.check("indexes dropped at: " + stages.get(stage));
        }
    }

    private static void dropIndexesAt(StagedCall project, int stage) throws Exception {
        List<Map<String, Object>> indexes = TestDatabase.rows(
                "SHOW INDEXES YIELD name, type, createStatement WHERE type = 'LOOKUP' RETURN name, createStatement");
        assertThat(indexes).hasSize(2);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            project.disturbedAt(TestDatabase.get(), stage, transaction -> {
                indexes.forEach(index -> pool.submit(() -> TestDatabase.rows("DROP INDEX " + index.get("name"))));
                pool.shutdown();
                // They may end meanwhile, or wait for the projection: both are right.
                pool.awaitTermination(200, TimeUnit.MILLISECONDS);
            });
            assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
            assertThat(TestDatabase.row("CALL motif.graph.drop('g') YIELD nodeCount, relationshipCount"))
                    .isEqualTo(Map.of(
                            "nodeCount", (long) StagedCalls.NODES,
                            "relationshipCount", (long) StagedCalls.RELATIONSHIPS));
        } finally {
            indexes.forEach(index -> TestDatabase.rows((String) index.get("createStatement")));
            TestDatabase.rows("CALL db.awaitIndexes(300)");
        }
    }

    @Test
    void databaseThatBecomesReadOnlyBeforeTheWritingIsAnErrorThatSaysWhatWasWritten() {
        StagedCall write = StagedCalls.write("node");
        List<String> stages = write.stages(TestDatabase.get());
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        Config config =
                ((GraphDatabaseAPI) TestDatabase.get()).getDependencyResolver().resolveDependency(Config.class);
        try {
            // This is the second stage of that name, so the left side has been written before.
            Throwable error = catchThrowable(() -> write.disturbedAt(
                    TestDatabase.get(),
                    stages.lastIndexOf("writing properties"),
                    transaction ->
                            config.setDynamic(GraphDatabaseSettings.read_only_databases, Set.of("neo4j"), "test")));
            assertThat(error)
                    .hasMessageContaining("read-only")
                    .hasMessageContaining("[60 properties were written before");
        } finally {
            config.setDynamic(GraphDatabaseSettings.read_only_databases, Set.of(), "test");
        }
        aftermath.check("read-only");
        assertThat(write.stages(TestDatabase.get())).isEqualTo(stages);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL motif.butterfly.write('g', {writeProperty: 'b'})",
                "CALL motif.biclique.count.write('g', {writeProperty: 'b', p: 2, q: 2})",
                "CALL motif.wing.write('g', {writeProperty: 'b'})",
                "CALL motif.tip.write('g', {writeProperty: 'b'})",
                "CALL motif.biclique.maximal.write('g', {writeBicliques: 'Biclique', jobId: 'j'})"
            })
    void callerWithoutTheRightToWriteCannot(String query) {
        try (InternalTransaction transaction = TestLogin.begin("reader", AccessMode.Static.READ)) {
            transaction
                    .execute("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED',"
                            + " {relationshipIds: true})")
                    .resultAsString();
        }
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        try (InternalTransaction transaction = TestLogin.begin("reader", AccessMode.Static.READ)) {
            assertThatThrownBy(() -> transaction.execute(query).resultAsString())
                    .hasMessageContaining("not allowed");
        }
        aftermath.check(query);
        try (InternalTransaction transaction = TestLogin.begin("reader", AccessMode.Static.READ)) {
            assertThat(transaction
                            .execute("CALL motif.butterfly.stats('g') YIELD count")
                            .resultAsString())
                    .contains("1380600");
            transaction.execute("CALL motif.graph.drop('g')").resultAsString();
        }
    }
}
