package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.DatabaseWatch;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphCatalog.WithColumns;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.neo4j.TestDatabase;
import dev.motif.projection.TestGraphs;
import dev.motif.timing.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Tests what is shown of a call that takes long, and how it is stopped. */
class RunningCallTest {
    /** With this size, counting takes more than 5 seconds on 2 idle cores, and the graph takes about 60 MB. */
    private static final int VERTICES = 8000;

    private static final int EDGES = 8_000_000;

    private static final ExecutorService POOL = Executors.newCachedThreadPool();

    @BeforeAll
    static void addLargeGraph() {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (:User)-[:RATED]->(:Item)");
        GraphDatabaseAPI database = (GraphDatabaseAPI) TestDatabase.get();
        GraphKey key = new GraphKey(DatabaseWatch.idOf(database), database.databaseName(), "", "large");
        GraphCatalog.server()
                .add(
                        key,
                        Map.of(),
                        () -> new WithColumns(
                                TestGraphs.random(OffHeapBudget.memory(), VERTICES, VERTICES, EDGES, 42), List.of()));
    }

    @AfterAll
    static void dropLargeGraph() {
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
        POOL.shutdown();
    }

    @AfterEach
    void onlyTheGraphIsLeft() {
        assertThat(TestDatabase.liveBytes())
                .isEqualTo(TestDatabase.row("CALL motif.graph.list('large') YIELD bytes")
                        .get("bytes"));
        assertThat(TestDatabase.rows("SHOW TRANSACTIONS")).hasSize(1);
        assertThat(TestDatabase.row("CALL motif.butterfly.stats({nodes: {left: 'User', right: 'Item'},"
                        + " relationships: 'RATED'}) YIELD count"))
                .isEqualTo(Map.of("count", 0L));
    }

    /** A call in a transaction of its own, on another thread. */
    private static final class RunningCall {
        private final Transaction transaction;
        private final Future<String> answer;

        RunningCall(Transaction transaction, String query) {
            this.transaction = transaction;
            this.answer = POOL.submit(() -> {
                try (transaction;
                        Result result = transaction.execute(query)) {
                    return result.resultAsString();
                }
            });
        }

        static RunningCall stats(String jobId) {
            return new RunningCall(
                    TestDatabase.get().beginTx(), "CALL motif.butterfly.stats('large', {jobId: '" + jobId + "'})");
        }

        /** Waits until the algorithm itself has come some way. */
        RunningCall counting(String jobId) throws Exception {
            while (!progress(jobId).matches("counting wedges [1-9]\\d?%")) {
                assertThat(answer.isDone()).as("ended before it could be seen").isFalse();
                Thread.sleep(20);
            }
            return this;
        }

        /** Waits for the end, which must be a termination and come soon. */
        void assertTerminatedSoon() {
            Soon soon = Soon.afterNow();
            assertTerminated();
            soon.assertEnded();
        }

