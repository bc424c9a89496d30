package dev.motif.algorithm.similar.clustering;

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

@EmptyDatabase
class ClusteringProceduresTest {
    /** a and b have x and y in common, b and c have z. */
    private static final String RATINGS = "UNWIND ['ax', 'ay', 'bx', 'by', 'bz', 'cz'] AS pair"
            + " MERGE (u:U {name: left(pair, 1)}) MERGE (i:I {name: right(pair, 1)}) CREATE (u)-[:R]->(i)";

    private static final String MAP = "{nodes: {left: 'U', right: 'I'}, relationships: 'R'}";

    @BeforeEach
    void createRatings() {
        TestDatabase.rows(RATINGS);
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
    }

    private static List<Map<String, Object>> streamed(String graph, String configuration) {
        return TestDatabase.rows("CALL motif.clustering.stream(" + graph + ", {nodes: true, " + configuration + "})"
                + " YIELD node, side, coefficient"
                + " RETURN node.name AS name, side, round(coefficient, 3) AS c ORDER BY side, name");
    }

    private static Map<String, Object> row(String name, String side, double coefficient) {
        return Map.of("name", name, "side", side, "c", coefficient);
    }

    @Test
    void streamHasTheCoefficientsOfEachMode() {
        for (String graph : List.of("'g'", MAP)) {
            assertThat(streamed(graph, "mode: 'DOT'"))
                    .containsExactly(
                            row("a", "LEFT", 0.667),
                            row("b", "LEFT", 0.5),
                            row("c", "LEFT", 0.333),
                            row("x", "RIGHT", 0.667),
                            row("y", "RIGHT", 0.667),
                            row("z", "RIGHT", 0.333));
        }
        assertThat(streamed("'g'", "mode: 'min', side: 'LEFT'"))
                .containsExactly(row("a", "LEFT", 1), row("b", "LEFT", 1), row("c", "LEFT", 1));
        assertThat(streamed("'g'", "mode: 'MAX', side: 'LEFT'"))
                .containsExactly(row("a", "LEFT", 0.667), row("b", "LEFT", 0.5), row("c", "LEFT", 0.333));
        // b has one square of x and y, where there could be 1; of x and z, and of y and z, none where there could be 2.
        assertThat(streamed("'g'", "mode: 'SQUARE', side: 'LEFT'"))
                .containsExactly(row("a", "LEFT", 1), row("b", "LEFT", 0.2), row("c", "LEFT", 0));
    }

    @Test
    void statsAreTheAverages() {
        assertThat(TestDatabase.row("CALL motif.clustering.stats('g') YIELD leftAverage, rightAverage, backend"
                        + " RETURN round(leftAverage, 3) AS l, round(rightAverage, 3) AS r, backend"))
                .isEqualTo(Map.of("l", 0.5, "r", 0.556, "backend", "CPU"));
        assertThat(TestDatabase.row("CALL motif.clustering.stats('g', {side: 'RIGHT'})"))
                .containsEntry("leftAverage", null)
                .containsEntry("leftCount", 3L)
                .containsEntry("rightCount", 3L)
                .containsEntry("relationshipCount", 6L);
    }

    @Test
    void writeSetsThePropertyOfTheSidesThatWereAskedFor() {
        assertThat(TestDatabase.row("CALL motif.clustering.write('g', {writeProperty: 'c'})"
                        + " YIELD nodePropertiesWritten, skipped"))
                .isEqualTo(Map.of("nodePropertiesWritten", 6L, "skipped", 0L));
        assertThat(TestDatabase.row("MATCH (n {name: 'b'}) RETURN n.c AS c")).isEqualTo(Map.of("c", 0.5));
        TestDatabase.rows("MATCH (n {name: 'c'}) DETACH DELETE n");
        assertThat(TestDatabase.row("CALL motif.clustering.write('g', {writeProperty: 'd', side: 'LEFT'})"
                        + " YIELD nodePropertiesWritten, skipped"))
                .isEqualTo(Map.of("nodePropertiesWritten", 2L, "skipped", 1L));
        assertThat(TestDatabase.row("MATCH (n) WHERE n.d IS NOT NULL RETURN count(*) AS nodes"))
                .isEqualTo(Map.of("nodes", 2L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stats | mode: 'dots' | `mode` must be one of 'DOT', 'MIN', 'MAX', 'SQUARE', got 'dots'",
                "stream | side: 'BOTH' | `side` must be one of 'LEFT', 'RIGHT', got 'BOTH'"
            })
    void wrongValuesAreErrors(String mode, String configuration, String message) {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.clustering." + mode + "('g', {" + configuration + "})"))
                .hasMessageContaining(message);
    }
}
