package dev.motif.algorithm.group.lockstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EmptyDatabase
class LockstepProceduresTest {
    private static final String NODES = "{left: 'Card', right: 'Shop'}";
    private static final String MAP = "{nodes: " + NODES + ", relationships: 'PAID_AT'}";
    private static final String HOUR = "timeProperty: 'at', window: duration('PT1H'), minLeft: 3, minRight: 2";

    /** Cards 1 to 3 are at shops 1 to 3 within 30 minutes each, on different days; card 4 is there too, hours later. */
    @BeforeEach
    void createPayments() {
        TestDatabase.rows("UNWIND range(1, 4) AS c CREATE (:Card {i: c})");
        TestDatabase.rows("UNWIND range(1, 3) AS s CREATE (:Shop {i: s})");
        TestDatabase.rows("MATCH (c:Card), (s:Shop) CREATE (c)-[:PAID_AT {at: datetime('2026-11-01T12:00Z')"
                + " + duration({days: s.i, minutes: CASE c.i WHEN 4 THEN 500 ELSE 10 * c.i END})}]->(s)");
        TestDatabase.rows("CALL motif.graph.project('g', " + NODES
                + ", 'PAID_AT', {relationshipProperties: 'at', parallel: 'KEEP'})");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'g'", MAP})
    void statsStreamAndGraphFindTheRing(String graph) {
        assertThat(TestDatabase.row("CALL motif.biclique.lockstep.stats(" + graph + ", {" + HOUR + "})"))
                .containsEntry("count", 1L)
                .containsEntry("countText", "1")
                .containsEntry("maxLeft", 3L)
                .containsEntry("maxRight", 3L)
                .containsEntry("leftCount", 4L);
        assertThat(TestDatabase.row("CALL motif.biclique.lockstep.stream(" + graph + ", {" + HOUR
                        + "}) YIELD leftSize, rightSize, leftNodes"
                        + " RETURN leftSize, rightSize, [n IN leftNodes | n.i] AS cards"))
                .containsEntry("leftSize", 3L)
                .containsEntry("rightSize", 3L)
                .hasEntrySatisfying(
                        "cards", cards -> assertThat((List<?>) cards).asList().containsExactlyInAnyOrder(1L, 2L, 3L));
        assertThat(TestDatabase.row("CALL motif.biclique.lockstep.graph(" + graph + ", {" + HOUR
                        + ", label: 'Ring'}) YIELD biclique, nodes, relationships"
                        + " RETURN labels(biclique) AS labels, size(nodes) AS nodes,"
                        + " size(relationships) AS relationships"))
                .containsEntry("labels", List.of("Ring"))
                .containsEntry("nodes", 6L)
                .containsEntry("relationships", 6L);
        assertThat(TestDatabase.row("CALL motif.biclique.lockstep.stream.estimate(" + graph + ", {" + HOUR + "})"))
                .containsEntry("backend", "CPU");
    }

    @Test
    void longWindowFindsTheFourthCard() {
        assertThat(TestDatabase.row("CALL motif.biclique.lockstep.stats('g', {timeProperty: 'at',"
                        + " window: duration('PT9H'), minLeft: 3, minRight: 2})"))
                .containsEntry("count", 1L)
                .containsEntry("maxLeft", 4L);
    }

    @Test
    void containsGivesThoseWithTheNodes() {
        String call = " MATCH (c:Card {i: $i}), (s:Shop {i: 1}) CALL motif.biclique.lockstep.stats('g', {" + HOUR
                + ", contains: [c, s]}) YIELD count RETURN count";
        assertThat(TestDatabase.row(call.replace("$i", "2"))).containsEntry("count", 1L);
        assertThat(TestDatabase.row(call.replace("$i", "4"))).containsEntry("count", 0L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "window: 1, minLeft: 2, minRight: 2 | `timeProperty`",
                "timeProperty: 'at', minLeft: 2, minRight: 2 | `window`",
                "timeProperty: 'at', window: duration('PT1H'), minRight: 2 | `minLeft`",
                "timeProperty: 'at', window: duration('PT1H'), minLeft: 2 | `minRight`",
                "timeProperty: 'at', window: duration('PT1H'), minLeft: 1, minRight: 2 | `minLeft` must be",
                "timeProperty: 'at', window: duration('PT1H'), minLeft: 2, minRight: 0 | `minRight` must be",
                "timeProperty: 'at', window: 5, minLeft: 2, minRight: 1 | `window` must be a duration",
                "timeProperty: 'at', window: duration('PT1H'), minLeft: 2, minRight: 1, limit: 1 | `limit`",
            })
    void wrongParametersAreNamed(String keys, String message) {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.biclique.lockstep.stats('g', {" + keys + "})"))
                .hasMessageContaining(message);
    }
}
