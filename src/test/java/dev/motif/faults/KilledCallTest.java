package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.kernel.api.exceptions.Status;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Tests calls whose transaction is killed, or times out, at every stage. */
class KilledCallTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void createGraph() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.emptied();
        TestDatabase.rows(StagedCalls.CREATE);
        StagedCalls.KEEP.forEach(TestDatabase::rows);
    }

    @AfterAll
    static void emptyDatabase() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    static Stream<StagedCall> calls() {
        return Stream.of(List.of(StagedCalls.project("new")), StagedCalls.ofKept(), StagedCalls.algorithms())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void killAtAnyStageLeavesNothing(StagedCall call) {
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        List<String> stages = call.stages(TestDatabase.get());
        dropNewGraph();
        assertThat(stages).isNotEmpty();
        for (int stage = 0; stage < stages.size(); stage++) {
            int index = stage;
            String what = call + ", killed at: " + stages.get(stage);
            Throwable error = catchThrowable(() -> call.disturbedAt(
                    TestDatabase.get(),
                    index,
                    transaction -> transaction.markForTermination(Status.Transaction.Terminated)));
            assertTerminated(what, error, Status.Transaction.Terminated);
            assertThat(lastStatus()).as(what).isEqualTo("CANCELED");
            aftermath.check(what);
            assertThat(folder).as(what).isDirectoryNotContaining("glob:**.part");
        }
        assertThat(call.stages(TestDatabase.get())).isEqualTo(stages);
        dropNewGraph();
    }

    /** Deletes what calls leave that were not killed: the graph or column {@code new}, and nodes of bicliques. */
    private static void dropNewGraph() {
        TestDatabase.rows("CALL motif.graph.drop('new', false)");
        TestDatabase.rows("CALL motif.graph.dropProperties('kept', 'new', false)");
        TestDatabase.rows("MATCH (b:Biclique) DETACH DELETE b");
    }

    private static void assertTerminated(String what, Throwable error, Status status) {
        Throwable root = error;
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        assertThat(root).as(what).isInstanceOf(TransactionTerminatedException.class);
        assertThat(((TransactionTerminatedException) root).status()).as(what).isEqualTo(status);
    }

    private static Object lastStatus() {
        return TestDatabase.rows("CALL motif.listProgress('" + StagedCall.JOB_ID + "') YIELD status")
                .get(0)
                .get("status");
    }

    /** The timeout becomes longer until the call has come to its stage within it. */
    @Test
    @Timeout(600)
    void settingOfTheDatabaseEndsACall() {
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        StagedCall call = StagedCalls.write("node");
        int counting = call.stages(TestDatabase.get()).indexOf("counting wedges");
        Config config =
                ((GraphDatabaseAPI) TestDatabase.get()).getDependencyResolver().resolveDependency(Config.class);
        AtomicBoolean inTime = new AtomicBoolean();
        Throwable error = null;
        for (long millis = 300; !inTime.get(); millis *= 2) {
            config.setDynamic(GraphDatabaseSettings.transaction_timeout, Duration.ofMillis(millis), "test");
            try {
                error = catchThrowable(() -> call.disturbedAt(TestDatabase.get(), counting, transaction -> {
                    inTime.set(true);
                    while (transaction.getReasonIfTerminated().isEmpty()) {
                        Thread.sleep(10);
                    }
                }));
            } finally {
                config.setDynamic(GraphDatabaseSettings.transaction_timeout, Duration.ZERO, "test");
            }
        }
        assertTerminated("timeout", error, Status.Transaction.TransactionTimedOutClientConfiguration);
        assertThat(lastStatus()).isEqualTo("CANCELED");
        aftermath.check("after a timeout");
        assertThat(call.stages(TestDatabase.get())).contains("counting wedges");
    }

    @Test
    void cancelledJobEndsAsAKilledOne() {
        Aftermath aftermath = Aftermath.of(TestDatabase.get());
        StagedCall call = StagedCalls.write("relationship");
        int writing = call.stages(TestDatabase.get()).indexOf("writing properties");
        Throwable error = catchThrowable(() -> call.disturbedAt(TestDatabase.get(), writing, transaction -> assertThat(
                        TestDatabase.row("CALL motif.jobs.cancel('staged')"))
                .isEqualTo(Map.of("jobId", "staged", "taskName", "motif.butterfly.write", "canceled", true))));
        assertTerminated("cancelled", error, Status.Transaction.Terminated);
        assertThat(error).hasMessageContaining("[0 properties were written before, in whole batches, and stay;");
        assertThat(lastStatus()).isEqualTo("CANCELED");
        aftermath.check("after it was cancelled");
        assertThat(TestDatabase.row("CALL motif.jobs.cancel('staged') YIELD taskName, canceled RETURN *"))
                .containsEntry("canceled", false)
                .containsEntry("taskName", null);
    }
}
