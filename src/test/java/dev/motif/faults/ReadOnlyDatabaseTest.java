package dev.motif.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Calls in a database that is read-only on this server. */
class ReadOnlyDatabaseTest {
    private static final Map<String, Object> SIDES = Map.of("left", "User", "right", "Item");

    @BeforeAll
    static void makeReadOnly() {
        TestDatabase.emptied();
        TestDatabase.rows("CREATE (:User)-[:RATED]->(:Item)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'tip'})");
        setReadOnly(Set.of("neo4j"));
    }

    @AfterAll
    static void makeWritable() {
        setReadOnly(Set.of());
        TestDatabase.emptied();
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    private static void setReadOnly(Set<String> databases) {
        ((GraphDatabaseAPI) TestDatabase.get())
                .getDependencyResolver()
                .resolveDependency(Config.class)
                .setDynamic(GraphDatabaseSettings.read_only_databases, databases, "test");
    }

    static List<String> writing() {
        return TestDatabase.rows("CALL motif.list() YIELD name, mode WITH * WHERE mode = 'WRITE' RETURN name").stream()
                .map(row -> (String) row.get("name"))
                .toList();
    }

    private static boolean isUnipartite(String procedure) {
        return procedure.matches(
                "motif\\.(kclique|clique|cycle|graphlet|triad|dcore|nucleus|kcore|ktruss|commonNeighbors|scan|research\\.(intersection|pivoting))\\..*");
    }

    /** Parameters for {@code ($graph, $given)} of a procedure that writes. */
    static Map<String, Object> parametersOf(String procedure, String jobId) {
        Map<String, Object> given = new TreeMap<>(Map.of("jobId", jobId));
        given.put(procedure.equals("motif.graph.write") ? "nodeProperties" : "writeProperty", "tip");
        if (procedure.startsWith("motif.biclique.count")) {
            given.putAll(Map.of("p", 2, "q", 2));
        }
        if (procedure.matches("motif\\.(kclique|clique\\.percolation)\\..*")) {
            given.put("k", 3);
        }
        if (procedure.startsWith("motif.biclique.near")) {
            given.putAll(Map.of("minLeft", 3, "minRight", 3));
        }
        if (procedure.startsWith("motif.clique.near")) {
            given.put("minSize", 3);
        }
        if (procedure.startsWith("motif.nodeSimilarity")) {
            given.put("writeRelationshipType", "SIMILAR");
        }
        Object graph = procedure.equals("motif.graph.write")
                ? "g"
                : Map.of("nodes", isUnipartite(procedure) ? "User" : SIDES, "relationships", "RATED");
        return Map.of("graph", graph, "given", given);
    }

    /** The line in the log says that not even the graph was looked for. */
    @ParameterizedTest
    @MethodSource("writing")
    void writingIsRefusedBeforeTheGraphIsRead(String procedure) {
        assertThatThrownBy(() ->
                        TestDatabase.rows("CALL " + procedure + "($graph, $given)", parametersOf(procedure, procedure)))
                .hasMessageContaining(
                        procedure + " was not started: it writes to database 'neo4j', which cannot be written"
                                + " to on this server: No write operations are allowed on this database. The database is in"
                                + " read-only mode on this Neo4j instance.");
        assertThat(TestDatabase.log())
                .filteredOn(line -> line.contains(" job='" + procedure + "'"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(" graph=none failed backend=none projectMillis=0 ");
    }

    @Test
    void everythingElseWorks() {
        assertThat(TestDatabase.row("CALL motif.graph.project('other', {left: 'User', right: 'Item'}, 'RATED')"
                        + " YIELD relationshipCount"))
                .containsEntry("relationshipCount", 1L);
        assertThat(TestDatabase.row("CALL motif.butterfly.mutate('other', {mutateProperty: 'b'})"))
                .containsEntry("nodePropertiesWritten", 2L);
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('other', 'b')"))
                .hasSize(2);
        assertThat(TestDatabase.rows("CALL motif.butterfly.write.estimate('other', {writeProperty: 'b'})"))
                .hasSize(1);
    }
}
