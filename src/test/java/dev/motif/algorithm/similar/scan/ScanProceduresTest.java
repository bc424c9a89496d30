package dev.motif.algorithm.similar.scan;

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
class ScanProceduresTest {
    /** The triangles a-b-c and x-y-z, h, who knows a and x, and o, who knows c. */
    private static final String FRIENDS = "CREATE (a:P {name: 'a'}), (b:P {name: 'b'}), (c:P {name: 'c'}),"
            + " (h:P {name: 'h'}), (o:P {name: 'o'}), (x:P {name: 'x'}), (y:P {name: 'y'}), (z:P {name: 'z'}),"
            + " (a)-[:KNOWS]->(b), (b)-[:KNOWS]->(c), (c)-[:KNOWS]->(a), (x)-[:KNOWS]->(y), (y)-[:KNOWS]->(z),"
            + " (z)-[:KNOWS]->(x), (h)-[:KNOWS]->(a), (h)-[:KNOWS]->(x), (o)-[:KNOWS]->(c)";

    private static final String MAP = "{nodes: 'P', relationships: 'KNOWS'}";

    @BeforeEach
    void createFriends() {
        TestDatabase.rows(FRIENDS);
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS')");
    }

    @Test
    void statsAreAsCountedByHand() {
        for (String graph : List.of("'g'", MAP)) {
            assertThat(TestDatabase.row("CALL motif.scan.stats(" + graph + ", {epsilon: 0.72, mu: 3})"))
                    .containsEntry("epsilon", 0.72)
                    .containsEntry("mu", 3L)
                    .containsEntry("clusterCount", 2L)
                    .containsEntry("coreCount", 6L)
                    .containsEntry("borderCount", 0L)
                    .containsEntry("hubCount", 1L)
                    .containsEntry("outlierCount", 1L)
                    .containsEntry("largestCluster", 3L)
                    .containsEntry("nodeCount", 8L)
                    .containsEntry("relationshipCount", 9L)
                    .containsEntry("backend", "CPU");
        }
    }

    @Test
    void listsGiveARowForEachPair() {
        assertThat(TestDatabase.rows("CALL motif.scan.stats('g', {epsilon: [0.7, 1], mu: [3, 2]})"
                        + " YIELD epsilon, mu, clusterCount"))
                .isEqualTo(List.of(
                        Map.of("epsilon", 0.7, "mu", 3L, "clusterCount", 2L),
                        Map.of("epsilon", 0.7, "mu", 2L, "clusterCount", 2L),
                        Map.of("epsilon", 1.0, "mu", 3L, "clusterCount", 0L),
                        Map.of("epsilon", 1.0, "mu", 2L, "clusterCount", 1L)));
    }

    @Test
    void defaultsAreThoseOfThePaper() {
        assertThat(TestDatabase.row("CALL motif.scan.stats('g') YIELD epsilon, mu, configuration"
                        + " RETURN epsilon, mu, configuration.epsilon AS e, configuration.mu AS m"))
                .isEqualTo(Map.of("epsilon", 0.7, "mu", 2L, "e", 0.7, "m", 2L));
    }

    /** The order of two clusters depends on the ids of nodes. */
    @Test
    void streamTellsTheRoleAndTheClustersOfEachNode() {
        assertThat(TestDatabase.rows("CALL motif.scan.stream('g', {epsilon: 0.72, mu: 3, nodes: true})"
                        + " YIELD role, clusterId, clusterIds, node WITH * ORDER BY node.name"
                        + " WITH collect(node.name) AS names, role, clusterId, clusterIds"
                        + " RETURN names, role, clusterIds = [clusterId] AS inOne, size(clusterIds) AS clusters,"
                        + " coalesce(clusterId IN [0, 1], false) AS numbered ORDER BY names[0]"))
                .isEqualTo(List.of(
                        row(List.of("a", "b", "c"), "CORE", true),
                        row(List.of("h"), "HUB", false),
                        row(List.of("o"), "OUTLIER", false),
                        row(List.of("x", "y", "z"), "CORE", true)));
    }

    private static Map<String, Object> row(List<String> names, String role, boolean inOne) {
        return Map.of("names", names, "role", role, "inOne", inOne, "clusters", inOne ? 1L : 0L, "numbered", inOne);
    }

    @Test
    void writeSetsTheClusterAndTheRole() {
        assertThat(TestDatabase.row("CALL motif.scan.write('g', {epsilon: 0.72, mu: 3, writeProperty: 'cluster',"
                        + " roleProperty: 'role', writeConcurrency: 2})"
                        + " YIELD nodePropertiesWritten, skipped, clusterCount, hubCount, outlierCount"))
                .isEqualTo(Map.of(
                        "nodePropertiesWritten",
                        16L,
                        "skipped",
                        0L,
                        "clusterCount",
                        2L,
                        "hubCount",
                        1L,
                        "outlierCount",
                        1L));
        assertThat(TestDatabase.rows("MATCH (p:P) WITH p ORDER BY p.name"
                        + " RETURN sign(p.cluster) >= 0 AS inCluster, p.role AS role, collect(p.name) AS names,"
                        + " count(DISTINCT p.cluster) AS clusters ORDER BY role"))
                .isEqualTo(List.of(
                        Map.of(
                                "inCluster",
                                true,
                                "role",
                                "CORE",
                                "clusters",
                                2L,
                                "names",
                                List.of("a", "b", "c", "x", "y", "z")),
                        Map.of("inCluster", false, "role", "HUB", "clusters", 1L, "names", List.of("h")),
                        Map.of("inCluster", false, "role", "OUTLIER", "clusters", 1L, "names", List.of("o"))));
        TestDatabase.rows("MATCH (p:P {name: 'o'}) DETACH DELETE p");
        assertThat(TestDatabase.row("CALL motif.scan.write('g', {writeProperty: 'again'})"
                        + " YIELD nodePropertiesWritten, skipped"))
                .isEqualTo(Map.of("nodePropertiesWritten", 7L, "skipped", 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stats | epsilon: 1.1 | `epsilon` must be in [0.0, 1.0], got 1.1",
                "stats | epsilon: 'x' | `epsilon` must be a number in [0.0, 1.0], got 'x'",
                "stats | epsilon: [] | `epsilon` must be a number or a list of 1 to 100 of them, got []",
                "stats | epsilon: [0.5, null] | `epsilon` must be a number in [0.0, 1.0], got null",
                "stats | epsilon: range(1, 101) | `epsilon` must be a number or a list of 1 to 100",
                "stats | mu: 0 | `mu` must be in [1, 2147483647], got 0",
                "stats | mu: [2, 2.5] | `mu` must be an INTEGER in [1, 2147483647], got 2.5",
                "stream | epsilon: [0.5] | `epsilon` must be a number in [0.0, 1.0], got [0.5]",
                "write | writeProperty: 'a', mu: [2] | `mu` must be an INTEGER in [1, 2147483647], got [2]",
                "write | writeProperty: 'a', roleProperty: 'a' | `roleProperty` must not be the `writeProperty`",
                "write | roleProperty: 'a' | `writeProperty` is missing",
                "stats | algorithm: 'BMP' | Unknown parameter `algorithm`",
                "stats | epsylon: 0.5 | Unknown parameter `epsylon`"
            })
    void wrongValuesAreErrors(String mode, String configuration, String message) {
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.scan." + mode + "('g', {" + configuration + "})"))
                .hasMessageContaining(message);
    }
}
