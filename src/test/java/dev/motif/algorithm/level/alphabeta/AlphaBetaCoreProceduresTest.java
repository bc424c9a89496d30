package dev.motif.algorithm.level.alphabeta;

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
class AlphaBetaCoreProceduresTest {
    @BeforeEach
    void createPurchases() {
        // a, b and c have x and y; a has z as well, and d only z.
        TestDatabase.rows("UNWIND ['ax', 'ay', 'az', 'bx', 'by', 'cx', 'cy', 'dz'] AS pair"
                + " MERGE (u:U {name: left(pair, 1)}) MERGE (i:I {name: right(pair, 1)}) MERGE (u)-[:R]->(i)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'R')");
    }

    @Test
    void statsAreAsCountedByHand() {
        for (String graph : List.of("'g'", "{nodes: {left: 'U', right: 'I'}, relationships: 'R'}")) {
            assertThat(TestDatabase.row("CALL motif.alphaBetaCore.stats(" + graph + ", {alpha: 2, beta: 3})"))
                    .containsEntry("alpha", 2L)
                    .containsEntry("beta", 3L)
                    .containsEntry("leftCount", 3L)
                    .containsEntry("rightCount", 2L)
                    .containsEntry("relationshipCount", 6L)
                    .containsEntry("maxBeta", 3L)
                    .containsEntry("backend", "CPU");
        }
        assertThat(TestDatabase.rows("CALL motif.alphaBetaCore.stats('g', {alpha: [3, 1, 4]})"
                        + " YIELD alpha, beta, leftCount, rightCount, maxBeta"))
                .isEqualTo(List.of(
                        Map.of("alpha", 3L, "beta", 1L, "leftCount", 1L, "rightCount", 3L, "maxBeta", 1L),
                        Map.of("alpha", 1L, "beta", 1L, "leftCount", 4L, "rightCount", 3L, "maxBeta", 3L),
                        Map.of("alpha", 4L, "beta", 1L, "leftCount", 0L, "rightCount", 0L, "maxBeta", 0L)));
    }

    @Test
    void rowsPropertiesAndColumnsAreTheSame() {
        String row = " RETURN collect(name) AS names, beta ORDER BY beta";
        List<Map<String, Object>> expected = List.of(
                Map.of("names", List.of("z"), "beta", 1L),
                Map.of("names", List.of("a", "b", "c", "x", "y"), "beta", 3L));
        assertThat(TestDatabase.rows("CALL motif.alphaBetaCore.stream('g', {alpha: 2, nodes: true}) YIELD node, beta"
                        + " WITH node.name AS name, beta ORDER BY name" + row))
                .isEqualTo(expected);
        assertThat(TestDatabase.row("CALL motif.alphaBetaCore.write('g', {alpha: 2, writeProperty: 'beta'})"
                        + " YIELD nodePropertiesWritten, maxBeta"))
                .isEqualTo(Map.of("nodePropertiesWritten", 7L, "maxBeta", 3L));
        assertThat(TestDatabase.rows(
                        "MATCH (n) WHERE n.beta > 0 WITH n.name AS name, n.beta AS beta ORDER BY name" + row))
                .isEqualTo(expected);
        assertThat(TestDatabase.row("MATCH (n {beta: 0}) RETURN n.name AS name"))
                .isEqualTo(Map.of("name", "d"));
        TestDatabase.rows("CALL motif.alphaBetaCore.mutate('g', {alpha: 2, mutateProperty: 'beta'})");
        assertThat(TestDatabase.row("CALL motif.graph.nodeProperties.stream('g', 'beta') YIELD propertyValue"
                        + " RETURN sum(propertyValue) AS sum"))
                .isEqualTo(Map.of("sum", 16L));
        TestDatabase.rows("CALL motif.graph.dropProperties('g', 'beta')");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stats | alpha: 0 | `alpha` must be in [1, 2147483647], got 0",
                "stats | alpha: [] | `alpha` must be a number or a list of 1 to 100 of them, got []",
                "stats | beta: [2] | `beta` must be an INTEGER in [1, 2147483647], got [2]",
                "write | alpha: [2], writeProperty: 'x' | `alpha` must be an INTEGER in [1, 2147483647], got [2]",
                "write | beta: 2, writeProperty: 'x' | Unknown parameter `beta`"
            })
    void wrongValuesAreErrors(String mode, String configuration, String message) {
        assertThatThrownBy(
                        () -> TestDatabase.rows("CALL motif.alphaBetaCore." + mode + "('g', {" + configuration + "})"))
                .hasMessageContaining(message);
    }
}
