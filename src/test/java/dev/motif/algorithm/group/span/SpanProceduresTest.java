package dev.motif.algorithm.group.span;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class SpanProceduresTest {
    /** Two users at three items within two days, the third of which they also had long before; and people who all met on one day. */
    @BeforeEach
    void createGraphs() {
        TestDatabase.rows("UNWIND range(1, 3) AS i CREATE (:User {i: i}), (:Item {i: i})");
        TestDatabase.rows("MATCH (u:User), (i:Item) CREATE (u)-[:HAD {day: u.i * 2 + i.i, at: date('2026-01-01') +"
                + " duration({days: u.i * 2 + i.i})}]->(i)");
        TestDatabase.rows("UNWIND range(1, 5) AS i CREATE (:Person {i: i})");
        TestDatabase.rows("MATCH (a:Person), (b:Person) WHERE a.i < b.i AND a.i + b.i < 9"
                + " CREATE (a)-[:MET {day: a.i + b.i}]->(b)");
        TestDatabase.rows("CALL motif.graph.project('b', {left: 'User', right: 'Item'}, 'HAD',"
                + " {relationshipProperties: ['day', 'at']})");
        TestDatabase.rows("CALL motif.graph.project('u', 'Person', 'MET', {relationshipProperties: 'day'})");
    }

    @ParameterizedTest
    @CsvSource({
        "biclique.maximal.stats, 'b', 'minLeft: 2, minRight: 2, span: 3, timeProperty: \"day\"', count, 4",
        "biclique.maximal.stats, 'b', 'minLeft: 2, minRight: 2, span: duration(\"P3D\"), timeProperty: \"at\"', count, 4",
        "biclique.maximal.stats, 'b', 'minLeft: 2, minRight: 2, span: 2, timeProperty: \"day\"', count, 0",
        "biclique.maximal.write, 'b', 'writeProperty: \"n\", span: 3, timeProperty: \"day\", minLeft: 2', count, 4",
        "biclique.maximal.mutate, 'b', 'mutateProperty: \"n\", span: 3, timeProperty: \"day\", minRight: 3', count, 3",
        "clique.maximal.stats, 'u', 'minSize: 3, span: 2, timeProperty: \"day\"', count, 2",
        "clique.maximal.write, 'u', 'minSize: 4, span: 100, timeProperty: \"day\", writeProperty: \"n\"', count, 2",
        "biclique.near.stats, 'b', 'minLeft: 3, minRight: 3, span: 4, timeProperty: \"day\"', count, 1",
        "biclique.near.stats, 'b', 'minLeft: 3, minRight: 3, span: 3, timeProperty: \"day\"', count, 0",
        "clique.near.stats, 'u', 'minSize: 5, span: 100, timeProperty: \"day\"', count, 1"
    })
    void countsAreOfGroupsWithinTheSpan(String procedure, String graph, String keys, String column, long expected) {
        assertThat(TestDatabase.row("CALL motif." + procedure + "('" + graph + "', {" + keys.replace('"', '\'') + "})"))
                .as("%s {%s}", procedure, keys)
                .containsEntry(column, expected);
    }

    @Test
    void aGraphOfTheCallIsReadWithItsTimes() {
        assertThat(TestDatabase.rows("CALL motif.biclique.maximum({nodes: {left: 'User', right: 'Item'},"
                        + " relationships: 'HAD'}, {timeProperty: 'day', span: 4}) YIELD edges, leftSize"))
                .extracting(row -> row.get("edges"))
                .containsExactly(6L);
        assertThat(TestDatabase.row("CALL motif.clique.maximum({nodes: 'Person', relationships: 'MET'},"
                        + " {timeProperty: 'day', span: 4}) YIELD size"))
                .containsEntry("size", 4L);
    }

    @Test
    void wrongParametersAreNamed() {
        assertFails("motif.biclique.maximal.stats('b', {span: 3})", "`span` needs `timeProperty`");
        assertFails(
                "motif.biclique.maximal.stats('b', {timeProperty: 'day'})", "`span` is missing: it must be an INTEGER");
        assertFails("motif.clique.near.stats('u', {minSize: 3, span: -1, timeProperty: 'day'})", "`span` must be");
        assertFails("motif.biclique.maximal.stats('b', {span: 3, timeProperty: 'at'})", "`span` must be a duration");
        assertFails(
                "motif.biclique.maximal.stats('b', {span: duration('P1D'), timeProperty: 'day'})",
                "`span` must be an INTEGER");
        assertFails(
                "motif.clique.maximal.stats('u', {span: 3, timeProperty: 'day', contains: 1})",
                "`contains` must be left out with `span`");
    }

    private static void assertFails(String call, String message) {
        assertThatThrownBy(() -> TestDatabase.rows("CALL " + call)).hasMessageContaining(message);
    }
}
