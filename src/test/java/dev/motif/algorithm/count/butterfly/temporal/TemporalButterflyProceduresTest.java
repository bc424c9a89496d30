package dev.motif.algorithm.count.butterfly.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code motif.butterfly.*} with a window of time. */
@EmptyDatabase
class TemporalButterflyProceduresTest {
    private static final String NODES = "{left: 'Card', right: 'Shop'}";
    private static final String MAP = "{nodes: " + NODES + ", relationships: 'PAID_AT'}";

    /** Two cards at two shops within 30 minutes, one of them there again a day later; a third card two days later. */
    @BeforeEach
    void createPayments() {
        TestDatabase.rows(
                "UNWIND [[1, 1, 0], [1, 2, 10], [2, 1, 20], [2, 2, 30], [2, 2, 1440], [3, 1, 2880], [3, 2, 2890]]"
                        + " AS row MERGE (c:Card {i: row[0]}) MERGE (s:Shop {i: row[1]})"
                        + " CREATE (c)-[:PAID_AT {minute: row[2], at: datetime('2026-11-01T12:00Z') + duration({minutes: row[2]}),"
                        + " day: date('2026-11-01') + duration({days: row[2] / 1440}), rating: row[2] / 2.0, note: 'x'}]->(s)");
    }

    private static void project(String properties) {
        TestDatabase.rows(
                "CALL motif.graph.project('g', " + NODES + ", 'PAID_AT', {relationshipIds: true, " + properties + "})");
    }

