package dev.motif.algorithm.level.truss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class KTrussProceduresTest {
    @BeforeEach
    void createFriends() {
        // A clique of four, a triangle that shares d with it, and one relationship more.
        TestDatabase.rows("UNWIND ['ab', 'ac', 'ad', 'bc', 'bd', 'cd', 'de', 'df', 'ef', 'fg'] AS pair"
                + " MERGE (a:P {name: left(pair, 1)}) MERGE (b:P {name: right(pair, 1)}) MERGE (a)-[:KNOWS]->(b)");
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS', {relationshipIds: true})");
    }

    @Test
    void statsAreAsCountedByHand() {
        for (String graph : List.of("'g'", "{nodes: 'P', relationships: 'KNOWS'}")) {
            assertThat(TestDatabase.row("CALL motif.ktruss.stats(" + graph + ")"))
                    .containsEntry("maxTruss", 4L)
                    .containsEntry("levels", 3L)
                    .containsEntry("relationshipsAtMax", 6L)
                    .containsEntry("nodeCount", 7L)
                    .containsEntry("relationshipCount", 10L)
                    .containsEntry("backend", "CPU");
        }
    }

    @Test
    void rowsPropertiesAndColumnsAreTheSame() {
        TestDatabase.rows("CALL motif.ktruss.write('g', {writeProperty: 'truss'})");
        TestDatabase.rows("CALL motif.ktruss.mutate('g', {mutateProperty: 'truss'})");
        List<Map<String, Object>> written = TestDatabase.rows(
                "MATCH (a:P)-[r]->(b:P) RETURN a.name + b.name AS pair, r.truss AS truss ORDER BY pair");
        assertThat(written).hasSize(10);
        assertThat(written)
                .filteredOn(row -> row.get("truss").equals(4L))
                .extracting(row -> row.get("pair"))
                .containsExactly("ab", "ac", "ad", "bc", "bd", "cd");
        assertThat(written).contains(Map.of("pair", "fg", "truss", 2L), Map.of("pair", "de", "truss", 3L));
        assertThat(TestDatabase.rows("CALL motif.ktruss.stream('g', {nodes: true}) YIELD relationship AS r, truss"
                        + " RETURN startNode(r).name + endNode(r).name AS pair, truss ORDER BY pair"))
                .isEqualTo(written);
        assertThat(TestDatabase.row("CALL motif.graph.relationshipProperties.stream('g', 'truss') YIELD propertyValue"
                        + " RETURN sum(propertyValue) AS sum"))
                .isEqualTo(Map.of("sum", 6L * 4 + 3 * 3 + 2));
        TestDatabase.rows("CALL motif.graph.dropProperties('g', 'truss')");
    }

    @Test
    void numbersOfNodesAreTheLargestOfTheirRelationships() {
        TestDatabase.rows("CALL motif.ktruss.write('g', {writeProperty: 'truss'})");
        List<Map<String, Object>> largest = TestDatabase.rows(
                "MATCH (p:P) RETURN p.name AS name, COALESCE(reduce(most = 0, r IN COLLECT { MATCH (p)-[r]-() RETURN r.truss }"
                        + " | CASE WHEN r > most THEN r ELSE most END), 0) AS truss ORDER BY name");
        assertThat(TestDatabase.rows(
                        "CALL motif.ktruss.stream('g', {per: 'NODE', nodes: true}) YIELD node, nodeId, truss,"
                                + " sourceNodeId WHERE id(node) = nodeId AND sourceNodeId IS NULL"
                                + " RETURN node.name AS name, truss ORDER BY name"))
                .isEqualTo(largest);
        assertThat(TestDatabase.row("CALL motif.ktruss.write('g', {per: 'NODE', writeProperty: 'most'})"))
                .containsEntry("propertiesWritten", 7L);
        assertThat(TestDatabase.rows("MATCH (p:P) RETURN p.name AS name, p.most AS truss ORDER BY name"))
                .isEqualTo(largest);
    }

    @Test
    void graphWithoutRelationshipsHasNoLargestNumber() {
        TestDatabase.rows("CREATE (:Q)");
        assertThat(TestDatabase.row("CALL motif.ktruss.stats({nodes: 'Q', relationships: '*'})"))
                .containsEntry("maxTruss", null)
                .containsEntry("levels", 0L);
    }
}
