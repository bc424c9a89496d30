package dev.motif.examples.wedges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.harness.Neo4j;

/** What docs/adding-an-algorithm.md says is enough for a new algorithm. */
class AddedAlgorithmTest {
    private static List<Map<String, Object>> rows(GraphDatabaseService database, String query) {
        return database.executeTransactionally(
                query, Map.of(), result -> result.stream().toList());
    }

    @Test
    void algorithmRunsByItsNameByAMapAndIsEstimated() {
        long before = TestDatabase.liveBytes();
        try (Neo4j server =
                TestDatabase.builder().withProcedure(WedgeProcedures.class).build()) {
            GraphDatabaseService database = server.defaultDatabaseService();
            rows(
                    database,
                    "CREATE (a:P {name: 'a'})-[:KNOWS]->(:P {name: 'b'}), (a)-[:KNOWS]->(:P {name: 'c'}),"
                            + " (a)-[:KNOWS]->(:P {name: 'd'})");
            rows(database, "CALL motif.graph.project('g', 'P', 'KNOWS')");
            for (String graph : List.of("'g'", "{nodes: 'P', relationships: 'KNOWS'}")) {
                assertThat(rows(database, "CALL motif.wedge.stats(" + graph + ")")
                                .get(0))
                        .containsEntry("maxWedges", 3L)
                        .containsEntry("nodeCount", 4L)
                        .containsEntry("backend", "CPU");
            }
            assertThat(rows(
                            database,
                            "CALL motif.wedge.stream('g', {nodes: true}) YIELD node, wedges"
                                    + " RETURN node.name AS name, wedges ORDER BY name LIMIT 2"))
                    .containsExactly(Map.of("name", "a", "wedges", 3L), Map.of("name", "b", "wedges", 0L));
            assertThat(rows(database, "CALL motif.wedge.stats.estimate('g') YIELD bytesMin, bytesMax"))
                    .containsExactly(Map.of("bytesMin", 32L, "bytesMax", 32L));
            rows(database, "CALL motif.graph.drop('g')");
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
    }

    /** Beside the arithmetic there is the class of procedures alone. */
    @Test
    void proceduresAreShort() throws IOException {
        Path procedures = Path.of("src/test/java/dev/motif/examples/wedges/WedgeProcedures.java");
        assertThat(Files.readAllLines(procedures)).hasSizeLessThan(120);
    }
}