    private static Object count(String graph, String keys) {
        return TestDatabase.row("CALL motif.butterfly.stats(" + graph + ", {" + keys + "})")
                .get("count");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "timeProperty: 'minute', window: 29 | 0",
                "timeProperty: 'minute', window: 30 | 1",
                "timeProperty: 'minute', window: 1440 | 2",
                "timeProperty: 'minute', window: 1e6 | 5",
                "timeProperty: 'at', window: duration('PT29M59.999S') | 0",
                "timeProperty: 'at', window: duration('PT30M') | 1",
                "timeProperty: 'at', window: duration('P1D') | 2",
                "timeProperty: 'at', window: duration('P1W') | 5",
                "timeProperty: 'day', window: duration('PT0S') | 1",
                "timeProperty: 'day', window: duration('PT47H') | 2",
            })
    void eachRelationshipCountsWithItsTime(String keys, long expected) {
        project("parallel: 'KEEP', relationshipProperties: ['minute', 'at', 'day']");
        assertThat(count("'g'", keys)).isEqualTo(expected);
        assertThat(count(MAP, keys)).as("projected for the call").isEqualTo(expected);
    }

    @Test
    void aggregatedTimesCountOnce() {
        project("relationshipProperties: {first: {property: 'minute', aggregation: 'MIN'}}");
        assertThat(count("'g'", "timeProperty: 'first', window: 30")).isEqualTo(1L);
        assertThat(count("'g'", "timeProperty: 'first', window: 1000000")).isEqualTo(count("'g'", ""));
    }

    @Test
    void relationshipsWithoutTimeAreLeftOutOfLists() {
        TestDatabase.rows("MATCH (:Card {i: 1})-[r]->(:Shop {i: 2}) REMOVE r.minute");
        project(
                "relationshipProperties: {minute: {aggregation: 'KEEP'}, first: {property: 'minute', aggregation: 'MIN'}}");
        assertThat(count("'g'", "timeProperty: 'minute', window: 1000000")).isEqualTo(2L);
        assertThatThrownBy(() -> count("'g'", "timeProperty: 'first', window: 10"))
                .hasMessageContaining("`timeProperty`: column 'first' has no value for some relationships");
    }

    @Test
    void streamWriteAndMutateCountEach() {
        project("relationshipProperties: 'minute', parallel: 'KEEP'");
        String window = "timeProperty: 'minute', window: 1440";
        assertThat(
                        TestDatabase.rows(
                                "CALL motif.butterfly.stream('g', {" + window
                                        + ", nodes: true}) YIELD node, count RETURN labels(node)[0] + node.i AS node, count ORDER BY node"))
                .extracting(row -> row.get("node") + " " + row.get("count"))
                .containsExactly("Card1 2", "Card2 2", "Card3 0", "Shop1 2", "Shop2 2");
        assertThat(TestDatabase.rows("CALL motif.butterfly.stream('g', {" + window
                                + ", per: 'RELATIONSHIP'}) YIELD count RETURN count ORDER BY count")
                        .stream()
                        .map(row -> row.get("count")))
                .containsExactly(0L, 0L, 2L, 2L, 2L, 2L);
        assertThat(TestDatabase.row("CALL motif.butterfly.mutate('g', {" + window + ", mutateProperty: 'within'})"))
                .containsEntry("count", 2L)
                .containsEntry("propertiesWritten", 5L);
        assertThat(TestDatabase.row("CALL motif.butterfly.write('g', {" + window
                        + ", writeProperty: 'within', per: 'RELATIONSHIP'})"))
                .containsEntry("countText", "2");
        assertThat(TestDatabase.row("MATCH (:Card {i: 2})-[r]->(:Shop {i: 2}) RETURN collect(r.within) AS all"))
                .isEqualTo(Map.of("all", List.of(2L, 2L)));
    }

    /** A column that a call has added is as good as one of the projection. */
    @Test
    void columnOfCountsIsATimeToo() {
        project("relationshipProperties: 'minute', parallel: 'KEEP'");
        TestDatabase.rows("CALL motif.butterfly.mutate('g', {mutateProperty: 'all', per: 'RELATIONSHIP'})");
        assertThat(count("'g'", "timeProperty: 'all', window: 0")).isEqualTo(3L);
        assertThat(TestDatabase.row("CALL motif.butterfly.stats.estimate('g', {timeProperty: 'all', window: 0})"))
                .containsEntry("backend", "CPU");
    }

    @Test
    void statsHaveNoClusteringCoefficient() {
        project("relationshipProperties: 'minute', parallel: 'KEEP'");
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g', {timeProperty: 'minute', window: 1440})"))
                .containsEntry("clusteringCoefficient", null)
                .containsEntry("leftMaxCount", 2L)
                .containsEntry("backend", "CPU");
        assertThat(TestDatabase.row(
                        "CALL motif.butterfly.stats.estimate(" + MAP + ", {timeProperty: 'minute', window: 1440})"))
                .containsEntry("backend", "CPU");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "window: 1 | `window` needs `timeProperty`",
                "timeProperty: 'minute' | `window` is missing: it must be an INTEGER in [0, 9223372036854775807] or a duration",
                "timeProperty: 'minute', window: -1 | `window` must be an INTEGER in [0, 9223372036854775807] or a duration",
                "timeProperty: 'minute', window: 1.5 | `window` must be an INTEGER in",
                "timeProperty: 'minute', window: 'PT1H' | `window` must be an INTEGER in",
                "timeProperty: 'at', window: duration('P1M') | without months, below 292 years, got",
                "timeProperty: 'at', window: duration('P400000D') | without months, below 292 years, got",
                "timeProperty: 'at', window: duration('-PT1S') | `window` must be an INTEGER in",
                "timeProperty: 'minute', window: duration('PT1H') | `window` must be an INTEGER, as the times of",
                "timeProperty: 'at', window: 3600 | `window` must be a duration, since column 'at' is one of type ZONED",
                "timeProperty: 'rating', window: 1 | `timeProperty` must be a column of INTEGERs or temporal values",
                "timeProperty: 'note', window: 1 | `timeProperty` must be a column of INTEGERs or temporal values",
                "timeProperty: 'none', window: 1 | 'none'",
            })
    void wrongParametersAreNamed(String keys, String message) {
        project("parallel: 'KEEP', relationshipProperties: ['minute', 'at', 'rating', 'note']");
        assertThatThrownBy(() -> count("'g'", keys)).hasMessageContaining(message);
        assertThatThrownBy(() -> count(MAP, keys)).hasMessageContaining(message);
    }
}
