package dev.motif.algorithm.group.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EmptyDatabase
class KCliqueListProceduresTest {
    /** Creates 15 people of whom those with different remainders by 5 know each other: cliques have up to 5. */
    @BeforeEach
    void createPeople() {
        TestDatabase.rows("UNWIND range(0, 14) AS n CREATE (:P {number: n})");
        TestDatabase.rows("MATCH (a:P), (b:P) WHERE a.number < b.number AND a.number % 5 <> b.number % 5"
                + " CREATE (a)-[:KNOWS]->(b)");
        TestDatabase.rows("CALL motif.graph.project('g', 'P', 'KNOWS')");
    }

    private static List<Long> people(Integer... numbers) {
        return TestDatabase.rows(
                        "UNWIND $numbers AS n MATCH (p:P {number: n}) RETURN id(p) AS id",
                        Map.of("numbers", List.of(numbers)))
                .stream()
                .map(row -> (Long) row.get("id"))
                .toList();
    }

    private static List<List<Long>> cliques(String graph, String configuration, Map<String, Object> parameters) {
        return TestDatabase.rows(
                        "CALL motif.kclique.list(" + graph + ", {" + configuration + "}) YIELD nodeIds", parameters)
                .stream()
                .map(row -> ((List<?>) row.get("nodeIds"))
                        .stream().map(Long.class::cast).toList())
                .toList();
    }

    private static long count(int k, Object contains) {
        return (long) TestDatabase.row(
                        "CALL motif.kclique.stats('g', {k: $k, contains: $contains}) YIELD count",
                        Map.of("k", k, "contains", contains))
                .get("count");
    }

    @Test
    void everyCliqueIsListedOnce() {
        for (int k = 3; k <= 6; k++) {
            long count = (long) TestDatabase.row("CALL motif.kclique.stats('g', {k: " + k + "}) YIELD count")
                    .get("count");
            for (String graph : List.of("'g'", "{nodes: 'P', relationships: 'KNOWS'}")) {
                List<List<Long>> cliques = cliques(graph, "k: " + k, Map.of());
                int size = k;
                assertThat(cliques).hasSize((int) count).doesNotHaveDuplicates().allSatisfy(clique -> assertThat(clique)
                        .isSorted()
                        .hasSize(size)
                        .doesNotHaveDuplicates());
            }
        }
        assertThat(TestDatabase.row("CALL motif.kclique.list('g', {k: 3}) YIELD nodeIds"
                        + " UNWIND nodeIds AS a UNWIND nodeIds AS b WITH a, b WHERE a <> b"
                        + " MATCH (p:P), (q:P) WHERE id(p) = a AND id(q) = b AND NOT (p)--(q)"
                        + " RETURN count(*) AS strangers"))
                .isEqualTo(Map.of("strangers", 0L));
    }

    @Test
    void containedNodesAreInEveryClique() {
        for (List<Long> nodes : List.of(
                people(3), people(0, 1), people(0, 5), people(0, 6, 12), people(4, 3, 2, 1), people(0, 1, 2, 3, 4))) {
            for (int k = 3; k <= 6; k++) {
                Set<Set<Long>> expected = cliques("'g'", "k: " + k, Map.of()).stream()
                        .filter(clique -> clique.containsAll(nodes))
                        .map(Set::copyOf)
                        .collect(Collectors.toSet());
                List<List<Long>> found = cliques("'g'", "contains: $nodes, k: " + k, Map.of("nodes", nodes));
                assertThat(found).allSatisfy(clique -> assertThat(clique).isSorted());
                assertThat(found.stream().map(HashSet::new))
                        .containsExactlyInAnyOrderElementsOf(
                                expected.stream().map(HashSet::new).toList());
                assertThat(count(k, nodes)).isEqualTo(expected.size());
            }
        }
    }

