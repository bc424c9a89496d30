package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.neo4j.TestLogin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EmptyDatabase
class CsvProceduresTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void graph() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.rows("CREATE (a:User {name: 'Ann', tags: ['x', 'y'], age: 7}), (b:User {name: 'B, \"b\"'}),"
                + " (k:Item {name: ''}), (t:Item), (a)-[:RATED]->(k), (a)-[:RATED]->(t), (b)-[:RATED]->(k),"
                + " (b)-[:RATED]->(t)");
        TestDatabase.rows(
                "CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED'," + " {relationshipIds: true})");
        TestDatabase.rows("CALL motif.butterfly.mutate('g', {mutateProperty: 'b'})");
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'tip'})");
        TestDatabase.rows("CALL motif.wing.mutate('g', {mutateProperty: 'wing'})");
    }

    @AfterEach
    void noFolder() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
    }

    private List<String> lines(String file) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve(file + ".csv.gz")))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void nodesAreSavedWithColumnsDegreesAndProperties() throws IOException {
        Map<String, Object> row = TestDatabase.row("CALL motif.graph.exportCsv('g', 'n', {nodeProperties:"
                + " ['tip', 'degree', 'b'], additionalNodeProperties: ['name', 'tags', 'age']})");
        assertThat(row)
                .containsEntry("rows", 4L)
                .containsEntry("bytes", Files.size(folder.resolve("n.csv.gz")))
                .containsEntry("columns", List.of("nodeId", "side", "tip", "degree", "b", "name", "tags", "age"));
        long first = (Long) TestDatabase.row("MATCH (a:User {name: 'Ann'}) RETURN id(a) AS id")
                .get("id");
        assertThat(lines("n"))
                .containsExactly(
                        "nodeId,side,tip,degree,b,name,tags,age",
                        first + ",LEFT,1,2,1,Ann,\"[x, y]\",7",
                        first + 1 + ",LEFT,1,2,1,\"B, \"\"b\"\"\",,",
                        first + 2 + ",RIGHT,,2,1,\"\",,",
                        first + 3 + ",RIGHT,,2,1,,,");
    }

    @Test
    void relationshipsAreSavedWithTheirIds() throws IOException {
        TestDatabase.rows("CALL motif.graph.exportCsv('g', 'r', {relationshipProperties: '*'})");
        List<String> expected = TestDatabase.rows(
                        "CALL motif.graph.relationshipProperties.stream('g', 'wing')"
                                + " YIELD sourceNodeId, targetNodeId, relationshipId, propertyValue"
                                + " RETURN sourceNodeId + ',' + targetNodeId + ',' + relationshipId + ',' + propertyValue AS line")
                .stream()
                .map(line -> (String) line.get("line"))
                .toList();
        assertThat(lines("r").get(0)).isEqualTo("sourceNodeId,targetNodeId,relationshipId,wing");
        assertThat(lines("r").subList(1, 5)).isEqualTo(expected);
    }

    @Test
    void relationshipsAreSavedWithPropertiesOfTheirEndsAndTheirOwn() throws IOException {
        TestDatabase.rows(
                "MATCH (:User {name: 'Ann'})-[r:RATED]->(:Item {name: ''}) SET r.note = 'so, \"so\"', r.stars = 4");
        assertThat(
                        TestDatabase.row(
                                "CALL motif.graph.exportCsv('g', 'r', {relationshipProperties: 'wing',"
                                        + " additionalNodeProperties: ['name', 'age'], additionalRelationshipProperties: ['note', 'stars']})"))
                .containsEntry(
                        "columns",
                        List.of(
                                "sourceNodeId",
                                "targetNodeId",
                                "relationshipId",
                                "wing",
                                "source_name",
                                "source_age",
                                "target_name",
                                "target_age",
                                "note",
                                "stars"));
        assertThat(lines("r").get(1)).endsWith(",1,Ann,7,\"\",,\"so, \"\"so\"\"\",4");
        assertThat(lines("r").get(2)).endsWith(",1,Ann,7,,,,");
        assertThat(lines("r").get(3)).endsWith(",1,\"B, \"\"b\"\"\",,\"\",,,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{left: 'Many', right: 'Few'}", "'*'"})
    void threadsWriteTheSameRows(String nodes) throws IOException {
        TestDatabase.rows("UNWIND range(0, 9) AS i CREATE (:Few {i: i})");
        TestDatabase.rows(
                "UNWIND range(0, 3999) AS i CREATE (m:Many {i: i}) WITH m MATCH (f:Few) CREATE (m)-[:R {n: m.i * f.i}]->(f)");
        TestDatabase.rows("CALL motif.graph.project('many', " + nodes
                + ", 'R', {relationshipProperties: 'n', relationshipIds: true})");
        String export =
                "CALL motif.graph.exportCsv('many', $file, {%sProperties: '%s', concurrency: $threads}) YIELD rows";
        for (String of : List.of("relationship", "node")) {
            String query = export.formatted(of, of.equals("node") ? "degree" : "n");
            assertThat(TestDatabase.row(query, Map.of("file", of + 1, "threads", 1)))
                    .isEqualTo(TestDatabase.row(query, Map.of("file", of + 3, "threads", 3)));
            assertThat(lines(of + 3)).isEqualTo(lines(of + 1));
        }
        assertThat(lines("relationship3")).hasSize(40_001);
        assertThat(lines("relationship3").subList(1, 40_001))
                .isEqualTo(TestDatabase.rows(
                                "CALL motif.graph.relationshipProperties.stream('many', 'n')"
                                        + " YIELD sourceNodeId, targetNodeId, relationshipId, propertyValue"
                                        + " RETURN sourceNodeId + ',' + targetNodeId + ',' + relationshipId + ',' + propertyValue AS line")
                        .stream()
                        .map(line -> (String) line.get("line"))
                        .toList());
    }

    @Test
    void propertiesOfRelationshipsNeedTheirIds() {
        TestDatabase.rows("CALL motif.graph.project('w', {left: 'User', right: 'Item'}, 'RATED')");
        TestDatabase.rows("CALL motif.wing.mutate('w', {mutateProperty: 'wing'})");
        assertError(
                "CALL motif.graph.exportCsv('w', 'f', {relationshipProperties: 'wing',"
                        + " additionalRelationshipProperties: 'stars'})",
                "`additionalRelationshipProperties` needs the ids of relationships: project the graph with"
                        + " {relationshipIds: true}");
    }

    @Test
    void deletedRelationshipsHaveNoProperties() throws IOException {
        TestDatabase.rows("MATCH (:User {name: 'Ann'})-[r:RATED]->(:Item {name: ''}) SET r.stars = 4 DELETE r");
        TestDatabase.rows("CALL motif.graph.exportCsv('g', 'r', {relationshipProperties: 'wing',"
                + " additionalNodeProperties: 'name', additionalRelationshipProperties: 'stars'})");
        assertThat(lines("r").get(1)).endsWith(",1,Ann,\"\",");
    }

    @Test
    void unipartiteGraphHasNoSide() throws IOException {
        TestDatabase.rows("CALL motif.graph.project('u', '*', '*')");
        TestDatabase.rows("CALL motif.graph.exportCsv('u', 'u', {nodeProperties: 'degree'})");
        assertThat(lines("u").get(0)).isEqualTo("nodeId,degree");
        assertThat(lines("u")).hasSize(5).allMatch(line -> line.endsWith(",2") || line.endsWith("degree"));
    }

    @Test
    void deletedNodesHaveNoProperties() throws IOException {
        TestDatabase.rows("MATCH (a {name: 'Ann'}) DETACH DELETE a");
        TestDatabase.rows(
                "CALL motif.graph.exportCsv('g', 'n', {nodeProperties: 'b', additionalNodeProperties: 'name'})");
        assertThat(lines("n").get(1)).endsWith(",LEFT,1,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'g', 'f', {} | exactly one of `nodeProperties` and `relationshipProperties` must be given
            'g', 'f', {nodeProperties: 'b', relationshipProperties: 'wing'} | exactly one of `nodeProperties`
            'g', 'f', {nodeProperties: 'b', additionalRelationshipProperties: 'x'} | `additionalRelationshipProperties` needs `relationshipProperties`
            'g', 'f', {relationshipProperties: 'wing', additionalRelationshipProperties: '*'} | `additionalRelationshipProperties` must be names of properties, got '*'
            'g', 'f', {relationshipProperties: 'wing', additionalRelationshipProperties: 'wing'} | a file cannot have two columns with the name 'wing'
            'g', 'f', {nodeProperties: 'b', additionalNodeProperties: '*'} | `additionalNodeProperties` must be names of properties, got '*'
            'g', 'f', {nodeProperties: 'b', additionalNodeProperties: 'b'} | a file cannot have two columns with the name 'b'
            'g', 'f', {nodeProperties: 'c'} | Graph 'g' has no column with the name 'c'. It has 'b', 'tip', 'wing'.
            'g', 'there', {nodeProperties: 'b'} | `fileName` must be the name of a new file, or be given with `overwrite: true`
            'g', '../f', {nodeProperties: 'b'} | `fileName` must be a name of at most 100 letters
            'h', 'f', {nodeProperties: 'b'} | No graph with the name 'h'
            """)
    void mistakesAreSaid(String arguments, String message) throws IOException {
        Files.writeString(folder.resolve("there.csv.gz"), "");
        assertError("CALL motif.graph.exportCsv(" + arguments + ")", message);
        assertThat(files()).containsExactly("there.csv.gz");
    }

    @Test
    void fileIsReplacedWhenAskedTo() throws IOException {
        TestDatabase.rows("CALL motif.graph.exportCsv('g', 'f', {nodeProperties: 'b'})");
        TestDatabase.rows("CALL motif.graph.exportCsv('g', 'f', {nodeProperties: 'tip', overwrite: true})");
        assertThat(lines("f").get(0)).isEqualTo("nodeId,side,tip");
        assertThat(files()).containsExactly("f.csv.gz");
    }

    @Test
    void fileOfAnotherUserIsNotReplaced() throws IOException {
        String export = "CALL motif.graph.exportCsv('g', 'f', {nodeProperties: 'degree', overwrite: true})";
        for (String user : List.of("ann", "bob")) {
            TestLogin.rows(user, "CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
        }
        TestLogin.rows("ann", export);
        TestLogin.rows("ann", export);
        byte[] before = Files.readAllBytes(folder.resolve("f.csv.gz"));
        assertThatThrownBy(() -> TestLogin.rows("bob", export))
                .hasMessageContaining("`fileName` 'f.csv.gz' is a file of another user");
        assertError(export, "`fileName` 'f.csv.gz' is a file of another user");
        assertThat(folder.resolve("f.csv.gz")).hasBinaryContent(before);
        // In the Community Edition every user is an administrator.
        TestLogin.rows("bob", export.replace("overwrite", "username: 'ann', overwrite"));
        assertThat(lines("f")).hasSize(5);
    }

    @Test
    void textsThatSpreadsheetsTakeForFormulasBeginWithAQuoteIfThatIsAskedFor() throws IOException {
        TestDatabase.rows("MATCH (a:User {name: 'Ann'}) SET a.name = '=1+1', a.tags = ['=1'], a.age = -7");
        TestDatabase.rows(
                "MATCH (b:User) WHERE b.name STARTS WITH 'B' SET b.name = '\uff1d\"x\"', b.`@x` = '-', b.age = 'a=1'");
        String export = "CALL motif.graph.exportCsv('g', $file, {nodeProperties: 'b',"
                + " additionalNodeProperties: ['name', 'tags', 'age', '@x'], spreadsheet: $quoted})";
        TestDatabase.rows(export, Map.of("file", "exact", "quoted", false));
        TestDatabase.rows(export, Map.of("file", "quoted", "quoted", true));
        assertThat(lines("exact").subList(0, 3))
                .extracting(line -> line.replaceFirst(".*?(,b|T,1),", ""))
                .containsExactly("name,tags,age,@x", "=1+1,[=1],-7,", "\"\uff1d\"\"x\"\"\",,a=1,-");
        assertThat(lines("quoted").subList(0, 3))
                .extracting(line -> line.replaceFirst(".*?(,b|T,1),", ""))
                .containsExactly("name,tags,age,'@x", "'=1+1,[=1],-7,", "\"'\uff1d\"\"x\"\"\",,a=1,'-");
    }
}
