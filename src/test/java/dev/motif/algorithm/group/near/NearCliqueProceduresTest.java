package dev.motif.algorithm.group.near;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class NearCliqueProceduresTest {
    private static final String GRAPH = "{nodes: 'Person', relationships: 'KNOWS'}";

    /** Creates people 1 to 6, who know all but one of each other, and person 7, who knows person 1 alone. */
    @BeforeEach
    void createPeople() {
        TestDatabase.rows("UNWIND range(1, 7) AS i CREATE (:Person {i: i})");
        TestDatabase.rows(
                "MATCH (a:Person), (b:Person) WHERE a.i < b.i AND (b.i < 7 AND a.i + b.i <> 7 OR a.i = 1 AND b.i = 7)"
                        + " CREATE (a)-[:KNOWS]->(b)");
    }

    @Test
    void statsStreamAndGraphFindTheOne() {
        assertThat(TestDatabase.row("CALL motif.clique.near.stats(" + GRAPH + ", {minSize: 4})"))
                .containsEntry("count", 1L)
                .containsEntry("countText", "1")
                .containsEntry("largest", 6L)
                .containsEntry("sizes", List.of(Map.of("size", 6L, "count", 1L, "countText", "1")))
                .containsEntry("nodeCount", 7L);
        assertThat(TestDatabase.row("CALL motif.clique.near.stream(" + GRAPH
                        + ", {minSize: 4, nodes: true}) YIELD size, edges, missingEdges, nodes, nodeIds"
                        + " RETURN size, edges, missingEdges, [n IN nodes | n.i] AS people,"
                        + " nodeIds = [n IN nodes | id(n)] AS same"))
                .containsEntry("size", 6L)
                .containsEntry("edges", 12L)
                .containsEntry("missingEdges", 3L)
                .containsEntry("same", true)
                .hasEntrySatisfying(
                        "people", people -> assertThat((List<?>) people).hasSize(6));
        assertThat(TestDatabase.row("CALL motif.clique.near.graph(" + GRAPH
                        + ", {minSize: 4, label: 'Group'}) YIELD clique, nodes, relationships, size, edges"
                        + " RETURN labels(clique) AS labels, size, edges, size(nodes) AS nodes,"
                        + " size(relationships) AS relationships"))
                .containsEntry("labels", List.of("Group"))
                .containsEntry("size", 6L)
                .containsEntry("edges", 12L)
                .containsEntry("nodes", 6L)
                .containsEntry("relationships", 6L);
    }

    @Test
    void writeAndMutateGiveEachNodeItsNumberOrMakeNodes() {
        assertThat(TestDatabase.row("CALL motif.clique.near.write(" + GRAPH + ", {minSize: 4, writeProperty: 'near'})"))
                .containsEntry("nodePropertiesWritten", 7L)
                .containsEntry("count", 1L)
                .containsEntry("cliquesWritten", 0L);
        assertThat(TestDatabase.row("MATCH (p:Person) WHERE p.near = toInteger(p.i < 7) RETURN count(*) AS right"))
                .containsEntry("right", 7L);
        assertThat(TestDatabase.row("CALL motif.clique.near.write(" + GRAPH
                        + ", {minSize: 4, writeCliques: 'Near', jobId: 'near'})"))
                .containsEntry("cliquesWritten", 1L)
                .containsEntry("relationshipsWritten", 6L)
                .containsEntry("count", null);
        assertThat(
                        TestDatabase.row(
                                "MATCH (g:Near)<-[r:IN_CLIQUE]-() RETURN g.size AS size, g.edges AS edges, count(r) AS members"))
                .containsEntry("size", 6L)
                .containsEntry("edges", 12L)
                .containsEntry("members", 6L);
        TestDatabase.rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        assertThat(TestDatabase.row("CALL motif.clique.near.mutate('g', {minSize: 4, mutateProperty: 'near'})"))
                .containsEntry("nodePropertiesWritten", 7L);
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('g', 'near') YIELD propertyValue"
                        + " RETURN propertyValue ORDER BY propertyValue"))
                .extracting(row -> row.get("propertyValue"))
                .containsExactly(0L, 1L, 1L, 1L, 1L, 1L, 1L);
    }

    @Test
    void topKAndOverlapChooseAmongThem() {
        String sizes = " YIELD size RETURN collect(size) AS sizes";
        assertThat(TestDatabase.row("CALL motif.clique.near.stream(" + GRAPH + ", {minSize: 3, topK: 1})" + sizes))
                .containsEntry("sizes", List.of(6L));
        assertThat(TestDatabase.row("CALL motif.clique.near.stream(" + GRAPH
                        + ", {minSize: 3, topK: 100, maxOverlap: 0.0})" + sizes))
                .containsEntry("sizes", List.of(6L));
        assertThat(TestDatabase.row("CALL motif.clique.near.graph(" + GRAPH + ", {minSize: 3, topK: 2})" + sizes)
                        .get("sizes"))
                .isEqualTo(List.of(6L, 3L));
        assertThatThrownBy(() -> TestDatabase.rows(
                        "CALL motif.clique.near.stream(" + GRAPH + ", {minSize: 3, maxOverlap: 0.5})"))
                .hasMessageContaining("`maxOverlap` needs `topK`, or a `limit` in [1, 100000]");
        assertThatThrownBy(() ->
                        TestDatabase.rows("CALL motif.clique.near.stream(" + GRAPH + ", {minSize: 3, topK: 100001})"))
                .hasMessageContaining("`topK` must be in [1, 100000], got 100001");
    }

    @Test
    void containsGivesThoseWithTheNodes() {
        String call = "MATCH (p:Person {i: $i}), (q:Person {i: 1}) CALL motif.clique.near.stats(" + GRAPH
                + ", {minSize: 4, contains: [p, q]}) YIELD count RETURN count";
        assertThat(TestDatabase.row(call.replace("$i", "2"))).containsEntry("count", 1L);
        assertThat(TestDatabase.row(call.replace("$i", "6"))).containsEntry("count", 1L);
        assertThat(TestDatabase.row(call.replace("$i", "7"))).containsEntry("count", 0L);
        assertThatThrownBy(() -> TestDatabase.rows(
                        "CALL motif.clique.near.stats(" + GRAPH + ", {minSize: 4, contains: 123456})"))
                .hasMessageContaining("`contains` must be nodes of the graph");
    }

    @Test
    void wrongParametersAreNamed() {
        for (String keys : List.of(
                "missing: 1",
                "minSize: 2",
                "minSize: -2",
                "missing: 2, minSize: 4",
                "missing: 4, minSize: 9",
                "missing: 0, minSize: 3",
                "minSize: 3, timeoutMillis: -1")) {
            assertThatThrownBy(() -> TestDatabase.rows("CALL motif.clique.near.stats(" + GRAPH + ", {" + keys + "})"))
                    .hasMessageContaining("java.lang.IllegalArgumentException: `")
                    .hasMessageMatching("(?s).*`(minSize|missing|timeoutMillis)`.*must be.*");
        }
        assertThatThrownBy(() ->
                        TestDatabase.rows("CALL motif.clique.near.stats(" + GRAPH + ", {missing: 2, minSize: 4})"))
                .hasMessageContaining("`minSize` must be 5 or more with `missing: 2`, since smaller groups need not be"
                        + " connected, got 4");
    }
}
