package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.motif.examples.CypherScript;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the JavaScript of the documentation, with the driver of {@code docs/package.json}, on a server with the built jar. */
@Slow
class JavaScriptIT {
    private static final Path DOCS = Path.of("docs");
    private static final Path SEED = Path.of("docker", "seed.cypher");
    private static final Pattern SNIPPET = Pattern.compile("```javascript\n(.*?)```", Pattern.DOTALL);
    private static final Pattern QUERY =
            Pattern.compile("query\\((?:`|\\\\\"\\\\\"\\\\\")(.*?)(?:`|\\\\\"\\\\\"\\\\\")\\)", Pattern.DOTALL);

    /** The folder of the scripts, beside which Node.js finds the driver. */
    private static final Path WORK = Path.of("target", "javascript");

    @TempDir
    static Path plugins;

    private static PluginServer server;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        installDriver();
        server = PluginServer.start(PluginServer.connectable(plugins));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static void installDriver() throws IOException, InterruptedException {
        Files.createDirectories(WORK);
        for (String file : List.of("package.json", "package-lock.json")) {
            Files.copy(DOCS.resolve(file), WORK.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        Process npm = null;
        try {
            npm = command("npm", "ci", "--omit=dev", "--silent", "--no-audit", "--no-fund", "--ignore-scripts");
            npm.getInputStream().transferTo(System.out);
        } catch (IOException e) {
            System.out.println("no npm: " + e.getMessage());
        }
        if (npm == null || npm.waitFor() != 0) {
            System.out.println(
                    "SKIPPED: the test of the documentation's JavaScript needs Node.js, and npm with its registry");
            abort("no driver");
        }
    }

    /** Starts a command in the folder of the scripts. */
    private static Process command(String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(WORK.toFile())
                .redirectErrorStream(true)
                .start();
    }

    /** Runs a script, which must succeed, and returns all that it writes. */
    private static String printedBy(String script) throws IOException, InterruptedException {
        Path file = WORK.resolve("script.mjs");
        Files.writeString(
                file, script.replace("neo4j://localhost:7687", server.boltUri().toString()));
        Process node = command("node", file.getFileName().toString());
        String printed = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor()).as(printed).isZero();
        return printed;
    }

    @Test
    void programOfTheClientsPrintsEveryRow() throws IOException, InterruptedException {
        CypherScript.parse(Files.readAllLines(SEED), 1)
                .statements()
                .forEach(statement -> server.rows(statement.query()));
        Object bicliques = server.rows("CALL motif.biclique.maximal.stats('attendance', {minLeft: 3}) YIELD count")
                .get(0)
                .get("count");
        Matcher snippet = SNIPPET.matcher(Files.readString(DOCS.resolve("clients.md")));
        assertThat(snippet.find()).isTrue();
        String printed = printedBy(snippet.group(1));
        assertThat(printed.split("leftNodeIds: \\[", -1)).hasSize(1 + ((Long) bicliques).intValue());
        server.rows("CALL motif.graph.drop('attendance')");
        server.rows("MATCH (n) DETACH DELETE n");
    }

    @Test
    void tourTellsTheRingsApartAndLeavesNothing() throws IOException, InterruptedException {
        String printed = printedBy(Files.readString(DOCS.resolve("ring-model.mjs")));
        assertThat(printed).matches("\\d+\\.\\d% of 240 accounts are told apart right\n");
        assertThat(Double.parseDouble(printed.substring(0, printed.indexOf('%'))))
                .isGreaterThan(90);
        assertThat(server.rows("MATCH (n) RETURN n")).isEmpty();
        assertThat(server.info("offHeapUsed")).isEqualTo("0 Bytes");
    }

    /** The tour sends the queries of the notebook, word by word. */
    @Test
    void tourHasTheQueriesOfTheNotebook() throws IOException {
        List<String> queries = queries("ring-model.mjs");
        assertThat(queries).hasSize(9).isEqualTo(queries("ring-model.ipynb"));
    }

    private static List<String> queries(String file) throws IOException {
        return QUERY.matcher(Files.readString(DOCS.resolve(file)))
                .results()
                .map(query -> query.group(1).replaceAll("\\\\n\",\\s*\"", "\n").strip())
                .toList();
    }
}