        void assertTerminated() {
            assertThatThrownBy(() -> answer.get(120, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(TransactionTerminatedException.class);
        }
    }

    private static String progress(String jobId) {
        List<Map<String, Object>> rows =
                TestDatabase.rows("CALL motif.listProgress('" + jobId + "') YIELD stage, progress, status");
        return rows.isEmpty()
                ? ""
                : rows.get(0).get("stage") + " " + rows.get(0).get("progress");
    }

    private static String status(String jobId) {
        return (String) TestDatabase.row("CALL motif.listProgress('" + jobId + "') YIELD status")
                .get("status");
    }

    @Test
    void countEndsSoonAfterItsTransactionIsKilled() throws Exception {
        RunningCall call = RunningCall.stats("killed").counting("killed");
        call.transaction.terminate();
        call.assertTerminatedSoon();
        assertThat(status("killed")).isEqualTo("CANCELED");
    }

    @Test
    void countEndsSoonAfterTerminateTransactions() throws Exception {
        RunningCall call = RunningCall.stats("terminated").counting("terminated");
        Map<String, Object> shown = TestDatabase.row(
                "SHOW TRANSACTIONS YIELD transactionId, currentQuery, statusDetails"
                        + " WHERE currentQuery CONTAINS \"jobId: 'terminated'\" AND NOT currentQuery STARTS WITH 'SHOW'");
        assertThat((String) shown.get("statusDetails"))
                .matches("motif\\.butterfly\\.stats: counting wedges \\d+% \\[#*~*\\]( .* left)?");
        assertThat(TestDatabase.row("TERMINATE TRANSACTIONS '" + shown.get("transactionId") + "' YIELD message"))
                .isEqualTo(Map.of("message", "Transaction terminated."));
        call.assertTerminatedSoon();
        assertThat(status("terminated")).isEqualTo("CANCELED");
    }

    @Test
    void countEndsWithItsTimeout() throws Exception {
        // Neo4j checks for timeouts every two seconds.
        RunningCall call = new RunningCall(
                TestDatabase.get().beginTx(500, TimeUnit.MILLISECONDS),
                "CALL motif.butterfly.stats('large', {jobId: 'timeout'})");
        call.assertTerminated();
        assertThat(status("timeout")).isEqualTo("CANCELED");
    }

    @Test
    void runningJobShowsItsProgress() throws Exception {
        RunningCall call = RunningCall.stats("shown").counting("shown");
        Map<String, Object> row = TestDatabase.row("CALL motif.listProgress('shown')");
        assertThat(row)
                .containsEntry("message", null)
                .containsEntry("username", "")
                .containsEntry("jobId", "shown")
                .containsEntry("taskName", "motif.butterfly.stats")
                .containsEntry("stage", "counting wedges")
                .containsEntry("status", "RUNNING");
        assertThat((String) row.get("progress")).matches("\\d+%");
        assertThat((String) row.get("progressBar")).matches("\\[#*~*\\]").hasSize(12);
        assertThat((long) row.get("elapsedMillis")).isPositive();
        call.transaction.terminate();
        call.assertTerminatedSoon();
    }

    /** What motif.listProgress and SHOW TRANSACTIONS show of a call at about the same time. */
    private record Seen(int percent, int bar, long elapsedMillis, Long remainingMillis, String details) {
        static Seen of(String jobId) {
            Map<String, Object> row = TestDatabase.row("CALL motif.listProgress('" + jobId + "')");
            return new Seen(
                    Integer.parseInt(((String) row.get("progress")).replace("%", "")),
                    (int) ((String) row.get("progressBar"))
                            .chars()
                            .filter(sign -> sign == '#')
                            .count(),
                    (long) row.get("elapsedMillis"),
                    (Long) row.get("remainingMillis"),
                    (String) TestDatabase.row("SHOW TRANSACTIONS YIELD currentQuery, statusDetails WHERE currentQuery"
                                    + " STARTS WITH \"CALL motif.butterfly.stats('large', {jobId: '" + jobId + "'\"")
                            .get("statusDetails"));
        }

        int percentOfDetails() {
            return Integer.parseInt(details.replaceFirst(".*counting wedges (\\d+)% .*", "$1"));
        }
    }

    /** A remaining time is only there while the pace is steady, which a busy machine may prevent. */
    @Test
    void progressNeverGoesBack() throws Exception {
        RunningCall call = RunningCall.stats("watched").counting("watched");
        List<Seen> seen = new ArrayList<>();
        while (seen.size() < 10
                || seen.get(seen.size() - 1).percent() == seen.get(0).percent()) {
            seen.add(Seen.of("watched"));
            Thread.sleep(100);
        }
        call.transaction.terminate();
        call.assertTerminated();
        assertThat(seen).extracting(Seen::percent).isSorted();
        assertThat(seen).extracting(Seen::bar).isSorted();
        assertThat(seen).extracting(Seen::percentOfDetails).isSorted();
        assertThat(seen).allSatisfy(now -> {
            assertThat(now.bar()).isEqualTo(now.percent() / 10);
            assertThat(now.details()).contains("% [" + "#".repeat(now.percentOfDetails() / 10) + "~");
        });
        Seen last = seen.get(seen.size() - 1);
        assertThat(last.percent()).isGreaterThan(seen.get(0).percent());
        assertThat(seen).allMatch(now -> now.details().matches(".*](| \\d+[hms]( \\d+[ms])* left)"));
        assertThat(seen)
                .allMatch(now ->
                        now.remainingMillis() == null || now.remainingMillis() > 0 && now.elapsedMillis() >= 1000);
    }

    @Test
    void sameJobIdTwiceAtOnceIsRefused() throws Exception {
        RunningCall call = RunningCall.stats("twice").counting("twice");
        long live = TestDatabase.liveBytes();
        for (String query : List.of(
                "CALL motif.butterfly.stats('large', {jobId: 'twice'})",
                "CALL motif.graph.project('other', '*', '*', {jobId: 'twice'})")) {
            assertThatThrownBy(() -> TestDatabase.rows(query))
                    .hasMessageContaining("java.lang.IllegalArgumentException: A job with `jobId` 'twice' is already"
                            + " running (motif.butterfly.stats): wait until it has ended, or use another `jobId`");
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(live);
        assertThat(TestDatabase.rows("CALL motif.graph.list('other')")).isEmpty();
        assertThat(status("twice")).isEqualTo("RUNNING");
        call.transaction.terminate();
        call.assertTerminatedSoon();
        TestDatabase.rows("CALL motif.graph.project('other', '*', '*', {jobId: 'twice'})");
        TestDatabase.rows("CALL motif.graph.drop('other')");
    }

    @Test
    void graphDroppedUnderARunningCountIsFreedWhenThatEnds() throws Exception {
        GraphDatabaseAPI database = (GraphDatabaseAPI) TestDatabase.get();
        RunningCall call = RunningCall.stats("dropped").counting("dropped");
        GraphKey key = new GraphKey(DatabaseWatch.idOf(database), database.databaseName(), "", "large");
        var graph = GraphCatalog.server().drop(List.of(key), true).get(0);
        call.transaction.terminate();
        call.assertTerminatedSoon();
        assertThat(TestDatabase.liveBytes()).isEqualTo(graph.projected().bytes());
        GraphCatalog.server().add(key, Map.of(), () -> new WithColumns(graph.projected(), List.of()));
    }

    @Test
    void failedJobIsListedAsFailed() {
        TestDatabase.rows("CALL motif.graph.project('flat', '*', '*')");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.butterfly.stats('flat', {jobId: 'failed'})"));
        assertThat(status("failed")).isEqualTo("FAILED");
        TestDatabase.rows("CALL motif.graph.drop('flat')");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.graph.project('x', 'Nobody', '*', {jobId: 'failed2'})"));
        assertThat(status("failed2")).isEqualTo("FAILED");
    }

    @Test
    void finishedJobIsListedAsFinished() {
        TestDatabase.rows("CALL motif.graph.project('flat', '*', '*', {jobId: 'finished'})");
        TestDatabase.rows("CALL motif.graph.drop('flat')");
        assertThat(TestDatabase.row(
                        "CALL motif.listProgress('finished') YIELD status, progress, progressBar, taskName"))
                .isEqualTo(Map.of(
                        "status",
                        "FINISHED",
                        "progress",
                        "100%",
                        "progressBar",
                        "[##########]",
                        "taskName",
                        "motif.graph.project"));
    }

    /** A stream of two rows. */
    private static String stream(String jobId) {
        return "CALL motif.butterfly.stream({nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'}, {jobId: '"
                + jobId + "'}) YIELD count";
    }

    @Test
    void streamThatIsClosedBeforeItsEndIsCanceled() {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result stream = transaction.execute(stream("closed"));
            stream.next();
            assertThat(status("closed")).isEqualTo("RUNNING");
            stream.close();
            assertThat(status("closed")).isEqualTo("CANCELED");
        }
        assertThat(TestDatabase.rows(stream("limited") + " RETURN count LIMIT 1"))
                .hasSize(1);
        assertThat(status("limited")).isEqualTo("CANCELED");
    }

    @Test
    void streamThatIsReadToItsEndIsFinished() {
        assertThat(TestDatabase.rows(stream("read"))).hasSize(2);
        assertThat(status("read")).isEqualTo("FINISHED");
    }

    @Test
    void mistakeInTheConfigurationStartsNoJob() {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.butterfly.stats('large', {jobId: 'none', xyz: 1})"));
        assertThat(TestDatabase.rows("CALL motif.listProgress('none')")).isEmpty();
    }
}
