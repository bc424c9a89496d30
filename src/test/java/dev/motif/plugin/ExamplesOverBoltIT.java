package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.examples.CypherScript;
import dev.motif.examples.CypherScript.Statement;
import dev.motif.examples.ScriptRunner;
import dev.motif.timing.DailySample;
import dev.motif.timing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.harness.Neo4jBuilder;

/**
 * Sends the examples as cypher-shell does: by the Java driver to a server with the built jar, one statement after the
 * other. The plugins folder of a server has only Motif and the plugins that the example needs.
 */
class ExamplesOverBoltIT {
    private static final Path EXAMPLES = Path.of("cypher-examples");
    private static final int MOST_EXAMPLES = 14;
    private static final Path CLIENTS = Path.of("docs", "clients.md");
    private static final Path GRAPH_FILE = Path.of("docs", "graph-file.md");
    private static final Path SEED = Path.of("docker", "seed.cypher");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    static Path folder;

    private static final Map<Set<Neighbor>, PluginServer> SERVERS = new HashMap<>();

    /** Of the examples, which CypherExamplesTest runs all, some others each day. */
    static List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return DailySample.of(
                    files.map(file -> file.getFileName().toString()).sorted().toList(), MOST_EXAMPLES);
        }
    }

    @BeforeAll
    static void nameFolder() {
        System.setProperty("motif.files", folder.toString());
    }

    @AfterAll
    static void stop() {
        System.clearProperty("motif.files");
        SERVERS.values().forEach(PluginServer::close);
    }

    private static PluginServer start(Set<Neighbor> neighbors) {
        Path plugins = folder.resolve("plugins-" + SERVERS.size());
        try {
            Files.createDirectory(plugins);
            for (Neighbor neighbor : neighbors) {
                neighbor.jars().forEach(jar -> PluginServer.copyInto(plugins, jar));
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        Neo4jBuilder builder = PluginServer.connectable(plugins);
        if (!neighbors.isEmpty()) {
            // The documentation of the other plugins asks for this setting. Motif needs no such setting.
            builder.withConfig(
                    GraphDatabaseSettings.procedure_unrestricted,
                    neighbors.stream().map(neighbor -> neighbor + ".*").toList());
        }
        return PluginServer.start(builder);
    }

    @Slow
    @ParameterizedTest
    @MethodSource("files")
    void everyStatementReturnsTheRowsBelowIt(String file) throws IOException {
        Set<Neighbor> needs = Neighbor.of(EXAMPLES.resolve(file));
        for (Neighbor neighbor : needs) {
            assumeTrue(neighbor.present(), () -> file + " needs " + neighbor + ", which these tests do not have");
        }
        List<Statement> statements = CypherScript.parse(Files.readAllLines(EXAMPLES.resolve(file)), 1)
                .statements();
        PluginServer server = SERVERS.computeIfAbsent(needs, ExamplesOverBoltIT::start);
        try (Driver driver = GraphDatabase.driver(server.boltUri());
                Session session = driver.session()) {
            statements.forEach(statement -> ScriptRunner.run(
                    file, statement, query -> session.run(query).list(ExamplesOverBoltIT::row)));
            assertThat(server.rows("MATCH (n) RETURN n")).isEmpty();
            assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
        } finally {
            // What one example leaves when it fails is not the fault of the next.
            server.rows("CALL motif.graph.list() YIELD graphName CALL motif.graph.drop(graphName) YIELD graphName AS g"
                    + " RETURN g");
            server.rows("MATCH (n) DETACH DELETE n");
        }
    }

    private static Map<String, Object> row(Record record) {
        Map<String, Object> row = new LinkedHashMap<>();
        record.keys().forEach(key -> row.put(key, record.get(key).asObject()));
        return row;
    }

    /** Checks the rows that the Java snippets of the documentation print. */
    @Test
    void javaOfTheDocumentationPrintsEveryRow() throws IOException {
        PluginServer server = SERVERS.computeIfAbsent(Set.of(), ExamplesOverBoltIT::start);
        try (Driver driver = GraphDatabase.driver(server.boltUri(), AuthTokens.basic("neo4j", "password"));
                Session session = driver.session()) {
            CypherScript.parse(Files.readAllLines(SEED), 1)
                    .statements()
                    .forEach(statement -> session.run(statement.query()).consume());
            long rows = session.run("CALL motif.biclique.maximal.stats('attendance', {minLeft: 3}) YIELD count")
                    .single()
                    .get("count")
                    .asLong();
            assertThat(printedBy(snippet(CLIENTS, server)).lines())
                    .hasSize((int) rows)
                    .allMatch(line -> line.startsWith("{leftNodeIds=["));
            assertThat(printedBy(snippet(GRAPH_FILE, server))).isEqualTo("89 relationships, 14 targets\n");
            session.run("CALL motif.graph.drop('attendance')").consume();
            session.run("MATCH (n:Woman|Event) DETACH DELETE n").consume();
        }
    }

    private static String snippet(Path page, PluginServer server) throws IOException {
        return SNIPPET.matcher(Files.readString(page))
                .results()
                .map(block -> block.group(1))
                .findFirst()
                .orElseThrow()
                .replace("neo4j://localhost:7687", server.boltUri().toString());
    }

    private static String printedBy(String java) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(System.getProperty("java.class.path"));
            for (String rest = java; !rest.isBlank(); ) {
                CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
                for (SnippetEvent event : shell.eval(next.source())) {
                    assertThat(event.status()).as(next.source()).isEqualTo(Snippet.Status.VALID);
                    assertThat(event.exception()).as(next.source()).isNull();
                }
                rest = next.remaining();
            }
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
