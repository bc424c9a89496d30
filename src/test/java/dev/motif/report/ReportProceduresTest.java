package dev.motif.report;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.QueryExecutionException;

/** Tests the procedures of the report through Cypher. */
class ReportProceduresTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>";
    private static final String SIDES = "{left: 'User', right: 'Item'}";

    private static long graphBytes;

    @BeforeAll
    static void createGraphs() {
        TestDatabase.emptied();
        TestDatabase.rows(
                "UNWIND range(1, 5) AS u CREATE (:User {name: 'user ' + u}) WITH count(*) AS n"
                        + " UNWIND range(1, 4) AS i CREATE (:Item {title: $title}) WITH count(*) AS n"
                        + " MATCH (u:User), (i:Item) CREATE (u)-[:RATED]->(i)",
                Map.of("title", HOSTILE));
        TestDatabase.rows("CALL motif.graph.project($name, " + SIDES + ", 'RATED')", Map.of("name", HOSTILE));
        TestDatabase.rows("CALL motif.graph.project('one', ['User', 'Item'], 'RATED')");
        graphBytes = TestDatabase.liveBytes();
    }

    @AfterEach
    void onlyTheGraphsAreLeft() {
        assertThat(TestDatabase.liveBytes()).isEqualTo(graphBytes);
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> parts(Map<String, Object> row) {
        return (List<Map<String, Object>>) row.get("parts");
    }

    @Test
    void reportIsOneRow() {
        Map<String, Object> row = TestDatabase.row("CALL motif.report($name)", Map.of("name", HOSTILE));
        assertThat(row)
                .containsEntry("graphName", HOSTILE)
                .containsEntry("nodeCount", 9L)
                .containsEntry("relationshipCount", 20L)
                .containsEntry("projectMillis", 0L);
        assertThat(parts(row))
                .extracting(part -> part.get("part"))
                .containsExactly("butterfly", "biclique.maximal", "wing", "tip", "nodeSimilarity");
        assertThat(parts(row).get(0))
                .containsEntry("title", "Butterflies")
                .containsEntry("status", "COMPLETE")
                .containsEntry("reason", null)
                .containsEntry("backend", "CPU")
                .containsKeys("backendReason", "millis");
        assertThat((String) row.get("html"))
                .startsWith("<!DOCTYPE html>")
                .doesNotContain("<img src=x")
                .contains("Report about &lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</h1>")
                .contains("<dt>Butterflies</dt><dd>60</dd>")
                .contains("<dt>User nodes</dt><dd>5</dd>", "<dt>RATED relationships</dt><dd>20</dd>")
                .contains("A butterfly is two User and two Item nodes with")
                .doesNotContainIgnoringCase("left node")
                .contains("<figcaption>Top User nodes by butterflies</figcaption>", "<td>id ")
                .contains("<figcaption>Top RATED relationships by wing number</figcaption>");
    }

    @Test
    void projectionForThisRunHasNoName() {
        Map<String, Object> row = TestDatabase.row("CALL motif.report({nodes: " + SIDES + ", relationships: 'RATED'},"
                + " {include: ['butterfly', 'wing'], concurrency: 2, jobId: 'r'})");
        assertThat(row).containsEntry("graphName", null).containsEntry("relationshipCount", 20L);
        assertThat(parts(row)).extracting(part -> part.get("part")).containsExactly("butterfly", "wing");
        assertThat((String) row.get("html")).contains("<h1>Report about a graph</h1>");
        assertThat(row)
                .extractingByKey("configuration", as(MAP))
                .containsEntry("include", List.of("butterfly", "wing"))
                .containsEntry("concurrency", 2L)
                .containsEntry("jobId", "r");
        assertThat(TestDatabase.rows("CALL motif.listProgress('r') YIELD taskName, status"))
                .containsExactly(Map.of("taskName", "motif.report", "status", "FINISHED"));
    }

    @Test
    void unipartiteGraphHasItsParts() {
        Map<String, Object> row = TestDatabase.row("CALL motif.report('one', {maxK: 5})");
        assertThat(parts(row))
                .extracting(part -> part.get("part"))
                .containsExactly("kclique", "clique.maximal", "commonNeighbors", "ktruss", "kcore");
        assertThat((String) row.get("html"))
                .contains("<dt>User or Item nodes</dt><dd>9</dd>")
                .contains("There is nothing to draw");
    }

    @Test
    void graphOfRowsHasNoLabels() {
        TestDatabase.rows("MATCH (u:User)-[:RATED]->(i:Item) WITH motif.graph.project('rows', u, i,"
                + " {kind: 'BIPARTITE'}) AS graph RETURN graph");
        String page = (String) TestDatabase.row("CALL motif.report('rows', {include: 'butterfly'})")
                .get("html");
        TestDatabase.rows("CALL motif.graph.drop('rows')");
        assertThat(page)
                .contains("<dt>Left nodes</dt><dd>5</dd>", "<dt>Relationships</dt><dd>20</dd>")
                .contains("two left and two right nodes")
                .doesNotContain("User ", "RATED");
    }

    @Test
    void manyLabelsAreNotNamed() {
        String label = "L".repeat(70);
        TestDatabase.rows("CREATE (n:" + label + ") DELETE n");
        String page = (String) TestDatabase.row("CALL motif.report({nodes: {left: ['User', '" + label
                        + "'], right: 'Item'}, relationships: '*'}, {include: 'tip'})")
                .get("html");
        assertThat(page)
                .contains("<dt>Left nodes</dt><dd>5</dd>", "<dt>Item nodes</dt>", "<dt>Relationships</dt>")
                .contains("<dt>Largest of one Item node</dt>");
    }

    @Test
    void nodesAreShownByName() {
        String page =
                (String) TestDatabase.row("CALL motif.report($name, {nameProperty: 'name'})", Map.of("name", HOSTILE))
                        .get("html");
        assertThat(page).contains("<td>user 1</td>", "<td>user 5</td>", "<td>id ");
        page = (String) TestDatabase.row("CALL motif.report('one', {nameProperty: 'title'})")
                .get("html");
        assertThat(page)
                .contains("<figcaption>Top User or Item nodes by core number</figcaption>")
                .containsPattern("<td>&lt;/script&gt;&lt;img src=x onerror=alert\\(1\\)&gt;</td><td>\\d</td><td>4</td>")
                .doesNotContain("<img src=x");
    }

    @Test
    void nodeThatWasDeletedIsShownByItsId() {
        long id = (Long) TestDatabase.row("CREATE (n:User:Gone {name: 'gone'}) WITH n MATCH (i:Item)"
                        + " CREATE (n)-[:RATED]->(i) RETURN DISTINCT id(n) AS id")
                .get("id");
        TestDatabase.rows("CALL motif.graph.project('gone', " + SIDES + ", 'RATED')");
        TestDatabase.rows("MATCH (n:Gone) DETACH DELETE n");
        String page =
                (String) TestDatabase.row("CALL motif.report('gone', {include: 'butterfly', nameProperty: 'name'})")
                        .get("html");
        TestDatabase.rows("CALL motif.graph.drop('gone')");
        assertThat(page)
                .contains("<td>id " + id + "</td><td>4</td><td>30</td>", "<td>user 1</td>")
                .doesNotContain("<td>gone");
    }

    @Test
    void estimateIsThatOfTheParts() {
        for (String graph : List.of("'one'", "{nodes: ['User', 'Item'], relationships: 'RATED'}")) {
            Map<String, Object> row = TestDatabase.row("CALL motif.report.estimate(" + graph + ")");
            assertThat(row).containsEntry("nodeCount", 9L).containsEntry("backend", "CPU");
            assertThat((Long) row.get("bytesMin")).isPositive();
            assertThat((Long) row.get("bytesMax")).isGreaterThanOrEqualTo((Long) row.get("bytesMin"));
            assertThat((String) row.get("treeView"))
                    .contains("kclique", "clique.maximal", "commonNeighbors", "ktruss", "kcore");
        }
    }

    @Test
    void graphWithoutNodesOfOneSideHasAReport() {
        TestDatabase.rows("CREATE (n:EmptySide) DELETE n");
        Map<String, Object> row = TestDatabase.row("CALL motif.report({nodes: {left: 'User', right: 'EmptySide'},"
                + " relationships: 'RATED'}, {include: 'butterfly'})");
        assertThat(parts(row)).extracting(part -> part.get("status")).containsExactly("COMPLETE");
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {includes: 'kcore'})"))
                .isInstanceOf(QueryExecutionException.class)
                .hasMessageContaining("Unknown parameter `includes` (did you mean 'include'?)");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {include: 'wing'})"))
                .hasMessageContaining(
                        "'kclique', 'clique.maximal', 'commonNeighbors', 'ktruss', 'kcore' for a unipartite graph, got 'wing'");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {nameProperty: 'nmae'})"))
                .hasMessageContaining("`nameProperty` must be a property that exists in this database, got 'nmae'"
                        + " (did you mean 'name'?)");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('two')"))
                .hasMessageContaining("No graph with the name 'two'");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {include: []})"))
                .hasMessageContaining("`include` must be the name of a part or a list of them, got []");
    }

    private static String messageOf(String configuration) {
        return catchThrowable(() -> TestDatabase.rows("CALL motif.report('one', " + configuration + ")"))
                .getMessage();
    }

    @Test
    void withoutAFolderNoFileIsWritten() {
        assertThat(messageOf("{file: 'report.html'}"))
                .contains("`file` is not possible: this server saves no files, since its JVM has no option"
                        + " -Dmotif.files=FOLDER");
        assertThat(messageOf("{overwrite: true}")).contains("`overwrite: true` is for `file`, which is missing");
    }

    @Nested
    class WithAFolder {
        @TempDir
        private Path folder;

        @BeforeEach
        void name() {
            System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        }

        @AfterEach
        void forget() {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
        }

        private List<String> files() throws IOException {
            try (Stream<Path> files = Files.list(folder)) {
                return files.map(file -> file.getFileName().toString()).toList();
            }
        }

        private Map<String, Object> saved(String configuration) {
            return TestDatabase.row("CALL motif.report('one', " + configuration + ") YIELD html, path, parts");
        }

        @Test
        void reportIsSaved() throws IOException {
            Path file = folder.resolve("my_Report-1.html");
            assertThat(saved("{file: 'my_Report-1.html'}"))
                    .containsEntry("html", null)
                    .containsEntry("path", file.toString());
            assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
            assertThat(files()).containsExactly("my_Report-1.html");
        }

        @Test
        void fileIsOnlyReplacedWhenThatIsAskedFor() throws IOException {
            Path file = Files.writeString(folder.resolve("a.html"), "before");
            assertThat(messageOf("{file: 'a.html'}"))
                    .contains(
                            "`file` must be the name of a new file, or be given with `overwrite: true`, got 'a.html'");
            assertThat(file).hasContent("before");
            saved("{file: 'a.html', overwrite: true}");
            assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>");
            assertThat(files()).containsExactly("a.html");
        }

        @Test
        void fileOfAnotherUserIsNotReplaced() throws IOException {
            String save = "CALL motif.report({nodes: ['User', 'Item'], relationships: 'RATED'},"
                    + " {include: 'kcore', file: 'a.html', overwrite: true})";
            TestLogin.rows("ann", save);
            TestLogin.rows("ann", save);
            String before = Files.readString(folder.resolve("a.html"));
            for (String user : List.of("bob", "")) {
                assertThatThrownBy(() -> TestLogin.rows(user, save))
                        .hasMessageContaining("`file` 'a.html' is a file of another user");
            }
            assertThat(folder.resolve("a.html")).hasContent(before);
        }

        @Test
        void linksOutOfTheFolderAreNotFollowed(@TempDir Path outside) throws IOException {
            Path target = Files.writeString(outside.resolve("precious.html"), "before");
            Files.createSymbolicLink(folder.resolve("link.html"), target);
            Files.createSymbolicLink(folder.resolve("dangling.html"), outside.resolve("new.html"));
            assertThat(messageOf("{file: 'link.html'}")).contains("which exists");
            assertThat(messageOf("{file: 'dangling.html'}")).contains("which exists");
            saved("{file: 'link.html', overwrite: true}");
            saved("{file: 'dangling.html', overwrite: true}");
            assertThat(target).hasContent("before");
            assertThat(outside.resolve("new.html")).doesNotExist();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "../a.html",
                    "/tmp/a.html",
                    "b/a.html",
                    "b\\a.html",
                    "..html",
                    ".html",
                    "a.htm",
                    "a.html.exe",
                    "a b.html",
                    "a\n.html",
                    "ä.html",
                    "a.html\n",
                    "a:b.html"
                })
        void otherNamesAreRefused(String name) throws IOException {
            assertThatThrownBy(() -> TestDatabase.rows("CALL motif.report('one', {file: $name})", Map.of("name", name)))
                    .hasMessageContaining(
                            "`file` must be a name of at most 100 letters of English, digits, '.', '_' and"
                                    + " '-', that ends with .html");
            assertThat(files()).isEmpty();
        }

        @Test
        void longNamesAreRefused() {
            assertThat(messageOf("{file: '" + "a".repeat(96) + ".html'}"))
                    .contains("`file` must be a name of at most 100");
            saved("{file: '" + "a".repeat(95) + ".html'}");
        }

        @Test
        void folderMustExist() {
            System.setProperty(
                    ServerFile.FOLDER_PROPERTY, folder.resolve("missing").toString());
            assertThat(messageOf("{file: 'a.html'}"))
                    .contains("-Dmotif.files must name a folder that exists")
                    .doesNotContain(folder.toString());
        }

        @Test
        void directoryInThePlaceOfTheFileStays() throws IOException {
            Files.createDirectories(folder.resolve("d.html").resolve("in"));
            assertThat(messageOf("{file: 'd.html', overwrite: true}")).contains("`file` 'd.html' is no regular file");
            assertThat(files()).containsExactly("d.html");
        }
    }
}
