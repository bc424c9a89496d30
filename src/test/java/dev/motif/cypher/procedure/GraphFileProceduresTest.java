package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@EmptyDatabase
class GraphFileProceduresTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void twoGraphs() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.rows("UNWIND range(0, 19) AS u UNWIND range(0, 9) AS i WITH u, i WHERE (u * i) % 3 = 0"
                + " MERGE (a:User {u: u}) MERGE (b:Item {i: i}) CREATE (a)-[:RATED]->(b) CREATE (a)-[:LIKED]->(b)");
        TestDatabase.rows("CALL motif.graph.project('ratings', {left: 'User', right: 'Item'}, ['RATED', 'LIKED'],"
                + " {relationshipIds: true})");
        TestDatabase.rows("CALL motif.graph.project('people', '*', '*')");
        TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'tip', side: 'RIGHT'})");
        TestDatabase.rows("CALL motif.clustering.mutate('ratings', {mutateProperty: 'clustering'})");
        TestDatabase.rows("CALL motif.wing.mutate('ratings', {mutateProperty: 'wing'})");
    }

    @AfterEach
    void nothingStays() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
    }

    private static String messageOf(String query) {
        return catchThrowable(() -> TestDatabase.rows(query)).getMessage();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** All that a graph holds. */
    private static List<Object> contents(String graph) {
        List<Object> contents = new ArrayList<>();
        contents.addAll(TestDatabase.rows("CALL motif.graph.list('" + graph + "') YIELD kind, leftCount, rightCount,"
                + " nodeCount, relationshipCount, relationshipIds, bytes, columns RETURN *"));
        contents.addAll(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('" + graph
                + "', '*') YIELD nodeId, nodeProperty, propertyValue, side"
                + " RETURN * ORDER BY nodeId, nodeProperty"));
        contents.addAll(TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('" + graph + "', '*')"
                + " YIELD sourceNodeId, targetNodeId, relationshipId, propertyValue RETURN *"));
        return contents;
    }

    @Test
    void graphComesBackWithIdsAndColumns() throws IOException {
        List<Object> before = contents("ratings");
        assertThat(TestDatabase.row("CALL motif.graph.export('ratings', 'monday')"))
                .containsEntry("file", "monday")
                .containsEntry("nodeCount", 30L)
                .containsEntry("bytes", Files.size(folder.resolve("monday.motif")))
                .containsEntry("columns", List.of("tip", "clustering", "wing"));
        assertThat(files()).containsExactly("monday.motif");
        TestDatabase.rows("CALL motif.graph.drop('ratings')");
        assertThat(TestDatabase.row("CALL motif.graph.import('monday', {graphName: 'ratings', verify: true})"))
                .containsEntry("graphName", "ratings")
                .containsEntry("sameStore", true)
                .containsEntry("transactionsSince", 0L)
                .containsEntry("verified", true)
                .containsEntry("kind", "BIPARTITE");
        List<Object> after = contents("ratings");
        assertThat(after).containsExactlyElementsOf(before);
        TestDatabase.rows("CALL motif.wing.write('ratings', {writeProperty: 'w'})");
        assertThat(TestDatabase.row("MATCH ()-[r]->() WHERE r.w IS NULL RETURN count(r) AS n"))
                .containsEntry("n", 0L);
    }

    @Test
    void unipartiteGraphComesBack() {
        TestDatabase.rows("CALL motif.kcore.mutate('people', {mutateProperty: 'core'})");
        List<Object> before = contents("people");
        TestDatabase.rows("CALL motif.graph.export('people', 'people')");
        TestDatabase.rows("CALL motif.graph.import('people', {graphName: 'again'})");
        assertThat(contents("again")).isEqualTo(before);
        assertThat(edges("again", Map.of())).isEqualTo(edges("people", Map.of()));
    }

    @Test
    void graphOfAQueryComesBackAsOne() {
        TestDatabase.rows(
                "MATCH (a:User)-[:RATED]->(b:Item) WITH motif.graph.project('rows', a, b, {kind: 'BIPARTITE'}) AS g"
                        + " RETURN g.graphName AS name");
        TestDatabase.rows("CALL motif.graph.export('rows', 'rows')");
        TestDatabase.rows("CALL motif.graph.import('rows', {graphName: 'again', verify: true})");
        assertThat(messageOf("CALL motif.wing.write('again', {writeProperty: 'w'})"))
                .contains("was made of the rows of a query without their relationships");
    }

    @Test
    void filesAreListed() throws IOException {
        TestDatabase.rows("CALL motif.graph.export('ratings', 'b')");
        TestDatabase.rows("CALL motif.graph.export('people', 'a')");
        Files.writeString(folder.resolve("c.motif"), "no graph");
        Files.writeString(folder.resolve("d.html"), "no graph");
        List<Map<String, Object>> rows = TestDatabase.rows("CALL motif.graph.files()");
        assertThat(rows).extracting(row -> row.get("file")).containsExactly("a", "b", "c");
        assertThat(rows.get(0)).containsEntry("kind", "UNIPARTITE").containsEntry("error", null);
        assertThat(rows.get(1))
                .containsEntry("graphName", "ratings")
                .containsEntry("leftCount", 20L)
                .containsEntry("rightCount", 10L)
                .containsEntry("columns", List.of("tip", "clustering", "wing"))
                .containsEntry("sameStore", true);
        assertThat((String) rows.get(2).get("error")).contains("'c.motif' is no whole graph file");
    }

    @Test
    void existingFileIsReplacedOnRequestAlone() throws IOException {
        TestDatabase.rows("CALL motif.graph.export('people', 'a')");
        byte[] before = Files.readAllBytes(folder.resolve("a.motif"));
        assertThat(messageOf("CALL motif.graph.export('ratings', 'a')"))
                .contains(
                        "`fileName` must be the name of a new file, or be given with `overwrite: true`, got 'a.motif'");
        assertThat(folder.resolve("a.motif")).hasBinaryContent(before);
        TestDatabase.rows("CALL motif.graph.export('ratings', 'a', {overwrite: true})");
        assertThat(TestDatabase.row("CALL motif.graph.files()")).containsEntry("graphName", "ratings");
        assertThat(files()).containsExactly("a.motif");
    }

    @Test
    void wrongArgumentsAreErrors() throws IOException {
        for (String name : List.of("../a", "a/b", ".a", "", "a b", "ä", "a".repeat(101))) {
            assertThatThrownBy(() -> TestDatabase.rows("CALL motif.graph.export('people', $n)", Map.of("n", name)))
                    .hasMessageContaining("`fileName` must be a name of at most 100 letters");
            assertThatThrownBy(() -> TestDatabase.rows("CALL motif.graph.import($n)", Map.of("n", name)))
                    .hasMessageContaining("`fileName` must be a name of at most 100 letters");
        }
        assertThat(messageOf("CALL motif.graph.import('none')")).contains("There is no file 'none'");
        assertThat(messageOf("CALL motif.graph.export('none', 'a')")).contains("No graph with the name 'none'");
        TestDatabase.rows("CALL motif.graph.export('people', 'people')");
        assertThat(messageOf("CALL motif.graph.import('people')"))
                .contains("A graph with the name 'people' already exists");
        assertThat(messageOf("CALL motif.graph.edges.stream('people', {part: 2, of: 2})"))
                .contains("`part` must be in [0, 1], got 2");
        assertThat(messageOf("CALL motif.graph.edges.stream('people', {relationshipIds: true})"))
                .contains("does not hold the ids of relationships");
        assertThat(files()).containsExactly("people.motif");
    }

    @Test
    void withoutAFolderThereAreNoFiles() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        for (String call : List.of("export('people', 'a')", "import('a')", "files()")) {
            assertThat(messageOf("CALL motif.graph." + call)).contains("no option -Dmotif.files=FOLDER");
        }
    }

    @Test
    void anotherStoreNeedsADecision() throws IOException {
        TestDatabase.rows("CALL motif.graph.export('ratings', 'a')");
        Path file = folder.resolve("a.motif");
        for (String line : List.of("store", "transaction")) {
            TestDatabase.rows("CALL motif.graph.export('ratings', 'a', {overwrite: true})");
            GraphFiles.alterHeader(file, "\n" + line + " ", "\n" + line + " 9");
            assertThat(messageOf("CALL motif.graph.import('a')"))
                    .contains("File 'a' was saved from database 'neo4j', and this database does not have its store");
            assertThat(TestDatabase.row("CALL motif.graph.import('a', {graphName: 'a', verify: true})"))
                    .containsEntry("sameStore", false)
                    .containsEntry("transactionsSince", null);
            TestDatabase.rows("CALL motif.graph.drop('a')");
        }
    }

    @Test
    void verifyFindsNodesAndRelationshipsThatAreNotThose() {
        TestDatabase.rows("CALL motif.graph.export('ratings', 'a')");
        TestDatabase.rows("MATCH (:User {u: 3})-[r:LIKED]->(:Item {i: 5}) DELETE r");
        assertThat(messageOf("CALL motif.graph.import('a', {graphName: 'a', verify: true})"))
                .contains("relationship ", "is not there");
        TestDatabase.rows("MATCH (u:User {u: 3}) REMOVE u:User SET u:Item");
        assertThat(messageOf("CALL motif.graph.import('a', {graphName: 'a', verify: true})"))
                .contains("The graph is not one of this database as it is now: node ", "has none of the labels [User]");
        assertThat(TestDatabase.row("CALL motif.graph.import('a', {graphName: 'a'})"))
                .containsEntry("transactionsSince", 2L);
    }

    @Test
    void fileOfAnotherUserIsNeitherSeenNorReplaced() throws IOException {
        TestDatabase.rows("CALL motif.graph.export('ratings', 'a')");
        GraphFiles.alterHeader(folder.resolve("a.motif"), "\nuser ", "\nuser x");
        assertThat(TestDatabase.rows("CALL motif.graph.files()")).isEmpty();
        assertThat(messageOf("CALL motif.graph.import('a')")).contains("There is no file 'a'");
        assertThat(messageOf("CALL motif.graph.export('ratings', 'a', {overwrite: true})"))
                .contains("`fileName` 'a.motif' is a file of another user");
        // In the Community Edition every user is an administrator.
        assertThat(TestDatabase.row("CALL motif.graph.files({username: 'x'})")).containsEntry("username", "x");
        assertThat(TestDatabase.row("CALL motif.graph.import('a', {graphName: 'a', username: 'x'})"))
                .containsEntry("graphName", "a");
    }

    /** Opening a pipe would wait until somebody writes to it. */
    @Test
    @Timeout(60)
    void filesThatAreNotRegularAreNotOpened() throws Exception {
        Process process =
                new ProcessBuilder("mkfifo", folder.resolve("pipe.motif").toString()).start();
        assumeTrue(process.waitFor() == 0, "this system has pipes with names");
        Files.createSymbolicLink(folder.resolve("link.motif"), folder.resolve("pipe.motif"));
        Files.createDirectory(folder.resolve("folder.motif"));
        TestDatabase.rows("CALL motif.graph.export('people', 'whole')");
        Files.createSymbolicLink(folder.resolve("linked.motif"), folder.resolve("whole.motif"));
        assertThat(TestDatabase.rows("CALL motif.graph.files() YIELD file, error"))
                .extracting(row -> row.get("file") + ": " + row.get("error"))
                .containsExactly("linked: null", "whole: null");
        for (String name : List.of("pipe", "link", "folder")) {
            assertThat(messageOf("CALL motif.graph.import('" + name + "', {graphName: 'new'})"))
                    .contains("'" + name + ".motif' is no whole graph file: it is no regular file");
        }
        for (String name : List.of("pipe", "folder")) {
            assertThat(messageOf("CALL motif.graph.export('people', '" + name + "', {overwrite: true})"))
                    .contains("`fileName` '" + name + ".motif' is no regular file");
        }
    }

    @Test
    void alteredFileIsAnErrorAndLeavesNoGraph() throws IOException {
        TestDatabase.rows("CALL motif.graph.export('ratings', 'a')");
        Path file = folder.resolve("a.motif");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        long live = TestDatabase.liveBytes();
        assertThat(messageOf("CALL motif.graph.import('a', {graphName: 'a'})")).contains("section ", "was altered");
        assertThat(TestDatabase.liveBytes()).isEqualTo(live);
        assertThat(TestDatabase.row("CALL motif.graph.exists('a') YIELD exists"))
                .containsEntry("exists", false);
    }

    @Test
    void partsOfTheEdgesAreTheWhole() {
        for (String graph : List.of("ratings", "people")) {
            Set<List<Long>> whole = edges(graph, Map.of());
            assertThat(whole)
                    .hasSize(
                            ((Number) TestDatabase.row("CALL motif.graph.list('" + graph + "') YIELD relationshipCount")
                                            .get("relationshipCount"))
                                    .intValue());
            for (int of : List.of(2, 3, 7, 1000)) {
                assertThat(IntStream.range(0, of)
                                .mapToObj(part -> edges(graph, Map.of("part", part, "of", of)))
                                .flatMap(Set::stream)
                                .collect(
                                        Collectors.toCollection(() -> new TreeSet<>(GraphFileProceduresTest::compare))))
                        .isEqualTo(whole);
            }
        }
        Map<String, Object> row = TestDatabase.row("CALL motif.graph.edges.stream('ratings', {relationshipIds: true})");
        List<Long> relationships = longs(row.get("relationshipIds"));
        assertThat(relationships)
                .isEqualTo(TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('ratings', 'wing')"
                                + " YIELD relationshipId")
                        .stream()
                        .map(one -> one.get("relationshipId"))
                        .toList());
    }

    @Test
    void manyEdgesAreSeveralRows() {
        TestDatabase.rows("UNWIND range(1, 400) AS u CREATE (:L {u: u}) WITH count(*) AS n UNWIND range(1, 90) AS i"
                + " CREATE (r:R) WITH r MATCH (l:L) CREATE (l)-[:M]->(r)");
        TestDatabase.rows("CALL motif.graph.project('many', {left: 'L', right: 'R'}, 'M')");
        assertThat(TestDatabase.rows("CALL motif.graph.edges.stream('many') YIELD firstEdge, count"))
                .containsExactly(
                        Map.of("firstEdge", 0L, "count", 32_768L),
                        Map.of("firstEdge", 32_768L, "count", 400L * 90 - 32_768));
        assertThat(edges("many", Map.of())).hasSize(400 * 90);
    }

    private static int compare(List<Long> a, List<Long> b) {
        int first = Long.compare(a.get(0), b.get(0));
        return first != 0 ? first : Long.compare(a.get(1), b.get(1));
    }

    private static Set<List<Long>> edges(String graph, Map<String, Object> configuration) {
        Set<List<Long>> edges = new TreeSet<>(GraphFileProceduresTest::compare);
        for (Map<String, Object> row : TestDatabase.rows(
                "CALL motif.graph.edges.stream($graph, $configuration)",
                Map.of("graph", graph, "configuration", configuration))) {
            List<Long> sources = longs(row.get("sourceNodeIds"));
            List<Long> targets = longs(row.get("targetNodeIds"));
            assertThat(row).containsEntry("count", (long) sources.size()).containsEntry("relationshipIds", null);
            for (int i = 0; i < sources.size(); i++) {
                assertThat(edges.add(List.of(sources.get(i), targets.get(i)))).isTrue();
            }
        }
        return edges;
    }

    private static List<Long> longs(Object bytes) {
        ByteBuffer buffer = ByteBuffer.wrap((byte[]) bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Long> longs = new ArrayList<>();
        while (buffer.hasRemaining()) {
            longs.add(buffer.getLong());
        }
        return longs;
    }
}
