package dev.motif.algorithm.group.near;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class NearBicliqueProceduresTest {
    private static final String GRAPH = "{nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'}";

    /** Creates users 1 to 4 and items 1 to 4, where user i has not rated item i, and user 5, who has rated item 1 alone. */
    @BeforeEach
    void createRatings() {
        TestDatabase.rows("UNWIND range(1, 5) AS u CREATE (:User {i: u})");
        TestDatabase.rows("UNWIND range(1, 4) AS i CREATE (:Item {i: i})");
        TestDatabase.rows("MATCH (u:User), (i:Item) WHERE u.i < 5 AND u.i <> i.i OR u.i = 5 AND i.i = 1"
                + " CREATE (u)-[:RATED]->(i)");
    }

    @Test
    void statsStreamAndGraphFindTheOne() {
        assertThat(TestDatabase.row("CALL motif.biclique.near.stats(" + GRAPH + ", {minLeft: 3, minRight: 3})"))
                .containsEntry("count", 1L)
                .containsEntry("countText", "1")
                .containsEntry("maxLeft", 4L)
                .containsEntry("maxRight", 4L)
                .containsEntry("leftCount", 5L);
        assertThat(TestDatabase.row("CALL motif.biclique.near.stream(" + GRAPH
                        + ", {minLeft: 3, minRight: 3, nodes: true}) YIELD leftSize, rightSize, edges, missingEdges, leftNodes"
                        + " RETURN leftSize, rightSize, edges, missingEdges, [n IN leftNodes | n.i] AS users"))
                .containsEntry("leftSize", 4L)
                .containsEntry("rightSize", 4L)
                .containsEntry("edges", 12L)
                .containsEntry("missingEdges", 4L)
                .hasEntrySatisfying(
                        "users", users -> assertThat((List<?>) users).hasSize(4));
        assertThat(TestDatabase.row("CALL motif.biclique.near.graph(" + GRAPH
                        + ", {minLeft: 3, minRight: 3, label: 'Group'}) YIELD biclique, nodes, relationships, edges"
                        + " RETURN labels(biclique) AS labels, edges, size(nodes) AS nodes,"
                        + " size(relationships) AS relationships"))
                .containsEntry("labels", List.of("Group"))
                .containsEntry("edges", 12L)
                .containsEntry("nodes", 8L)
                .containsEntry("relationships", 8L);
    }

    @Test
    void writeAndMutateGiveEachNodeItsNumberOrMakeNodes() {
        assertThat(TestDatabase.row("CALL motif.biclique.near.write(" + GRAPH
                        + ", {minLeft: 3, minRight: 3, writeProperty: 'near', value: 'LARGEST'})"))
                .containsEntry("nodePropertiesWritten", 9L)
                .containsEntry("count", 1L)
                .containsEntry("countText", "1")
                .containsEntry("bicliquesWritten", 0L);
        assertThat(TestDatabase.row("MATCH (n) RETURN collect(DISTINCT CASE WHEN n:User AND n.i = 5 THEN 'outside ' +"
                        + " n.near ELSE 'inside ' + n.near END) AS values"))
                .extractingByKey("values")
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .containsExactlyInAnyOrder("inside 12", "outside 0");
        assertThat(TestDatabase.row("CALL motif.biclique.near.write(" + GRAPH
                        + ", {minLeft: 3, minRight: 3, writeBicliques: 'Near', jobId: 'near'})"))
                .containsEntry("bicliquesWritten", 1L)
                .containsEntry("relationshipsWritten", 8L)
                .containsEntry("count", null);
        assertThat(TestDatabase.row(
                        "MATCH (g:Near)<-[r:IN_BICLIQUE]-() RETURN g.leftSize AS left, g.rightSize AS right,"
                                + " g.edges AS edges, count(r) AS members"))
                .containsEntry("left", 4L)
                .containsEntry("right", 4L)
                .containsEntry("edges", 12L)
                .containsEntry("members", 8L);
        TestDatabase.rows("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')");
        assertThat(TestDatabase.row("MATCH (u:User {i: 1}) CALL motif.biclique.near.mutate('g',"
                        + " {minLeft: 3, minRight: 3, contains: u, mutateProperty: 'near'}) YIELD count,"
                        + " nodePropertiesWritten RETURN *"))
                .containsEntry("count", 1L)
                .containsEntry("nodePropertiesWritten", 9L);
        assertThatThrownBy(() -> TestDatabase.rows(
                        "CALL motif.biclique.near.write('g', {minLeft: 3, minRight: 3, writeProperty: 'x', limit: 3})"))
                .hasMessageContaining("`limit`");
    }

    @Test
    void topKChoosesAmongThem() {
        assertThat(TestDatabase.row("CALL motif.biclique.near.stream(" + GRAPH
                        + ", {minLeft: 3, minRight: 3, topK: 5, topKBy: 'BALANCED', maxOverlap: 0.5})"
                        + " YIELD edges RETURN collect(edges) AS edges"))
                .containsEntry("edges", List.of(12L));
        assertThatThrownBy(() -> TestDatabase.rows(
                        "CALL motif.biclique.near.stream(" + GRAPH + ", {minLeft: 3, minRight: 3, topKBy: 'EDGES'})"))
                .hasMessageContaining("`topKBy` needs `topK`");
    }

    @Test
    void containsGivesThoseWithTheNodes() {
        String call = " MATCH (u:User {i: $i}), (v:Item {i: 1}) CALL motif.biclique.near.stats(" + GRAPH
                + ", {minLeft: 3, minRight: 3, contains: [u, v]}) YIELD count RETURN count";
        assertThat(TestDatabase.row(call.replace("$i", "2"))).containsEntry("count", 1L);
        assertThat(TestDatabase.row(call.replace("$i", "1"))).containsEntry("count", 1L);
        assertThat(TestDatabase.row(call.replace("$i", "5"))).containsEntry("count", 0L);
        assertThatThrownBy(() -> TestDatabase.rows(
                        "CALL motif.biclique.near.stats(" + GRAPH + ", {minLeft: 3, minRight: 3, contains: 123456})"))
                .hasMessageContaining("`contains` must be nodes of the graph");
    }

    @Test
    void wrongParametersAreNamed() {
        for (String keys : List.of(
                "minLeft: 3",
                "minRight: 3",
                "minLeft: 2, minRight: 3",
                "missing: 2, minLeft: 4, minRight: 5",
                "missing: 4, minLeft: 9, minRight: 9",
                "missing: 0, minLeft: 3, minRight: 3",
                "minLeft: 3, minRight: 3, timeoutMillis: -1")) {
            assertThatThrownBy(() -> TestDatabase.rows("CALL motif.biclique.near.stats(" + GRAPH + ", {" + keys + "})"))
                    .hasMessageContaining("java.lang.IllegalArgumentException: `")
                    .hasMessageMatching("(?s).*`(minLeft|minRight|missing|timeoutMillis)`.*must be.*");
        }
    }
}
