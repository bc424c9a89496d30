package dev.motif.algorithm.count.graphlet;

import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class GraphletProceduresTest {
    private static final String GRAPH = "{nodes: 'Person', relationships: 'KNOWS'}";
    private static final List<Long> TAIL = List.of(1L, 2L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 1L, 0L, 0L, 0L, 0L, 0L);

    /** Creates a triangle a-b-c, and d, which knows c. */
    @BeforeEach
    void createPeople() {
        rows("UNWIND split('a b c d', ' ') AS name CREATE (:Person {name: name})");
        rows("UNWIND split('ab ac bc cd', ' ') AS pair"
                + " MATCH (u:Person {name: left(pair, 1)}), (v:Person {name: right(pair, 1)})"
                + " CREATE (u)-[:KNOWS]->(v)");
    }

    @Test
    void statsCountEachKind() {
        assertThat(rows("CALL motif.graphlet.stats(" + GRAPH + ")"))
                .extracting(row -> row.get("graphlet") + " " + row.get("nodes") + " " + row.get("relationships") + " "
                        + row.get("count") + " " + row.get("countText"))
                .containsExactly(
                        "PATH_3 3 2 2 2",
                        "TRIANGLE 3 3 1 1",
                        "PATH_4 4 3 0 0",
                        "CLAW 4 3 0 0",
                        "CYCLE_4 4 4 0 0",
                        "PAW 4 4 1 1",
                        "DIAMOND 4 5 0 0",
                        "CLIQUE_4 4 6 0 0");
    }

    @Test
    void streamAndWriteGiveEachNodeItsOrbits() {
        assertThat(TestDatabase.row("CALL motif.graphlet.stream(" + GRAPH + ", {nodes: true}) YIELD node, orbits"
                        + " WITH node, orbits WHERE node.name = 'd' RETURN orbits"))
                .containsEntry("orbits", TAIL);
        assertThat(TestDatabase.row("CALL motif.graphlet.write(" + GRAPH + ", {writeProperty: 'orbits'})"))
                .containsEntry("nodePropertiesWritten", 4L)
                .containsEntry("skipped", 0L);
        assertThat(TestDatabase.row("MATCH (p:Person {name: 'd'}) RETURN [o IN p.orbits | o] AS orbits"))
                .containsEntry("orbits", TAIL);
    }

    @Test
    void mutateAddsAColumnForEachOrbit() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        assertThat(TestDatabase.row("CALL motif.graphlet.mutate('g', {mutateProperty: 'orbit'})"))
                .containsEntry("nodePropertiesWritten", 60L);
        assertThat(rows("CALL motif.graph.nodeProperties.stream('g', 'orbit_9', {nodes: true})"
                        + " YIELD node, propertyValue AS value"
                        + " WITH node, value WHERE value > 0 RETURN node.name AS name, value"))
                .extracting(row -> row.get("name") + " " + row.get("value"))
                .containsExactly("d 1");
    }
}
