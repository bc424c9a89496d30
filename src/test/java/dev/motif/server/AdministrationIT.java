package dev.motif.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.SessionConfig;

/** A server whose settings are in neo4j.conf and whose users log in. */
class AdministrationIT {
    private static final String PASSWORD = "a long one";

    @TempDir
    static Path home;

    private static ServerProcess server;
    private static Driver neo4j;
    private static Driver ann;

    @BeforeAll
    static void start() throws Exception {
        server = ServerProcess.start(
                home,
                "256m",
                "dbms.security.auth_enabled=true",
                "server.config.strict_validation.enabled=true",
                "motif.offheap.limit=300m",
                "motif.offheap.limit.user=200k",
                "motif.heap.limit=100m",
                "motif.gpu=off");
        try (Driver first = server.driver("neo4j", "neo4j")) {
            system(first, "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO '" + PASSWORD + "'");
        }
        neo4j = server.driver("neo4j", PASSWORD);
        system(neo4j, "CREATE USER ann SET PASSWORD '" + PASSWORD + "' CHANGE NOT REQUIRED");
        ann = server.driver("ann", PASSWORD);
        rows(ann, "UNWIND range(1, 100) AS i CREATE (:User)-[:RATED]->(:Item)");
    }

    @AfterAll
    static void stop() {
        neo4j.close();
        ann.close();
        server.close();
    }

    private static void system(Driver user, String command) {
        try (var session = user.session(SessionConfig.forDatabase("system"))) {
            session.run(command).consume();
        }
    }

    private static List<Map<String, Object>> rows(Driver user, String query) {
        try (var session = user.session()) {
            return session.run(query).list(Record::asMap);
        }
    }

    @Test
    void settingsOfNeo4jConfAreUsedAndLoggedAtTheStart() throws InterruptedException {
        ServerProcess.await("the first line", () -> server.output().contains("[motif] version="));
        assertThat(server.output().lines().filter(line -> line.contains("[motif] version=")))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(" INFO ")
                .endsWith(" offHeapLimit='300.0 MiB' offHeapLimitOfAUser='200.0 KiB' heapLimit='100.0 MiB' gpus='none'"
                        + " reason='switched off by -Dmotif.gpu=off'");
        assertThat(
                        rows(
                                ann,
                                "CALL motif.sysInfo() YIELD key, value WITH * WHERE key IN ['offHeapLimit', 'offHeapLimitOfAUser', 'heapLimit'] RETURN value"))
                .containsExactly(
                        Map.of("value", "300.0 MiB"), Map.of("value", "200.0 KiB"), Map.of("value", "100.0 MiB"));
    }

    @Test
    void misspeltSettingKeepsTheServerFromStarting(@TempDir Path other) throws IOException {
        assertThatThrownBy(() -> ServerProcess.start(other, "256m", "motif.ofheap.limit=300m"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("No declared setting with name: motif.ofheap.limit");
    }

    @Test
    void wrongSettingsAndASecondJarAreOneLineEach(@TempDir Path other) throws Exception {
        Path jar = Path.of(System.getProperty("motif.jar"));
        Path second = Files.createDirectories(other.resolve("plugins")).resolve("motif-0.0.1.jar");
        Files.copy(jar, second);
        try (ServerProcess wrong =
                ServerProcess.start(other, "256m", "motif.offheap.limit=20 megabytes", "motif.gpu=none")) {
            ServerProcess.await("the first line", () -> wrong.output().contains("[motif] version="));
            assertThat(wrong.output().lines().filter(line -> line.contains(" WARN ") && line.contains("[motif]")))
                    .map(line -> line.replaceFirst(".* WARN +", ""))
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line)
                                    .isEqualTo(
                                            "[motif] `motif.gpu` must be 'on' or 'off', got 'none'; the default takes its place"),
                            line -> assertThat(line)
                                    .isEqualTo(
                                            "[motif] `motif.offheap.limit` must be a number of bytes above 0, or one with"
                                                    + " k, m or g, got '20 megabytes'; the default takes its place"),
                            line -> assertThat(line)
                                    .startsWith("[motif] the server has several jars of Motif, keep one: ")
                                    .contains(
                                            "'" + second + "'", "'" + second.resolveSibling(jar.getFileName()) + "'"));
            assertThat(wrong.output()).doesNotContain("\tat ");
            assertThat(wrong.rows("CALL motif.graph.list() YIELD graphName")).isEmpty();
        }
    }

    @Test
    void usersSeeTheirOwnAndNameOthers() {
        String project = "CALL motif.graph.project('%s', {left: 'User', right: 'Item'}, 'RATED')";
        rows(ann, String.format(project, "of ann"));
        assertThat(rows(neo4j, "CALL motif.graph.list()")).isEmpty();
        assertThat(rows(neo4j, "CALL motif.graph.list('', {username: '*'}) YIELD username, graphName"))
                .containsExactly(Map.of("username", "ann", "graphName", "of ann"));
        assertThat(rows(neo4j, "CALL motif.memory.list() YIELD username, kind"))
                .containsExactly(Map.of("username", "ann", "kind", "GRAPH"));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        rows(ann, String.format(project, "more" + i));
                    }
                })
                .hasMessageContaining(" of the user's limit of 200.0 KiB ");
        rows(neo4j, String.format(project, "of neo4j"));
        assertThat(rows(neo4j, "CALL motif.graph.drop('of ann', true, {username: 'ann'}) YIELD username"))
                .containsExactly(Map.of("username", "ann"));
    }

    @Test
    void failedCallHasALineWithItsCaller() throws InterruptedException {
        assertThatThrownBy(() -> rows(ann, "CALL motif.butterfly.stats('it\\'s missing', {logProgress: false})"));
        ServerProcess.await("the line", () -> server.output().contains("it\\'s missing"));
        assertThat(server.output().lines().filter(line -> line.contains("it\\'s missing")))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(" WARN ", "[motif] user='ann' database='neo4j' procedure=motif.butterfly.stats")
                .contains(" graph='it\\'s missing' failed ");
    }
}
