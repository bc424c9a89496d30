package dev.motif.algorithm.count.triad;

import static dev.motif.neo4j.TestDatabase.assertError;
import static dev.motif.neo4j.TestDatabase.row;
import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class TriadProceduresTest {
    private static final String GRAPH = "{nodes: 'Person', relationships: 'FOLLOWS'}";

    /** Creates a, b and c, which follow each other in a circle, and d, which follows c and is followed by c. */
    @BeforeEach
    void createPeople() {
        rows("UNWIND split('a b c d', ' ') AS name CREATE (:Person {name: name})");
        rows("UNWIND split('ab bc ca cd dc', ' ') AS pair"
                + " MATCH (u:Person {name: left(pair, 1)}), (v:Person {name: right(pair, 1)})"
                + " CREATE (u)-[:FOLLOWS]->(v)");
    }

    private static List<Long> places(int... places) {
        List<Long> numbers = new ArrayList<>(Collections.nCopies(TriadResult.PLACES, 0L));
        for (int place : places) {
            numbers.set(place, numbers.get(place) + 1);
        }
        return numbers;
    }

    @Test
    void statsCountEachTriad() {
        assertThat(rows("CALL motif.triad.stats(" + GRAPH + ")"))
                .hasSize(16)
                .filteredOn(row -> !row.get("count").equals(0L))
                .extracting(row -> row.get("triad") + " " + row.get("mutual") + " " + row.get("asymmetric") + " "
                        + row.get("count") + " " + row.get("countText"))
                .containsExactly("012 0 1 1 1", "111D 1 1 1 1", "111U 1 1 1 1", "030C 0 3 1 1");
    }

    @Test
    void streamAndWriteGiveEachNodeItsPlaces() {
        assertThat(row("CALL motif.triad.stream(" + GRAPH + ", {nodes: true}) YIELD node, triads, places"
                        + " WITH node, triads, places WHERE node.name = 'a' RETURN triads, places"))
                .containsEntry("places", places(12, 16))
                .containsEntry("triads", List.of(0L, 0L, 0L, 0L, 1L, 0L, 1L, 0L, 0L, 0L, 0L, 0L, 0L));
        assertThat(row("CALL motif.triad.write(" + GRAPH + ", {writeProperty: 'places'})"))
                .containsEntry("nodePropertiesWritten", 4L)
                .containsEntry("skipped", 0L);
        assertThat(row("MATCH (p:Person {name: 'd'}) RETURN [o IN p.places | o] AS places"))
                .containsEntry("places", places(7, 10));
    }

    @Test
    void mutateAddsAColumnForEachPlace() {
        rows("CALL motif.graph.project('g', 'Person', 'FOLLOWS', {orientation: 'DIRECTED'})");
        assertThat(row("CALL motif.triad.mutate('g', {mutateProperty: 'place'})"))
                .containsEntry("nodePropertiesWritten", 120L);
        assertThat(rows("CALL motif.graph.nodeProperties.stream('g', 'place_16', {nodes: true})"
                        + " YIELD node, propertyValue AS value"
                        + " WITH node, value WHERE value > 0 RETURN node.name AS name, value"))
                .extracting(row -> row.get("name") + " " + row.get("value"))
                .containsExactlyInAnyOrder("a 1", "b 1", "c 1");
    }

    /** Lists of a graph that keeps all relationships, and graphs made of other graphs, have the same directions. */
    @Test
    void everyGraphWithDirectionsIsCounted() {
        List<Map<String, Object>> expected = rows("CALL motif.triad.stats(" + GRAPH + ") YIELD triad, countText");
        rows("MATCH (u:Person {name: 'a'})-->(v:Person {name: 'b'}) CREATE (u)-[:FOLLOWS]->(v)");
        rows("CALL motif.graph.project('g', 'Person', 'FOLLOWS', {orientation: 'DIRECTED', parallel: 'KEEP'})");
        rows("CALL motif.graph.filter('part', 'g', 'n.degree > 0')");
        rows("MATCH (u:Person)-->(v:Person) RETURN motif.graph.project('rows', u, v, {kind: 'UNIPARTITE', orientation:"
                + " 'DIRECTED'})");
        for (String graph : List.of(GRAPH, "'g'", "'part'", "'rows'")) {
            assertThat(rows("CALL motif.triad.stats(" + graph + ") YIELD triad, countText"))
                    .isEqualTo(expected);
        }
    }

    @Test
    void graphsWithoutDirectionsAreErrors() {
        rows("CALL motif.graph.project('g', 'Person', 'FOLLOWS')");
        for (String mode : List.of("stats('g')", "stream('g')", "mutate('g', {mutateProperty: 'x'})")) {
            assertError(
                    "CALL motif.triad." + mode,
                    "Graph 'g' has no directions of its relationships, which are needed: project it with orientation:"
                            + " 'DIRECTED'");
        }
        rows("CALL motif.graph.project('numbers', 'Person', 'FOLLOWS', {relationshipProperties: {direction: {property:"
                + " '*', aggregation: 'COUNT'}}})");
        assertThat(rows("CALL motif.triad.stats('numbers')")).hasSize(16);
        rows("MATCH (u:Person {name: 'a'}), (v:Person {name: 'd'}) UNWIND range(1, 4) AS i CREATE (u)-[:FOLLOWS]->(v)");
        rows("CALL motif.graph.refresh('numbers')");
        assertError(
                "CALL motif.triad.stats('numbers')",
                "column 'direction' must have 1, 2 or 3 for each relationship, as a projection with orientation:"
                        + " 'DIRECTED' makes it, got 4");
        rows("CREATE (:Other)");
        assertError(
                "CALL motif.triad.stats({nodes: {left: 'Person', right: 'Other'}, relationships: '*'})",
                "a unipartite one is needed");
    }
}
