package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.backend.work.FoundBuffer;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Slow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.kernel.database.Database;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Tests what happens when the database is stopped at a stage of a call, for every stage, and started again. */
@Slow
@Timeout(600)
class StoppedDatabaseTest {
    private static final String NAME = "neo4j";
    private static final String COUNT = "CALL motif.butterfly.stats({nodes: {left: 'User', right: 'Item'},"
            + " relationships: 'RATED'}) YIELD count";

    /** A crown of so many nodes on each side has far too many maximal bicliques for all to be read. */
    private static final int CROWN = 60;

    /** The most of its bicliques that were found when the database was stopped, but not read. */
    private static final long MOST_FOUND_BEFORE = FoundBuffer.CAPACITY_BYTES / (CROWN * Integer.BYTES);

    private static Neo4j server;

    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @BeforeAll
    static void start() {
        TestDatabase.emptied();
        server = TestDatabase.builder()
                .withConfig(GraphDatabaseSettings.shutdown_transaction_end_timeout, Duration.ofMillis(100))
                .withFixture(StagedCalls.CREATE)
                .build();
    }

    @AfterAll
    static void stop() {
        server.close();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static GraphDatabaseService database() {
        return server.databaseManagementService().database(NAME);
    }

    @Test
    void stopAtAnyStageEndsTheCallAndTheDatabaseStartsAgain() throws Exception {
        StagedCall write = StagedCalls.write("node");
        List<String> stages = write.stages(database());
        assertThat(stages).hasSizeGreaterThan(4);
        for (int stage = 0; stage < stages.size(); stage++) {
            stopAt(write, stage, write + ", stopped at: " + stages.get(stage));
        }
        stopAt(StagedCalls.project("new"), 1, "stopped while reading relationships");
        pool.shutdown();
        assertThat(pool.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
    }

    /** The memory of a stream is freed as soon as the client, who does not read it just then, notices. */
    @Test
    void stopWhileAStreamIsOpenEndsItsSearch() throws Exception {
        Database kernel =
                ((GraphDatabaseAPI) database()).getDependencyResolver().resolveDependency(Database.class);
        try (Transaction transaction = database().beginTx()) {
            // A crown, a graph of n nodes on each side and all edges but n, has 2^n - 2 maximal bicliques.
            transaction
                    .execute("UNWIND range(1, " + CROWN + ") AS i CREATE (:Left {i: i}), (:Right {i: i})")
                    .close();
            transaction.commit();
        }
        database()
                .executeTransactionally(
                        "MATCH (l:Left), (r:Right) WHERE l.i <> r.i"
                                + " WITH motif.graph.project('crown', l, r, {kind: 'BIPARTITE'}) AS graph"
                                + " RETURN graph.nodeCount",
                        Map.of(),
                        Result::resultAsString);
        Transaction transaction = database().beginTx();
        Result rows = transaction.execute("CALL motif.biclique.maximal.stream('crown') YIELD edges");
        rows.next();
        kernel.stop();
        AtomicLong more = new AtomicLong();
        assertThatThrownBy(() -> rows.stream().forEach(row -> more.incrementAndGet()))
                .isNotNull();
        assertThatThrownBy(transaction::commit).isNotNull();
        transaction.close();
        assertThat(more.get()).as("rows after the stop").isLessThanOrEqualTo(MOST_FOUND_BEFORE);
        assertThat(TestDatabase.liveBytes()).isZero();
        kernel.start();
        Aftermath.of(database()).check("after a stop while a stream was open");
        assertThat(database().executeTransactionally("CALL motif.graph.list()", Map.of(), Result::resultAsString))
                .contains("0 row\n");
    }

    private void stopAt(StagedCall call, int stage, String what) throws Exception {
        // Neo4j Community has no STOP DATABASE, so this stops it as the server does when it shuts down.
        Database kernel =
                ((GraphDatabaseAPI) database()).getDependencyResolver().resolveDependency(Database.class);
        database()
                .executeTransactionally(
                        "CALL motif.graph.project('kept', {left: 'User', right: 'Item'}, 'RATED')",
                        Map.of(),
                        Result::resultAsString);
        assertThat(TestDatabase.liveBytes()).isPositive();
        AtomicReference<Future<?>> stopped = new AtomicReference<>();
        Throwable error = catchThrowable(() -> call.disturbedAt(database(), stage, transaction -> {
            stopped.set(pool.submit(() -> kernel.stop()));
            // Neo4j waits for open transactions for a while, then kills them.
            while (transaction.getReasonIfTerminated().isEmpty()
                    && !stopped.get().isDone()) {
                Thread.sleep(10);
            }
        }));
        stopped.get().get(5, TimeUnit.MINUTES);
        assertThat(error).as(what).isNotNull();
        // The named graphs of the database were dropped with it.
        assertThat(TestDatabase.liveBytes()).as(what).isZero();
        kernel.start();
        assertThat(database().executeTransactionally(COUNT, Map.of(), Result::resultAsString))
                .as(what)
                .contains("1380600");
        Aftermath.of(database()).check(what);
        String graphs = database().executeTransactionally("CALL motif.graph.list()", Map.of(), Result::resultAsString);
        assertThat(graphs).as(what).contains("0 row\n");
    }
}
