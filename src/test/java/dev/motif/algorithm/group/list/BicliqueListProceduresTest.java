package dev.motif.algorithm.group.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;

@EmptyDatabase
class BicliqueListProceduresTest {
    private static final String MAP = "{nodes: {left: 'U', right: 'I'}, relationships: 'B'}";

    /** Creates 9 users and 8 items; u1 and i3 are related, u2 and i2 are not. */
    @BeforeEach
    void createPurchases() {
        TestDatabase.rows("UNWIND range(0, 8) AS u CREATE (:U {name: 'u' + u, number: u})");
        TestDatabase.rows("UNWIND range(0, 7) AS i CREATE (:I {name: 'i' + i, number: i})");
        TestDatabase.rows("MATCH (u:U), (i:I) WHERE (u.number * i.number + u.number) % 3 <> 1 AND u.number <> i.number"
                + " CREATE (u)-[:B]->(i)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'B')");
    }

    private static List<Long> ids(String... names) {
        return Stream.of(names)
                .map(name -> (Long) TestDatabase.row("MATCH (n {name: $name}) RETURN id(n) AS id", Map.of("name", name))
                        .get("id"))
                .toList();
    }

    /** The bicliques, each as the ids of its left and of its right nodes. */
    private static List<List<List<Long>>> bicliques(
            String graph, String configuration, Map<String, Object> parameters) {
        return TestDatabase.rows(
                        "CALL motif.biclique.list(" + graph + ", {" + configuration
                                + "}) YIELD leftNodeIds, rightNodeIds",
                        parameters)
                .stream()
                .map(row -> Stream.of("leftNodeIds", "rightNodeIds")
                        .map(side -> ((List<?>) row.get(side))
                                .stream().map(Long.class::cast).toList())
                        .toList())
                .toList();
    }

    /** The bicliques by Cypher, which joins one relationship after another. */
    private static List<List<List<Long>>> matched(int p, int q) {
        List<String> patterns = new ArrayList<>();
        List<String> conditions = new ArrayList<>(List.of("true"));
        for (int u = 0; u < p; u++) {
            for (int i = 0; i < q; i++) {
                patterns.add("(u" + u + ":U)-[:B]->(i" + i + ":I)");
            }
        }
        for (int u = 1; u < p; u++) {
            conditions.add("id(u" + (u - 1) + ") < id(u" + u + ")");
        }
        for (int i = 1; i < q; i++) {
            conditions.add("id(i" + (i - 1) + ") < id(i" + i + ")");
        }
        return TestDatabase.rows("MATCH " + String.join(", ", patterns) + " WHERE " + String.join(" AND ", conditions)
                        + " RETURN " + ids("u", p) + " AS left, " + ids("i", q) + " AS right")
                .stream()
                .map(row -> Stream.of("left", "right")
                        .map(side -> ((List<?>) row.get(side))
                                .stream().map(Long.class::cast).toList())
                        .toList())
                .toList();
    }

