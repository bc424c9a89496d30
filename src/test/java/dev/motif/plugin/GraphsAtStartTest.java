package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.harness.Neo4j;
import org.neo4j.kernel.database.Database;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

class GraphsAtStartTest {
    private static final String NAME = "neo4j";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        System.clearProperty(GraphsAtStart.FILES_PROPERTY);
        System.clearProperty(GraphsAtStart.VERIFY_PROPERTY);
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static List<Map<String, Object>> rows(Neo4j server, String query) {
        return server.databaseManagementService()
                .database(NAME)
                .executeTransactionally(
                        query, Map.of(), result -> result.stream().toList());
    }

    /** Stops and starts the database as a server does: Neo4j's Community Edition has no STOP DATABASE. */
    private static void restart(Neo4j server) throws Exception {
        GraphDatabaseAPI database =
                (GraphDatabaseAPI) server.databaseManagementService().database(NAME);
        Database kernel = database.getDependencyResolver().resolveDependency(Database.class);
        kernel.stop();
        kernel.start();
    }

    @Test
    void graphsComeBackWithTheirDatabase() throws Exception {
        TestDatabase.emptied();
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        System.setProperty(GraphsAtStart.FILES_PROPERTY, "monday, altered,none,../x,moved");
        Path unfinished = Files.createFile(folder.resolve(".00000000-0000-0000-0000-000000000000.part"));
        try (Neo4j server = TestDatabase.builder()
                .withFixture("UNWIND range(1, 9) AS i MATCH (b) WITH i, collect(b) AS before CREATE (a:A {i: i})"
                        + " FOREACH (b IN before | CREATE (a)-[:R]->(b))")
                .build()) {
            rows(server, "CALL motif.graph.project('g', '*', '*', {relationshipIds: true})");
            rows(server, "CALL motif.kcore.mutate('g', {mutateProperty: 'core'})");
            rows(server, "CALL motif.graph.export('g', 'monday')");
            rows(server, "CREATE (:A)-[:R]->(:A)");
            rows(server, "CALL motif.graph.project('moved', '*', '*', {relationshipIds: true})");
            rows(server, "CALL motif.graph.export('moved', 'moved')");
            rows(server, "MATCH (a:A)-[r:R]->(b:A) WHERE a.i IS NULL DELETE r CREATE (a)-[:S]->(b)");
            Files.writeString(folder.resolve("altered.motif"), "motif-graph 1\nend 0\n");
            List<Map<String, Object>> before =
                    rows(server, "CALL motif.graph.nodeProperties.stream('g', 'core') YIELD nodeId, propertyValue");
            rows(server, "CALL motif.graph.project('lost', '*', '*')");
            restart(server);
            assertThat(rows(server, "CALL motif.graph.list() YIELD graphName, configuration"))
                    .containsExactly(Map.of("graphName", "g", "configuration", Map.of("fileName", "monday")));
            assertThat(rows(server, "CALL motif.graph.nodeProperties.stream('g', 'core') YIELD nodeId, propertyValue"))
                    .isEqualTo(before);
            System.setProperty(GraphsAtStart.VERIFY_PROPERTY, "false");
            restart(server);
            assertThat(rows(server, "CALL motif.graph.list() YIELD graphName"))
                    .containsExactly(Map.of("graphName", "g"), Map.of("graphName", "moved"));
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            PluginServer.await("the unfinished file is gone", () -> Files.notExists(unfinished));
            server.printLogs(new PrintStream(log, true, StandardCharsets.UTF_8));
            assertThat(log.toString(StandardCharsets.UTF_8))
                    .contains("[motif] read graph='g' user='' file='monday' millis=")
                    .contains(
                            "motif.files.atStart: 'moved' was not read: The graph is not one of this database as it is"
                                    + " now: relationship ")
                    .contains("motif.files.atStart: 'altered' was not read: 'altered.motif' is no whole graph file: ")
                    .containsOnlyOnce("motif.files.atStart: 'none' was not read: there is no such file")
                    .containsOnlyOnce("motif.files.atStart: '../x' was not read: motif.files.atStart must be a name")
                    .doesNotContain("Exception");
        }
    }
}
