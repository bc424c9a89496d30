package dev.motif.cypher.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;

/**
 * Tests what is shown of a call that takes long, and how it is stopped. What a test stops would count for hours, so that
 * a call which is not stopped makes its test fail.
 */
@EmptyDatabase
@Timeout(600)
@EnabledIf("dev.motif.neo4j.Research#isBuilt")
class RunningCallTest {
    /**
     * The nodes of a clique. A search from an edge has the smaller nodes for candidates, so that one edge takes longer
     * than the one before, and the last ones take hours: on any machine, the progress begins to move soon, becomes
     * slower and slower, and comes to no end.
     */
    private static final int NODES = 200;

    private static final String KEYS =
            "k: 10, algorithm: 'ORIENTATION', orientation: 'DEGREE', parallelization: 'EDGE', concurrency: 2";

    private static final String PROJECT_TWICE = "CALL motif.graph.project('other', '*', '*', {jobId: 'twice'})";

    private static final long SECONDS_TO_WAIT = 300;

    private final ExecutorService pool = Executors.newCachedThreadPool();

    @BeforeEach
    void addNodes() {
        TestDatabase.rows("CREATE (:User)-[:RATED]->(:Item)");
    }

    @AfterEach
    void noCallIsLeft() {
        pool.shutdown();
        assertThat(TestDatabase.rows("SHOW TRANSACTIONS YIELD metaData WHERE metaData.motif IS NULL"))
                .as("transactions, but for those that hold ids")
                .hasSize(1);
        assertThat(TestDatabase.rows("CALL motif.listProgress() YIELD status WITH * WHERE status = 'RUNNING' RETURN *"))
                .isEmpty();
        assertThat(TestDatabase.row("CALL motif.butterfly.stats({nodes: {left: 'User', right: 'Item'},"
                        + " relationships: 'RATED'}) YIELD count"))
                .isEqualTo(Map.of("count", 0L));
    }

    /** Makes the graph {@code clique}, and returns its off-heap bytes. */
    private static long addClique() {
        TestDatabase.rows("UNWIND range(1, " + NODES + ") AS i CREATE (:Person {i: i})");
        TestDatabase.rows("MATCH (a:Person), (b:Person) WHERE a.i < b.i"
                + " WITH motif.graph.project('clique', a, b, {kind: 'UNIPARTITE'}) AS graph RETURN graph.nodeCount");
        return (long)
                TestDatabase.row("CALL motif.graph.list('clique') YIELD bytes").get("bytes");
    }

    private static String endless(String jobId) {
        return "CALL motif.research.pivoting.stats('clique', {jobId: '" + jobId + "', " + KEYS + "})";
    }

    /** A call in a transaction of its own, on another thread. It is killed at the latest when it is closed. */
    private final class RunningCall implements AutoCloseable {
        private final Transaction transaction;
        private final Future<String> answer;

        RunningCall(Transaction transaction, String jobId) {
            this.transaction = transaction;
            this.answer = pool.submit(() -> {
                try (transaction;
                        Result result = transaction.execute(endless(jobId))) {
                    return result.resultAsString();
                }
            });
        }

        /** Waits until the algorithm itself has come some way. */
        RunningCall counting(String jobId) throws Exception {
            while (!progress(jobId).matches("searching cliques [1-9]\\d?%")) {
                assertThat(answer.isDone()).as("ended before it could be seen").isFalse();
                Thread.sleep(20);
            }
            return this;
        }

