package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.timing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the line for apoc.conf in the documentation begins its schedule whenever the server starts. */
@Slow
class ScheduleAtStartIT {
    private static final String SCHEDULES =
            "CALL apoc.periodic.list() YIELD name, done, cancelled RETURN name, done, cancelled";

    @TempDir
    Path home;

    @Test
    void scheduleBeginsAgainAfterARestart() throws Exception {
        Path plugins = Files.createDirectory(home.resolve("plugins"));
        PluginServer.copyInto(plugins, Path.of(System.getProperty("motif.jar")));
        for (Path jar : Neighbor.APOC.jars()) {
            PluginServer.copyInto(plugins, jar);
        }
        try (PluginServer server = PluginServer.start(home)) {
            server.rows("UNWIND range(1, 5) AS u CREATE (:User {n: u}) WITH count(*) AS n"
                    + " UNWIND range(1, 4) AS p CREATE (:Product) WITH count(*) AS n"
                    + " MATCH (u:User), (p:Product) CREATE (u)-[:BOUGHT]->(p)");
            assertThat(server.rows(SCHEDULES)).isEmpty();
        }
        Files.writeString(Files.createDirectories(home.resolve("conf")).resolve("apoc.conf"), documentedLine());
        try (PluginServer server = PluginServer.start(home)) {
            assertScheduleWrites(server, 24);
            server.rows("MATCH (u:User {n: 1}) DETACH DELETE u");
        }
        try (PluginServer server = PluginServer.start(home)) {
            assertScheduleWrites(server, 18);
        }
    }

    /**
     * Waits for two runs of the schedule and checks what they have written.
     *
     * @param butterflies the butterflies of each user
     */
    private static void assertScheduleWrites(PluginServer server, long butterflies) throws InterruptedException {
        PluginServer.await("two runs of the schedule", () -> server.finished("butterflies") >= 2);
        assertThat(server.rows("MATCH (u:User) RETURN collect(DISTINCT u.butterflies) AS b"))
                .containsExactly(Map.of("b", List.of(butterflies)));
        assertThat(server.rows(SCHEDULES))
                .containsExactly(Map.of("name", "butterflies", "done", false, "cancelled", false));
    }

    /** The line of the documentation, with a run every second instead of every hour. */
    private static String documentedLine() throws IOException {
        String line = Files.readAllLines(Path.of("docs", "operations", "jobs.md")).stream()
                .filter(candidate -> candidate.startsWith("apoc.initializer.neo4j."))
                .findFirst()
                .orElseThrow();
        assertThat(line).endsWith(", 3600)");
        return line.replace(", 3600)", ", 1)");
    }
}
