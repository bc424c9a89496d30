package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import apoc.periodic.Periodic;
import dev.motif.timing.Slow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.graphdb.Transaction;

/** Tests writing on a schedule of APOC, on a server with the built jar and APOC Core. */
@Slow
class ScheduledJobIT {
    private static final String WRITE =
            "CALL motif.butterfly.write({nodes: {left: 'User', right: 'Item'}, relationships:"
                    + " 'RATED'}, {writeProperty: 'b', jobId: 'nightly', skipIfRunning: true})";

    @TempDir
    static Path folder;

    private static PluginServer server;

    @BeforeAll
    static void start() throws Exception {
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        server = PluginServer.start(PluginServer.builder(plugins).withProcedure(Periodic.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void createGraph() {
        server.rows("MATCH (n) DETACH DELETE n");
        server.createSmallGraph();
    }

    private static void assertWritten() {
        assertThat(
                        server.rows(
                                "MATCH (n) WHERE NOT n:Tried RETURN labels(n)[0] AS label, n.b AS b, count(*) AS nodes ORDER BY label"))
                .containsExactly(
                        Map.of("label", "Item", "b", 30L, "nodes", 4L), Map.of("label", "User", "b", 24L, "nodes", 5L));
        assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
    }

    @Test
    void repeatedWriteRunsAgainAndAgainWithTheSameResult() throws Exception {
        server.rows("CALL apoc.periodic.repeat('nightly', $write, 1)", Map.of("write", WRITE));
        try {
            for (long runs = 1; runs <= 3; runs++) {
                long wanted = server.finished("nightly") + 1;
                PluginServer.await("run " + runs, () -> server.finished("nightly") >= wanted);
                assertWritten();
            }
            // The next run reads the changed data.
            server.rows("MATCH (u:User) WITH u LIMIT 1 DETACH DELETE u");
            PluginServer.await(
                    "the next run",
                    () -> server.rows("MATCH (i:Item {b: 18}) RETURN i").size() == 4);
            assertThat(server.rows("CALL apoc.periodic.list() YIELD name, done, cancelled WITH * WHERE name = 'nightly'"
                            + " RETURN name, done, cancelled"))
                    .containsExactly(Map.of("name", "nightly", "done", false, "cancelled", false));
        } finally {
            server.rows("CALL apoc.periodic.cancel('nightly')");
        }
    }

    @Test
    void submittedWriteRuns() throws Exception {
        for (int run = 0; run < 3; run++) {
            long wanted = server.finished("nightly") + 1;
            server.rows("CALL apoc.periodic.submit('once', $write)", Map.of("write", WRITE));
            PluginServer.await("run " + run, () -> server.finished("nightly") >= wanted);
            PluginServer.await("its end", () -> server.rows(
                            "CALL apoc.periodic.list() YIELD name, done WITH * WHERE NOT done" + " RETURN name")
                    .isEmpty());
            assertWritten();
        }
    }

    @Test
    void scheduleSurvivesAnotherRunOfTheSameJob() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Transaction locks = server.database().beginTx()) {
            locks.execute("MATCH (u:User) WITH u LIMIT 1 SET u.locked = true").close();
            // The manual run waits as long as the lock is held.
            Future<List<Map<String, Object>>> manual = pool.submit(() -> server.rows(WRITE));
            PluginServer.await("the manual run", () -> !running("nightly").isEmpty());
            assertThatThrownBy(() -> server.rows(WRITE.replace(", skipIfRunning: true", "")))
                    .hasMessageContaining("A job with `jobId` 'nightly' is already running (motif.butterfly.write)");
            assertThat(server.rows(WRITE)).isEmpty();
            server.rows(
                    "CALL apoc.periodic.repeat('nightly', $write, 1)",
                    Map.of("write", WRITE + " YIELD skipped WITH count(*) AS rows CREATE (:Tried {rows: rows})"));
            PluginServer.await("three runs that are skipped", () -> tried() >= 3);
            assertThat(server.rows("MATCH (t:Tried) RETURN DISTINCT t.rows AS rows"))
                    .containsExactly(Map.of("rows", 0L));
            assertThat(server.rows("CALL apoc.periodic.list() YIELD name, done, cancelled WITH * WHERE name = 'nightly'"
                            + " RETURN name, done, cancelled"))
                    .containsExactly(Map.of("name", "nightly", "done", false, "cancelled", false));
            assertThat(running("nightly")).hasSize(1);
            long before = server.finished("nightly");
            locks.rollback();
            assertThat(manual.get(5, TimeUnit.MINUTES)).hasSize(1);
            PluginServer.await("two runs of the schedule", () -> server.finished("nightly") >= before + 3);
        } finally {
            server.rows("CALL apoc.periodic.cancel('nightly')");
            pool.shutdown();
        }
        assertWritten();
    }

    private static int tried() {
        return server.rows("MATCH (t:Tried) RETURN t").size();
    }

    private static List<Map<String, Object>> running(String jobId) {
        return server.rows(
                "CALL motif.listProgress($job) YIELD status, taskName WITH * WHERE status = 'RUNNING' RETURN taskName",
                Map.of("job", jobId));
    }

    @Test
    void skippingNeedsAJobId() {
        assertThatThrownBy(() -> server.rows(WRITE.replace("jobId: 'nightly', ", "")))
                .hasMessageContaining("`skipIfRunning: true` needs a `jobId`");
    }
}