    @Test
    void statsOfEverySizeBeginWithTheGivenOne() {
        assertThat(TestDatabase.rows(
                        "CALL motif.kclique.stats('g', {contains: $nodes})"
                                + " YIELD k, count, cliqueNumber, degeneracy, nodeCount, relationshipCount",
                        Map.of("nodes", people(0, 1))))
                .extracting(row -> row.get("k") + " " + row.get("count") + " " + row.get("cliqueNumber") + " "
                        + row.get("degeneracy") + " " + row.get("nodeCount") + " " + row.get("relationshipCount"))
                .containsExactly("3 9 5 null 15 90", "4 27 5 null 15 90", "5 27 5 null 15 90");
        assertThat(TestDatabase.rows(
                        "CALL motif.kclique.stats('g', {contains: $nodes, minK: 4, maxK: 4}) YIELD k, count, cliqueNumber",
                        Map.of("nodes", people(0, 1))))
                .extracting(row -> row.get("k") + " " + row.get("count") + " " + row.get("cliqueNumber"))
                .containsExactly("4 27 null");
    }

    @Test
    void strangersAreInNoClique() {
        assertThat(TestDatabase.rows(
                        "CALL motif.kclique.stats('g', {contains: $nodes}) YIELD k, count, cliqueNumber",
                        Map.of("nodes", people(0, 5))))
                .containsExactly(Map.of("k", 3L, "count", 0L, "cliqueNumber", 0L));
        // Three nodes that do not all know each other, although they are as many as k.
        assertThat(count(3, people(0, 5, 1))).isZero();
        assertThat(cliques("'g'", "k: 3, contains: $nodes", Map.of("nodes", people(0, 5, 1))))
                .isEmpty();
        assertThat(cliques("'g'", "k: 3, contains: $nodes", Map.of("nodes", people(2, 1, 0))))
                .containsExactly(people(2, 1, 0).stream().sorted().toList());
    }

    @Test
    void cliqueNumberIsThatAroundTheNodes() {
        TestDatabase.rows("MATCH (p:P {number: 0}) CREATE (p)-[:KNOWS]->(:P {number: 20})<-[:KNOWS]-(:P {number: 21}),"
                + " (:P {number: 22})");
        TestDatabase.rows("CALL motif.graph.project('more', 'P', 'KNOWS')");
        for (Map.Entry<List<Long>, Long> expected : Map.of(
                        people(21), 2L, people(22), 1L, people(20, 21), 2L, people(0), 5L, people(21, 22), 0L)
                .entrySet()) {
            assertThat(TestDatabase.rows(
                            "CALL motif.kclique.stats('more', {contains: $nodes}) YIELD cliqueNumber"
                                    + " RETURN DISTINCT cliqueNumber",
                            Map.of("nodes", expected.getKey())))
                    .containsExactly(Map.of("cliqueNumber", expected.getValue()));
        }
    }

    @Test
    void limitEndsTheList() {
        assertThat(cliques("'g'", "k: 3, limit: 7", Map.of())).hasSize(7).doesNotHaveDuplicates();
        assertThat(TestDatabase.rows("CALL motif.listProgress() YIELD status").get(0))
                .isEqualTo(Map.of("status", "FINISHED"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "contains: 1 | `k` is missing: it must be an INTEGER in [3, 512]",
                "k: 2 | `k` must be in [3, 512], got 2",
                "k: 3, limit: 0 | `limit` must be in [1, 9223372036854775807], got 0",
                "k: 3, contains: -7 | `contains` must be nodes of the graph, but node -7 is not in the graph",
                "k: 3, algorithm: 'PIVOT' | Unknown parameter `algorithm`"
            })
    void wrongConfigurationIsAMistake(String configuration, String message) {
        assertThatThrownBy(() -> cliques("'g'", configuration, Map.of()))
                .hasMessageContaining("java.lang.IllegalArgumentException: ")
                .hasMessageContaining(message);
    }

    @Test
    void estimateHasTheOrderedGraph() {
        Map<String, Object> row = TestDatabase.row(
                "CALL motif.kclique.list.estimate('g', {k: 3}) YIELD bytesMin, bytesMax, nodeCount, treeView");
        assertThat(row).containsEntry("nodeCount", 15L);
        assertThat((String) row.get("treeView")).contains("oriented graph", "candidates");
        assertThat((long) row.get("bytesMin")).isBetween(1L, (long) row.get("bytesMax"));
    }
}
