package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.harness.Neo4j;

/** Tests what happens when the disk becomes full while properties are written; the disk is a file system in memory. */
@Slow
class FullDiskTest {
    private static final String CREATE = "UNWIND range(1, 30000) AS n CREATE (:User)-[:RATED]->(:Item)";

    private static final int BATCH = 5000;
    private static final Pattern WRITTEN =
            Pattern.compile("\\[(\\d+) properties were written before, in whole batches");

    @TempDir
    Path disk;

    /** A folder on another disk: a log that cannot be written would fill pages of the build's log with errors. */
    @TempDir
    Path logs;

    private boolean mounted;
    private Neo4j server;

    @BeforeEach
    void startOnASmallDisk() throws Exception {
        TestDatabase.emptied();
        mounted = run("mount", "-t", "tmpfs", "-o", "size=192m", "tmpfs", disk.toString());
        assumeTrue(mounted, "a file system of its own can be mounted here");
        server = TestDatabase.builder()
                .withWorkingDir(disk)
                .withConfig(GraphDatabaseSettings.logs_directory, logs)
                .withConfig(GraphDatabaseSettings.preallocate_logical_logs, false)
                .build();
        execute(CREATE);
        execute("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
    }

    @AfterEach
    void unmount() throws Exception {
        if (server != null) {
            server.close();
        }
        if (mounted) {
            assertThat(run("umount", disk.toString())).isTrue();
        }
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private GraphDatabaseService database() {
        return server.databaseManagementService().database("neo4j");
    }

    private List<Map<String, Object>> execute(String query) {
        return database().executeTransactionally(query, Map.of(), result -> result.stream()
                .toList());
    }

    /** Fills the disk except for {@code bytes}. */
    private Path fill(long bytes) throws IOException {
        Path filler = disk.resolve("filler");
        try (OutputStream out = Files.newOutputStream(filler)) {
            out.write(new byte[(int) (disk.toFile().getUsableSpace() - bytes)]);
        }
        return filler;
    }

    @Test
    void exportToAFullDiskLeavesNothing() throws Exception {
        System.setProperty(ServerFile.FOLDER_PROPERTY, disk.toString());
        try {
            execute("CALL motif.graph.export('g', 'before')");
            Path filler = fill(64 << 10);
            Throwable error =
                    catchThrowable(() -> execute("CALL motif.graph.export('g', 'before', {overwrite: true})"));
            assertThat(error)
                    .hasMessageContaining("before.motif' could not be saved: ")
                    .hasMessageContaining("No space left on device")
                    .message()
                    .doesNotContain(".part");
            assertThat(disk).isDirectoryNotContaining("glob:**.part");
            Files.delete(filler);
            execute("CALL motif.graph.import('before', {graphName: 'before', verify: true})");
            execute("CALL motif.graph.drop(['g', 'before'])");
        } finally {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
        }
    }

    @Test
    void writeToAFullDiskSaysWhatWasWrittenAndLeavesNothing() throws Exception {
        Path filler = fill(2 << 20);
        Throwable error = catchThrowable(() -> execute("CALL motif.butterfly.write('g', {writeProperty: 'b'})"));
        assertThat(error).hasMessageContaining("No space left on device");
        Matcher written = WRITTEN.matcher(error.getMessage());
        assertThat(written.find()).as(error.getMessage()).isTrue();
        // The database panics, so its named graphs are dropped.
        assertThat(TestDatabase.liveBytes()).isZero();
        assertThat(Long.parseLong(written.group(1)) % BATCH).isZero();
        Files.delete(filler);
        // Only a restart repairs that database; other servers work as before.
        assertThat(TestDatabase.row("CALL motif.graph.project('next', '*', '*') YIELD nodeCount"))
                .isEqualTo(Map.of("nodeCount", 0L));
        TestDatabase.emptied();
    }
}
