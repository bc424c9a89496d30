package dev.motif.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.browser.Chromium;
import dev.motif.browser.Neo4jBrowser;
import dev.motif.examples.CypherScript;
import dev.motif.timing.DailySample;
import dev.motif.timing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the built jar in the Neo4j Browser that the server serves. Takes the screenshots of the documentation. */
@Slow
class BrowserIT {
    private static final Path SCREENSHOTS = Path.of(System.getProperty("motif.screenshots"));
    private static final int MOST_EXAMPLES = 3;
    private static final Path EXAMPLES = Path.of("cypher-examples");
    private static final Path SEED = Path.of("docker", "seed.cypher");

    @TempDir
    static Path plugins;

    private static PluginServer server;
    private static Neo4jBrowser browser;

    @BeforeAll
    static void open() throws IOException {
        assumeTrue(
                Chromium.find().isPresent() && Chromium.findDriver().isPresent(),
                "Neo4j Browser is not tested: no chromium and chromedriver on the PATH");
        System.setProperty("motif.files", plugins.toString());
        server = PluginServer.start(PluginServer.connectable(plugins));
        browser = connected();
        browser.run(Files.readString(SEED));
        assertThat(browser.statuses()).containsOnly("success");
    }

    /** Skips the test when Browser cannot connect, which is no fault of Motif. */
    private static Neo4jBrowser connected() {
        try {
            return Neo4jBrowser.connect(server.httpUri(), server.boltUri());
        } catch (AssertionError e) {
            System.out.println("SKIPPED: the tests of Neo4j Browser, which does not connect here: " + e.getMessage());
            return abort(e.getMessage());
        }
    }

    @AfterAll
    static void close() {
        System.clearProperty("motif.files");
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static void screenshot(String name) throws IOException {
        browser.screenshot(SCREENSHOTS.resolve(name + ".png"));
    }

    /** Waits for such a drawing; nothing else may come to it before it stands still. */
    private static void assertDrawn(long nodes, long relationships) {
        assertThat(browser.drawnNodes((int) nodes)).isEqualTo((int) nodes);
        assertThat(browser.drawnRelationships((int) relationships)).isEqualTo((int) relationships);
    }

    @Test
    void bicliquesAreDrawnAsNodesWithTheirMembers() throws IOException {
        Map<String, Object> expected = server.rows("CALL motif.biclique.maximal.stream('attendance', {topK: 3})"
                        + " YIELD leftNodeIds, rightNodeIds UNWIND leftNodeIds + rightNodeIds AS id"
                        + " RETURN count(DISTINCT id) AS members, count(*) AS memberships")
                .get(0);
        browser.prepareDrawing(false);
        browser.run("CALL motif.biclique.maximal.graph('attendance', {topK: 3})\nYIELD biclique, nodes, relationships");
        browser.enlarge();
        assertDrawn(3 + (long) expected.get("members"), (long) expected.get("memberships"));
        screenshot("browser-bicliques");
    }

    @Test
    void membersOfABicliqueAreDrawnWithTheRelationshipsBetweenThem() throws IOException {
        Map<String, Object> largest = server.rows(
                        "CALL motif.biclique.maximum('attendance') YIELD leftSize, rightSize, edges")
                .get(0);
        browser.prepareDrawing(true);
        browser.run("CALL motif.biclique.maximum('attendance', {nodes: true})\nYIELD leftNodes, rightNodes");
        browser.enlarge();
        assertDrawn((long) largest.get("leftSize") + (long) largest.get("rightSize"), (long) largest.get("edges"));
        screenshot("browser-biclique");
    }

    @Test
    void rowsAreATable() throws IOException {
        String query = "CALL motif.butterfly.stream('attendance', {nodes: true}) YIELD node, side, count\n"
                + "WITH * WHERE side = 'LEFT'\n"
                + "RETURN node.name AS woman, count AS butterflies ORDER BY butterflies DESC, woman";
        browser.run(query);
        assertThat(browser.table())
                .isEqualTo(server.rows(query).stream()
                        .map(row -> List.of(
                                "\"" + row.get("woman") + "\"",
                                row.get("butterflies").toString()))
                        .toList());
        screenshot("browser-table");
    }

    @Test
    void errorSaysWhatToDo() throws IOException {
        browser.run("CALL motif.butterfly.stats('atendance')");
        assertThat(browser.error())
                .contains("No graph with the name 'atendance' (did you mean 'attendance'?) in database 'neo4j'."
                        + " motif.graph.list() shows the existing graphs.");
        screenshot("browser-error");
    }

    /** Some others each day of the examples that need nothing but Motif; CypherExamplesTest runs all. */
    static List<Path> examples() throws IOException {
        List<Path> own = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.sorted().toList()) {
                if (Neighbor.of(file).isEmpty()) {
                    own.add(file);
                }
            }
        }
        return DailySample.of(own, MOST_EXAMPLES);
    }

    /** Runs a whole example, pasted into the editor. */
    @ParameterizedTest
    @MethodSource("examples")
    void exampleRuns(Path file) throws IOException {
        int statements =
                CypherScript.parse(Files.readAllLines(file), 1).statements().size();
        browser.run(Files.readString(file));
        assertThat(browser.statuses()).hasSize(statements).doesNotContain("error");
        assertThat(server.rows("MATCH (n) WHERE NOT n:Woman AND NOT n:Event RETURN n"))
                .isEmpty();
    }
}
