package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that knows nothing but {@code motif.list} can make every call. */
class ListedExamplesTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void createNodes() {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        TestDatabase.emptied();
        TestDatabase.rows("UNWIND range(1, 4) AS i CREATE (:Person {i: i}), (:Item {i: i})");
        TestDatabase.rows("MATCH (a:Person), (b:Person) WHERE a.i < b.i CREATE (a)-[:KNOWS {at: a.i}]->(b)");
        TestDatabase.rows("MATCH (a:Person), (b:Item) CREATE (a)-[:BOUGHT {at: a.i}]->(b)");
    }

    @AfterAll
    static void leaveNothing() {
        System.clearProperty(ServerFile.FOLDER_PROPERTY);
        TestDatabase.emptied();
    }

    static Stream<String> examples() {
        return TestDatabase.rows("CALL motif.list() YIELD type, example WHERE type = 'procedure' RETURN example")
                .stream()
                .map(row -> (String) row.get("example"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void exampleRuns(String example) {
        String name = example.replaceAll("CALL |\\(.*", "");
        boolean unipartite = ((List<?>) TestDatabase.row(
                                "SHOW PROCEDURES YIELD name, argumentDescription WHERE name = $name"
                                        + " RETURN argumentDescription AS all",
                                Map.of("name", name))
                        .get("all"))
                .toString()
                .contains("unipartite");
        TestDatabase.rows("CALL motif.graph.drop(['graph', 'new', 'similar'], false)");
        if (!name.matches("motif\\.graph\\.project.*")) {
            TestDatabase.rows("CALL motif.graph.project('graph', "
                    + (unipartite
                            ? "'Person', 'KNOWS', {orientation: 'DIRECTED', "
                            : "{left: 'Person', right: 'Item'}, 'BOUGHT', {")
                    + "relationshipIds: true, relationshipProperties: 'at'})");
        }
        if (example.contains("'score'") && !example.contains("Property: 'score'")) {
            String numbers = name.contains("relationshipProperties") ? "wing" : "tip";
            TestDatabase.rows("CALL motif." + numbers + ".mutate('graph', {mutateProperty: 'score'})");
        }
        if (name.matches("motif\\.(graph\\.compare|biclique\\.maximal\\.grown).*")) {
            TestDatabase.rows("CALL motif.graph.project('new', {left: 'Person', right: 'Item'}, 'BOUGHT')");
        }
        if (name.matches("motif\\.graph\\.(import|write|exportCsv).*")) {
            TestDatabase.rows("CALL motif.graph.export('graph', 'graph', {overwrite: true})");
            TestDatabase.rows("CALL motif.tip.mutate('graph', {mutateProperty: 'tip'})");
        }
        if (name.equals("motif.graph.import")) {
            TestDatabase.rows("CALL motif.graph.drop('graph')");
        }
        assertThat(TestDatabase.rows(example)).isNotNull();
    }

    @Test
    @SuppressWarnings("unchecked")
    void keysAreThoseOfTheSignature() {
        Map<String, Object> row = TestDatabase.row("CALL motif.list('wing.stream') YIELD name, keys, example"
                + " WITH * WHERE name = 'motif.wing.stream' RETURN keys, example");
        assertThat(row.get("example")).isEqualTo("CALL motif.wing.stream('graph')");
        assertThat((List<Map<String, Object>>) row.get("keys")).anySatisfy(key -> assertThat(key)
                .containsEntry("name", "per")
                .containsEntry("type", "STRING")
                .containsEntry("default", "'RELATIONSHIP'")
                .containsEntry("values", "'NODE', 'RELATIONSHIP'")
                .hasEntrySatisfying("meaning", text -> assertThat((String) text).doesNotContain("`", "](")));
    }
}