    private static String ids(String side, int count) {
        return Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(i -> "id(" + side + i + ")")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    @Test
    void bicliquesAreThoseThatMatchFinds() {
        for (int p = 1; p <= 3; p++) {
            for (int q = 1; q <= 3; q++) {
                List<List<List<Long>>> expected = matched(p, q);
                for (String graph : List.of("'g'", MAP)) {
                    assertThat(bicliques(graph, "p: $p, q: $q", Map.of("p", p, "q", q)))
                            .containsExactlyInAnyOrderElementsOf(expected);
                }
            }
        }
    }

    @Test
    void containedNodesAreInEveryBiclique() {
        List<List<Long>> contained = List.of(
                ids("u1"),
                ids("i4"),
                ids("u1", "u3"),
                ids("i4", "i7"),
                ids("u2", "i2"),
                ids("u2", "i2", "i1"),
                ids("u1", "i3"),
                ids("u1", "u3", "i4", "i7"),
                ids("u0", "u3", "u6", "i1", "i2"));
        int found = 0;
        for (int p = 1; p <= 4; p++) {
            for (int q = 1; q <= 4; q++) {
                List<List<List<Long>>> all = bicliques("'g'", "p: $p, q: $q", Map.of("p", p, "q", q));
                for (List<Long> nodes : contained) {
                    Set<List<List<Long>>> expected = all.stream()
                            .filter(biclique -> biclique.stream()
                                    .flatMap(List::stream)
                                    .toList()
                                    .containsAll(nodes))
                            .collect(Collectors.toSet());
                    found += expected.size();
                    Map<String, Object> parameters = Map.of("p", p, "q", q, "nodes", nodes);
                    for (String graph : List.of("'g'", MAP)) {
                        assertThat(bicliques(graph, "p: $p, q: $q, contains: $nodes", parameters))
                                .as("%s", parameters)
                                .containsExactlyInAnyOrderElementsOf(expected);
                    }
                }
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void nodeMayBeGivenAsItself() {
        assertThat(TestDatabase.rows("MATCH (u {name: 'u1'})"
                        + " CALL motif.biclique.list('g', {p: 2, q: 2, contains: [u, id(u)]}) YIELD leftNodeIds"
                        + " RETURN DISTINCT id(u) IN leftNodeIds AS in"))
                .containsExactly(Map.of("in", true));
    }

    @Test
    void nodesAreThoseThatStillExist() {
        long deleted = ids("u3").get(0);
        Set<Object> before = new HashSet<>(bicliques("'g'", "p: 2, q: 2, contains: $node", Map.of("node", deleted)));
        TestDatabase.rows("MATCH (u {name: 'u3'}) DETACH DELETE u");
        assertThat(before).isNotEmpty();
        assertThat(new HashSet<Object>(bicliques("'g'", "p: 2, q: 2, contains: $node", Map.of("node", deleted))))
                .isEqualTo(before);
        assertThat(TestDatabase.rows(
                        "CALL motif.biclique.list('g', {p: 2, q: 2, nodes: true, contains: $node})"
                                + " YIELD leftNodeIds, rightNodeIds, leftNodes, rightNodes"
                                + " RETURN DISTINCT size(leftNodeIds) - size(leftNodes) AS gone,"
                                + " [n IN rightNodes | id(n)] = rightNodeIds AS same",
                        Map.of("node", deleted)))
                .containsExactly(Map.of("gone", 1L, "same", true));
    }

    @Test
    void limitEndsTheList() {
        assertThat(bicliques("'g'", "p: 2, q: 2, limit: 7", Map.of()))
                .hasSize(7)
                .doesNotHaveDuplicates();
        assertThat(TestDatabase.rows("CALL motif.listProgress() YIELD status").get(0))
                .isEqualTo(Map.of("status", "FINISHED"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "q: 2 | `p` is missing: it must be an INTEGER in [1, 256]",
                "p: 2 | `q` is missing: it must be an INTEGER in [1, 256]",
                "p: 0, q: 2 | `p` must be in [1, 256], got 0",
                "p: 2, q: 257 | `q` must be in [1, 256], got 257",
                "p: 9223372036854775807, q: 2 | `p` must be in [1, 256], got 9223372036854775807",
                "p: 2.5, q: 2 | `p` must be an INTEGER in [1, 256], got 2.5",
                "p: 2, q: '2' | `q` must be an INTEGER in [1, 256], got '2'",
                "p: 2, q: [2] | `q` must be an INTEGER in [1, 256], got [2]",
                "p: 2, q: 2, limit: 0 | `limit` must be in [1, 9223372036854775807], got 0",
                "p: 2, q: 2, limit: 1.5 | `limit` must be an INTEGER in [1, 9223372036854775807], got 1.5",
                "p: 2, q: 2, contains: -7 | `contains` must be nodes of the graph, but node -7 is not in the graph",
                "p: 2, q: 2, contains: [] | `contains` must be a node, its id, or a list of 1 to 100 of them, got []",
                "p: 2, q: 2, contains: 'u1' | `contains` must be a node, its id, or a list of 1 to 100 of them, got 'u1'",
                "p: 2, q: 2, nodes: 1 | `nodes` must be true or false, got 1",
                "p: 2, q: 2, concurrency: 0 | `concurrency` must be in [1, 1024], got 0",
                "p: 2, q: 2, jobId: '' | `jobId` must be a STRING that is not empty, got ''",
                "p: 2, q: 2, algorithm: 'GBC' | Unknown parameter `algorithm`",
                "maxP: 2, q: 2 | `p` is missing"
            })
    void wrongConfigurationIsAMistake(String configuration, String message) {
        for (String procedure : List.of("list", "list.estimate")) {
            TestDatabase.assertError("CALL motif.biclique." + procedure + "('g', {" + configuration + "})", message);
        }
    }

    @Test
    void unipartiteGraphIsAMistakeBeforeTheNodes() {
        TestDatabase.rows("CALL motif.graph.project('one', ['U', 'I'], 'B')");
        assertThatThrownBy(() -> bicliques("'one'", "p: 2, q: 2, contains: -1", Map.of()))
                .hasMessageContaining("Graph 'one' is unipartite, but a bipartite one is needed");
    }

    /** 60 users and 60 items, all related, have more than 10^34 (30,30)-bicliques. */
    private static void createVeryMany() {
        TestDatabase.rows("UNWIND range(1, 60) AS n CREATE (:V), (:J)");
        TestDatabase.rows("MATCH (v:V), (j:J) CREATE (v)-[:C]->(j)");
        TestDatabase.rows("CALL motif.graph.project('many', {left: 'V', right: 'J'}, 'C')");
    }

    private static final String VERY_MANY = "CALL motif.biclique.list('many', {p: 30, q: 30}) YIELD leftNodeIds";

    @Test
    @Timeout(300)
    void readerMayStopEarly() {
        createVeryMany();
        assertThat(TestDatabase.rows(VERY_MANY + " RETURN leftNodeIds LIMIT 10"))
                .hasSize(10);
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            assertThat(transaction.execute(VERY_MANY).next()).isNotEmpty();
            assertThat(TestDatabase.row("CALL motif.listProgress() YIELD status, stage RETURN status, stage LIMIT 1"))
                    .isEqualTo(Map.of("status", "RUNNING", "stage", "listing bicliques"));
        }
        assertThat(TestDatabase.rows("CALL motif.listProgress() YIELD status").get(0))
                .isEqualTo(Map.of("status", "CANCELED"));
    }

    @Test
    @Timeout(300)
    void timeoutEndsRowsThatAreBeingRead() {
        createVeryMany();
        try (Transaction transaction = TestDatabase.get().beginTx(1, TimeUnit.SECONDS)) {
            assertThatThrownBy(() -> transaction
                            .execute(VERY_MANY + " RETURN count(*) AS all")
                            .next())
                    .rootCause()
                    .isInstanceOf(TransactionTerminatedException.class);
        }
    }

    @Test
    void estimateHasTheCore() {
        Map<String, Object> row = TestDatabase.row("CALL motif.biclique.list.estimate('g', {p: 2, q: 3})"
                + " YIELD bytesMin, bytesMax, nodeCount, treeView, backend, heapBytesMax");
        assertThat(row).containsEntry("nodeCount", 17L).containsEntry("backend", "CPU");
        assertThat((String) row.get("treeView")).contains("finding the core", "neighborhoods of a root");
        assertThat((long) row.get("bytesMin")).isBetween(1L, (long) row.get("bytesMax"));
        assertThat((long) row.get("heapBytesMax")).isPositive();
    }

    @Test
    void estimateOfContainedNodesIsThatOfThePart() {
        for (String graph : List.of("'g'", MAP)) {
            for (List<Long> nodes : List.of(ids("u1"), ids("u1", "u3", "i4", "i7"))) {
                Map<String, Object> row = TestDatabase.row(
                        "CALL motif.biclique.list.estimate(" + graph + ", {p: 2, q: 3, contains: $nodes})"
                                + " YIELD bytesMin, bytesMax, nodeCount, treeView",
                        Map.of("nodes", nodes));
                assertThat(row).containsEntry("nodeCount", 17L);
                assertThat((String) row.get("treeView")).contains("part of the graph around the contained nodes");
                assertThat((long) row.get("bytesMin")).isLessThanOrEqualTo((long) row.get("bytesMax"));
            }
        }
    }
}
