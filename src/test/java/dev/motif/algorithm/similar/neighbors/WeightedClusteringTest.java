package dev.motif.algorithm.similar.neighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares clustering coefficients by weights with the definition of Barrat and others, pair by pair of neighbors. */
@EmptyDatabase
class WeightedClusteringTest {
    private static final int NODES = 20;

    private static double[][] makeGraph(int seed) {
        Random random = new Random(seed);
        double[][] weights = new double[NODES][NODES];
        TestDatabase.rows("UNWIND range(0, " + (NODES - 1) + ") AS i CREATE (:P {i: i})");
        for (int u = 0; u < NODES; u++) {
            for (int v = u + 1; v < NODES; v++) {
                if (random.nextInt(4) == 0) {
                    weights[u][v] = 0.25 * (1 + random.nextInt(20));
                    weights[v][u] = weights[u][v];
                    TestDatabase.rows(
                            "MATCH (a:P {i: $u}), (b:P {i: $v}) CREATE (a)-[:R {w: $w, one: 1, huge: $huge, tiny: $tiny}]->(b)",
                            Map.of(
                                    "u",
                                    u,
                                    "v",
                                    v,
                                    "w",
                                    weights[u][v],
                                    "huge",
                                    weights[u][v] * 0x1p1020,
                                    "tiny",
                                    weights[u][v] * 0x1p-1072));
                }
            }
        }
        TestDatabase.rows(
                "CALL motif.graph.project('g', 'P', 'R', {nodeProperties: 'i', relationshipProperties: ['w', 'one', 'huge', 'tiny']})");
        return weights;
    }

    /** Barrat et al. (2004): the sum over pairs of adjacent neighbors of the mean weight to them, over s (k - 1). */
    private static double coefficient(double[][] weights, int v) {
        double strength = 0;
        int degree = 0;
        double sum = 0;
        for (int u = 0; u < NODES; u++) {
            strength += weights[v][u];
            degree += weights[v][u] > 0 ? 1 : 0;
            for (int w = 0; w < NODES; w++) {
                if (weights[v][u] > 0 && weights[v][w] > 0 && weights[u][w] > 0) {
                    sum += (weights[v][u] + weights[v][w]) / 2;
                }
            }
        }
        return degree < 2 ? 0 : sum / (strength * (degree - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void coefficientsAreThoseOfTheDefinition(int seed) {
        double[][] weights = makeGraph(seed);
        TestDatabase.rows("CALL motif.commonNeighbors.mutate('g', {per: 'NODE', mutateProperty: 'triangles',"
                + " coefficientProperty: 'weighted', relationshipWeightProperty: 'w'})");
        TestDatabase.rows("CALL motif.commonNeighbors.mutate('g', {per: 'NODE', mutateProperty: 't1',"
                + " coefficientProperty: 'ones', relationshipWeightProperty: 'one'})");
        TestDatabase.rows("CALL motif.commonNeighbors.mutate('g', {per: 'NODE', mutateProperty: 't2',"
                + " coefficientProperty: 'plain'})");
        for (String name : List.of("huge", "tiny")) {
            TestDatabase.rows("CALL motif.commonNeighbors.mutate('g', {per: 'NODE', mutateProperty: 't" + name
                    + "', coefficientProperty: 'of_" + name + "', relationshipWeightProperty: '" + name + "'})");
        }
        List<Map<String, Object>> rows = TestDatabase.rows(
                "CALL motif.graph.nodeProperties.stream('g', '*', {wide: true}) YIELD values RETURN values.i AS i,"
                        + " values.weighted AS weighted, values.of_huge AS huge, values.of_tiny AS tiny, values.ones AS ones, values.plain AS plain");
        assertThat(rows).hasSize(NODES);
        for (Map<String, Object> row : rows) {
            int v = ((Number) row.get("i")).intValue();
            assertThat((Double) row.get("weighted"))
                    .as("node " + v)
                    .isEqualTo(coefficient(weights, v), Offset.offset(1e-14));
            assertThat(row.get("huge")).isEqualTo(row.get("weighted"));
            assertThat(row.get("tiny")).isEqualTo(row.get("weighted"));
            assertThat((Double) row.get("ones")).isEqualTo((Double) row.get("plain"), Offset.offset(1e-14));
        }
    }

    @Test
    void weightsAreForCoefficients() {
        makeGraph(1);
        assertThatThrownBy(
                        () -> TestDatabase.rows("CALL motif.commonNeighbors.mutate('g', {per: 'NODE', mutateProperty:"
                                + " 't', relationshipWeightProperty: 'w'})"))
                .hasMessageContaining("`relationshipWeightProperty` is for `coefficientProperty`, which is missing");
    }
}