        /** Waits for the end, which must be a termination. */
        void assertTerminated() {
            assertThatThrownBy(() -> answer.get(SECONDS_TO_WAIT, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(TransactionTerminatedException.class);
        }

        @Override
        public void close() {
            if (!answer.isDone()) {
                transaction.terminate();
                assertTerminated();
            }
        }
    }

    /** A call of {@link #endless} that has come some way. */
    private RunningCall counting(String jobId) throws Exception {
        return new RunningCall(TestDatabase.get().beginTx(), jobId).counting(jobId);
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

    /** Looks whether a call was canceled and left no memory but the graph's. */
    private static void assertCanceled(String jobId, long graphBytes) {
        assertThat(status(jobId)).isEqualTo("CANCELED");
        assertThat(TestDatabase.liveBytes()).isEqualTo(graphBytes);
    }

    @Test
    void countEndsAfterItsTransactionIsKilled() throws Exception {
        long bytes = addClique();
        try (RunningCall call = counting("killed")) {
            call.transaction.terminate();
            call.assertTerminated();
        }
        assertCanceled("killed", bytes);
    }

    @Test
    void countEndsAfterTerminateTransactions() throws Exception {
        long bytes = addClique();
        try (RunningCall call = counting("terminated")) {
            Map<String, Object> shown = TestDatabase.row("SHOW TRANSACTIONS YIELD transactionId, currentQuery,"
                    + " statusDetails WHERE currentQuery CONTAINS \"jobId: 'terminated'\""
                    + " AND NOT currentQuery STARTS WITH 'SHOW'");
            assertThat((String) shown.get("statusDetails"))
                    .matches("motif\\.research\\.pivoting\\.stats: searching cliques \\d+% \\[#*~*\\]( .* left)?");
            assertThat(TestDatabase.row("TERMINATE TRANSACTIONS '" + shown.get("transactionId") + "' YIELD message"))
                    .isEqualTo(Map.of("message", "Transaction terminated."));
            call.assertTerminated();
        }
        assertCanceled("terminated", bytes);
    }

    /** The timeout becomes longer until the call has begun within it. */
    @Test
    void countEndsWithItsTimeout() throws Exception {
        long bytes = addClique();
        for (long millis = 500; !isKnown("timeout"); millis *= 2) {
            try (RunningCall call =
                    new RunningCall(TestDatabase.get().beginTx(millis, TimeUnit.MILLISECONDS), "timeout")) {
                call.assertTerminated();
            }
        }
        assertCanceled("timeout", bytes);
    }

    private static boolean isKnown(String jobId) {
        return !TestDatabase.rows("CALL motif.listProgress('" + jobId + "') YIELD jobId")
                .isEmpty();
    }

    @Test
    void runningJobShowsItsProgress() throws Exception {
        addClique();
        try (RunningCall call = counting("shown")) {
            Map<String, Object> row = TestDatabase.row("CALL motif.listProgress('shown')");
            assertThat(row)
                    .containsEntry("message", null)
                    .containsEntry("username", "")
                    .containsEntry("jobId", "shown")
                    .containsEntry("taskName", "motif.research.pivoting.stats")
                    .containsEntry("stage", "searching cliques")
                    .containsEntry("status", "RUNNING");
            assertThat((String) row.get("progress")).matches("\\d+%");
            assertThat((String) row.get("progressBar")).matches("\\[#*~*\\]").hasSize(12);
            assertThat((long) row.get("elapsedMillis")).isPositive();
            call.transaction.terminate();
            call.assertTerminated();
        }
    }

    /** Figures of motif.listProgress and SHOW TRANSACTIONS about a call at about the same time. */
    private record Seen(int percent, int bar, Long remainingMillis, String details) {
        static Seen of(String jobId) {
            Map<String, Object> row = TestDatabase.row("CALL motif.listProgress('" + jobId + "')");
            return new Seen(
                    Integer.parseInt(((String) row.get("progress")).replace("%", "")),
                    (int) ((String) row.get("progressBar"))
                            .chars()
                            .filter(sign -> sign == '#')
                            .count(),
                    (Long) row.get("remainingMillis"),
                    (String) TestDatabase.row("SHOW TRANSACTIONS YIELD currentQuery, statusDetails WHERE currentQuery"
                                    + " STARTS WITH \"CALL motif.research.pivoting.stats('clique', {jobId: '" + jobId
                                    + "'\"")
                            .get("statusDetails"));
        }

        int percentOfDetails() {
            return Integer.parseInt(details.replaceFirst(".*searching cliques (\\d+)% .*", "$1"));
        }
    }

    @Test
    void progressNeverGoesBack() throws Exception {
        addClique();
        List<Seen> seen = new ArrayList<>();
        try (RunningCall call = counting("watched")) {
            while (seen.size() < 10
                    || seen.get(seen.size() - 1).percent() == seen.get(0).percent()) {
                seen.add(Seen.of("watched"));
                Thread.sleep(20);
            }
            call.transaction.terminate();
            call.assertTerminated();
        }
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
        assertThat(seen).allMatch(now -> now.remainingMillis() == null || now.remainingMillis() > 0);
    }

    @Test
    void sameJobIdTwiceAtOnceIsRefused() throws Exception {
        addClique();
        try (RunningCall call = counting("twice")) {
            for (String query : List.of(endless("twice"), PROJECT_TWICE)) {
                assertThatThrownBy(() -> TestDatabase.rows(query))
                        .hasMessageContaining(
                                "java.lang.IllegalArgumentException: A job with `jobId` 'twice' is already"
                                        + " running (motif.research.pivoting.stats): wait until it has ended, or use another"
                                        + " `jobId`");
            }
            assertThat(TestDatabase.rows("CALL motif.graph.list('other')")).isEmpty();
            assertThat(status("twice")).isEqualTo("RUNNING");
            call.transaction.terminate();
            call.assertTerminated();
        }
        TestDatabase.rows(PROJECT_TWICE);
        TestDatabase.rows("CALL motif.graph.drop('other')");
    }

    @Test
    void graphDroppedUnderARunningCountIsFreedWhenThatEnds() throws Exception {
        long bytes = addClique();
        try (RunningCall call = counting("dropped")) {
            TestDatabase.rows("CALL motif.graph.drop('clique')");
            assertThat(TestDatabase.liveBytes()).isGreaterThan(bytes);
            call.transaction.terminate();
            call.assertTerminated();
        }
        assertCanceled("dropped", 0);
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
        TestDatabase.rows("CALL motif.graph.project('flat', '*', '*')");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.kcore.stats('flat', {jobId: 'none', xyz: 1})"))
                .hasMessageContaining("xyz");
        assertThat(TestDatabase.rows("CALL motif.listProgress('none')")).isEmpty();
    }
}
