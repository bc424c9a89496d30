package dev.motif.algorithm.group.biclique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.OffHeapBudget;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** The parameter {@code contains} of the procedures about maximal bicliques. */
@EmptyDatabase
class ContainsProceduresTest {
    private static final String MAP = "{nodes: {left: 'U', right: 'I'}, relationships: 'B'}";

    /** Creates 14 users and 10 items; u1 and i4 are related, u2 and i4 are not. */
    @BeforeEach
    void createPurchases() {
        TestDatabase.rows("UNWIND range(0, 13) AS u CREATE (:U {name: 'u' + u, number: u})");
        TestDatabase.rows("UNWIND range(0, 9) AS i CREATE (:I {name: 'i' + i, number: i})");
        TestDatabase.rows("MATCH (u:U), (i:I) WHERE (u.number * i.number + u.number) % 3 <> 1 AND u.number <> i.number"
                + " CREATE (u)-[:B]->(i)");
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'U', right: 'I'}, 'B')");
    }

    private static long id(String name) {
        return (long) TestDatabase.row("MATCH (n {name: '" + name + "'}) RETURN id(n) AS id")
                .get("id");
    }

    private static List<Long> ids(String... names) {
        return Stream.of(names).map(ContainsProceduresTest::id).toList();
    }

    /** The bicliques, each as the ids of its nodes. */
    private static Set<Set<Long>> bicliques(String graph, String configuration, Map<String, Object> parameters) {
        return TestDatabase.rows(
                        "CALL motif.biclique.maximal.stream(" + graph + ", {" + configuration
                                + "}) YIELD leftNodeIds, rightNodeIds",
                        parameters)
                .stream()
                .map(row -> Stream.of("leftNodeIds", "rightNodeIds")
                        .flatMap(side -> ((List<?>) row.get(side)).stream())
                        .map(Long.class::cast)
                        .collect(Collectors.toSet()))
                .collect(Collectors.toSet());
    }

    private static Set<Set<Long>> filtered(Collection<Long> contained, String configuration) {
        return bicliques("'g'", configuration, Map.of()).stream()
                .filter(biclique -> biclique.containsAll(contained))
                .collect(Collectors.toSet());
    }

    private static Stream<List<Long>> contained() {
        return Stream.of(
                ids("u1"),
                ids("i4"),
                ids("u1", "u3"),
                ids("u2", "i4"),
                ids("i1", "i4", "u6"),
                ids("u1", "u3", "i4", "i7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "minLeft: 2, minRight: 2", "maxLeft: 4", "minRight: 2"})
    void streamHasThoseOfTheWholeStreamThatContainTheNodes(String limits) {
        String more = limits.isEmpty() ? "" : ", " + limits;
        int found = 0;
        for (List<Long> nodes : contained().toList()) {
            Set<Set<Long>> expected = filtered(nodes, limits);
            found += expected.size();
            assertThat(bicliques("'g'", "contains: $nodes" + more, Map.of("nodes", nodes)))
                    .isEqualTo(expected);
            assertThat(bicliques(MAP, "contains: $nodes" + more, Map.of("nodes", nodes)))
                    .isEqualTo(expected);
        }
        assertThat(found).isPositive();
    }

    @Test
    void nodeMayBeGivenAsItselfOnceOrTwice() {
        Set<Set<Long>> expected = filtered(ids("u1"), "");
        assertThat(bicliques("'g'", "contains: $node", Map.of("node", id("u1"))))
                .isEqualTo(expected);
        assertThat(TestDatabase.rows("MATCH (u {name: 'u1'})"
                        + " CALL motif.biclique.maximal.stream('g', {contains: u}) YIELD edges RETURN edges"))
                .hasSameSizeAs(expected);
        assertThat(
                        TestDatabase.rows(
                                "MATCH (u {name: 'u1'}) CALL motif.biclique.maximal.stream('g',"
                                        + " {contains: [u, u, id(u)]}) YIELD edges, leftNodeIds RETURN edges, id(u) IN leftNodeIds AS in"))
                .hasSameSizeAs(expected)
                .allMatch(row -> row.get("in").equals(true));
    }

    @Test
    void statsCountThemAndDescribeTheNamedGraph() {
        Map<String, Object> whole = TestDatabase.row(
                "CALL motif.biclique.maximal.stats('g') YIELD leftCount, rightCount, relationshipCount");
        for (String graph : List.of("'g'", MAP)) {
            for (List<Long> nodes : contained().toList()) {
                Map<String, Object> row = TestDatabase.row(
                        "CALL motif.biclique.maximal.stats(" + graph + ", {contains: $nodes})"
                                + " YIELD count, leftCount, rightCount, relationshipCount, configuration",
                        Map.of("nodes", nodes));
                assertThat(row).containsAllEntriesOf(whole);
                assertThat(row.get("count"))
                        .isEqualTo((long) filtered(nodes, "").size());
                assertThat((Map<?, ?>) row.get("configuration"))
                        .extracting("contains")
                        .isEqualTo(nodes);
            }
        }
    }

    @Test
    void largestOnesAreTheLargestOfThose() {
        List<Long> nodes = ids("u1", "i4");
        long largest = (long) TestDatabase.row(
                        "CALL motif.biclique.maximal.stream('g') YIELD leftNodeIds, rightNodeIds, edges"
                                + " WHERE all(id IN $nodes WHERE id IN leftNodeIds + rightNodeIds)"
                                + " RETURN max(edges) AS most",
                        Map.of("nodes", nodes))
                .get("most");
        assertThat(TestDatabase.row(
                        "CALL motif.biclique.maximum('g', {contains: $nodes})"
                                + " YIELD edges, leftNodeIds, rightNodeIds"
                                + " RETURN edges, all(id IN $nodes WHERE id IN leftNodeIds + rightNodeIds) AS in",
                        Map.of("nodes", nodes)))
                .isEqualTo(Map.of("edges", largest, "in", true));
        assertThat(TestDatabase.row(
                        "CALL motif.biclique.maximal.graph('g', {contains: $nodes}) YIELD edges, nodes"
                                + " RETURN edges, all(id IN $nodes WHERE id IN [n IN nodes | id(n)]) AS in",
                        Map.of("nodes", nodes)))
                .isEqualTo(Map.of("edges", largest, "in", true));
        assertThat(TestDatabase.rows(
                        "CALL motif.biclique.maximal.stream('g', {contains: $nodes, topK: 1}) YIELD edges",
                        Map.of("nodes", nodes)))
                .containsExactly(Map.of("edges", largest));
        assertThat(TestDatabase.rows(
                        "CALL motif.biclique.maximal.stream('g', {contains: $nodes, limit: 2}) YIELD edges",
                        Map.of("nodes", nodes)))
                .hasSize(2);
    }

    @Test
    void writeWritesThoseBicliquesAndTheNodesAround() {
        List<Long> nodes = ids("u1", "i4");
        Set<Set<Long>> expected = filtered(nodes, "");
        assertThat(expected).isNotEmpty();
        assertThat(TestDatabase.row(
                        "CALL motif.biclique.maximal.write('g', {contains: $nodes, writeBicliques: 'Found'})"
                                + " YIELD bicliquesWritten",
                        Map.of("nodes", nodes)))
                .isEqualTo(Map.of("bicliquesWritten", (long) expected.size()));
        assertThat(TestDatabase.rows("MATCH (b:Found)<--(n) RETURN b, collect(id(n)) AS ids").stream()
                        .map(row -> new HashSet<>((List<?>) row.get("ids")))
                        .collect(Collectors.toSet()))
                .isEqualTo(expected);
        TestDatabase.rows(
                "CALL motif.biclique.maximal.write('g', {contains: $nodes, writeProperty: 'n'}) YIELD nodePropertiesWritten",
                Map.of("nodes", nodes));
        Map<Object, Object> counts = TestDatabase.rows("MATCH (n) WHERE n.n > 0 RETURN id(n) AS id, n.n AS n").stream()
                .collect(Collectors.toMap(row -> row.get("id"), row -> row.get("n")));
        assertThat(counts)
                .isEqualTo(expected.stream()
                        .flatMap(Set::stream)
                        .collect(Collectors.groupingBy(id -> (Object) id, Collectors.counting())));
    }

    @Test
    void nodesThatAreNotRelatedHaveNoBiclique() {
        List<Long> nodes = ids("u1", "i1");
        assertThat(bicliques("'g'", "contains: $nodes", Map.of("nodes", nodes))).isEmpty();
        assertThat(TestDatabase.row(
                        "CALL motif.biclique.maximal.stats('g', {contains: $nodes}) YIELD count",
                        Map.of("nodes", nodes)))
                .isEqualTo(Map.of("count", 0L));
        assertThat(TestDatabase.rows(
                        "CALL motif.biclique.maximum('g', {contains: $nodes}) YIELD edges", Map.of("nodes", nodes)))
                .isEmpty();
    }

    @Test
    void deletedNodeIsStillInANamedGraph() {
        Set<Set<Long>> expected = filtered(ids("u1"), "");
        long deleted = id("u1");
        TestDatabase.rows("MATCH (u {name: 'u1'}) DETACH DELETE u");
        assertThat(bicliques("'g'", "contains: $node", Map.of("node", deleted))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "contains: 'u1' | `contains` must be a node, its id, or a list of 1 to 100 of them, got 'u1'",
                "contains: [] | `contains` must be a node, its id, or a list of 1 to 100 of them, got []",
                "contains: ['4:6fa1a5e8-6b0e-4d1c-9d3f-0123456789ab:7'] | of them, got '4:6fa1a5e8-6b0e-4d1c-9d3f-0123456789ab:7'. Pass the node itself in place of its elementId",
                "contains: [1, null] | of them, got null",
                "contains: range(1, 101) | a list of 1 to 100 of them, got [1, 2, 3",
                "contains: -1 | `contains` must be nodes of the graph, but node -1 is not in the graph",
                "contains: 9223372036854775807 | but node 9223372036854775807 is not in the graph",
            })
    void wrongNodesAreAMistake(String configuration, String message) {
        for (String call : List.of("maximal.stats", "maximal.stream", "maximum", "maximal.stream.estimate")) {
            TestDatabase.assertError("CALL motif.biclique." + call + "('g', {" + configuration + "})", message);
        }
    }

    @Test
    void unipartiteGraphIsAMistakeBeforeTheNodes() {
        TestDatabase.rows("CALL motif.graph.project('one', ['U', 'I'], 'B')");
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.biclique.maximal.stats('one', {contains: -1})"))
                .hasMessageContaining("Graph 'one' is unipartite, but a bipartite one is needed");
    }

    @Test
    void estimateIsThatOfThePartAndDescribesTheNamedGraph() {
        Map<String, Object> whole =
                TestDatabase.row("CALL motif.biclique.maximal.stream.estimate('g') YIELD nodeCount, relationshipCount");
        Map<String, Object> part = TestDatabase.row(
                "CALL motif.biclique.maximal.stream.estimate('g', {contains: $node})"
                        + " YIELD nodeCount, relationshipCount, treeView, bytesMin, bytesMax",
                Map.of("node", id("u1")));
        assertThat(part).containsAllEntriesOf(whole);
        assertThat((String) part.get("treeView")).contains("part of the graph around the contained nodes");
        Map<String, Object> projected = TestDatabase.row(
                "CALL motif.biclique.maximal.stream.estimate(" + MAP + ", {contains: $node})"
                        + " YIELD treeView, bytesMin, bytesMax",
                Map.of("node", id("u1")));
        assertThat((String) projected.get("treeView")).contains("part of the graph around the contained nodes: [0");
        assertThat((long) projected.get("bytesMax")).isGreaterThan((long) projected.get("bytesMin"));
    }

    @Test
    void closingTheStreamEarlyFreesThePart() {
        long before = OffHeapBudget.memory().liveBytes();
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            Result rows = transaction.execute(
                    "CALL motif.biclique.maximal.stream('g', {contains: $node}) YIELD edges", Map.of("node", id("u2")));
            assertThat(rows.next()).isNotEmpty();
            assertThat(OffHeapBudget.memory().liveBytes()).isGreaterThan(before);
        }
    }
}
