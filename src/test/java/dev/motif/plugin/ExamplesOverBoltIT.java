package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.examples.CypherScript;
import dev.motif.examples.CypherScript.Statement;
import dev.motif.examples.ScriptRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.harness.Neo4jBuilder;

/**
 * The examples as cypher-shell sends them: by the Java driver to a server with the built jar, one statement after the other.
 * A server has Motif alone in its plugins folder, or beside it what the example says that it needs.
 */
class ExamplesOverBoltIT {
    private static final Path EXAMPLES = Path.of("cypher-examples");

    @TempDir
    static Path folder;

    private static final Map<Set<Neighbor>, PluginServer> SERVERS = new HashMap<>();

    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(PluginServer::close);
    }

    private static PluginServer start(Set<Neighbor> neighbors) {
        Path plugins = folder.resolve("beside-" + neighbors.size() + neighbors.hashCode());
        try {
            Files.createDirectory(plugins);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        Neo4jBuilder builder = PluginServer.connectable(plugins);
        neighbors.forEach(
                neighbor -> PluginServer.copyInto(plugins, neighbor.jar().orElseThrow()));
        if (!neighbors.isEmpty()) {
            // As their own documentation asks for. Motif needs no such setting.
            builder.withConfig(
                    GraphDatabaseSettings.procedure_unrestricted,
                    neighbors.stream().map(neighbor -> neighbor + ".*").toList());
        }
        return PluginServer.start(builder);
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyStatementReturnsTheRowsBelowIt(String file) throws IOException {
        Set<Neighbor> needs = Neighbor.of(EXAMPLES.resolve(file));
        for (Neighbor neighbor : needs) {
            assumeTrue(
                    neighbor.jar().isPresent(), () -> file + " needs " + neighbor + ", which these tests do not have");
        }
        List<Statement> statements = CypherScript.parse(Files.readAllLines(EXAMPLES.resolve(file)), 1)
                .statements();
        PluginServer server = SERVERS.computeIfAbsent(needs, ExamplesOverBoltIT::start);
        try (Driver driver = GraphDatabase.driver(server.boltUri());
                Session session = driver.session()) {
            statements.forEach(statement -> ScriptRunner.run(
                    file, statement, query -> session.run(query).list(ExamplesOverBoltIT::row)));
        }
        assertThat(server.rows("MATCH (n) RETURN n")).isEmpty();
        assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
    }

    private static Map<String, Object> row(Record record) {
        Map<String, Object> row = new LinkedHashMap<>();
        record.keys().forEach(key -> row.put(key, record.get(key).asObject()));
        return row;
    }
}
