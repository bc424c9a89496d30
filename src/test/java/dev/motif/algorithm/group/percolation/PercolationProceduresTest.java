package dev.motif.algorithm.group.percolation;

import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class PercolationProceduresTest {
    private static final String GRAPH = "{nodes: 'Person', relationships: 'KNOWS'}";

    /** Creates triangles a-b-c and b-c-d, which share two people, and d-e-f, which shares one with them; g is alone. */
    @BeforeEach
    void createPeople() {
        rows("UNWIND split('a b c d e f g', ' ') AS name CREATE (:Person {name: name})");
        rows("UNWIND split('ab ac bc bd cd de df ef', ' ') AS pair"
                + " MATCH (u:Person {name: left(pair, 1)}), (v:Person {name: right(pair, 1)})"
                + " CREATE (u)-[:KNOWS]->(v)");
    }

    @Test
    void statsAndStreamFindTheCommunities() {
        assertThat(TestDatabase.row("CALL motif.clique.percolation.stats(" + GRAPH + ", {k: 3})"))
                .containsEntry("communityCount", 2L)
                .containsEntry("largest", 4L)
                .containsEntry("nodesInCommunities", 6L)
                .containsEntry("nodesInSeveral", 1L)
                .containsEntry("cliqueCount", 3L)
                .containsEntry("nodeCount", 7L);
        assertThat(rows("CALL motif.clique.percolation.stream(" + GRAPH + ", {k: 3, nodes: true})"
                        + " YIELD communityId, size, nodes"
                        + " RETURN communityId, size, reduce(all = '', n IN nodes | all + n.name) AS names"))
                .extracting(row -> row.get("communityId") + " " + row.get("size") + " " + row.get("names"))
                .containsExactly("0 4 abcd", "1 3 def");
        assertThat(TestDatabase.row("CALL motif.clique.percolation.stats(" + GRAPH + ", {k: 4})"))
                .containsEntry("communityCount", 0L)
                .containsEntry("largest", 0L);
    }

    @Test
    void writeAndMutateGiveEachNodeTheNumberOfItsCommunities() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS')");
        assertThat(TestDatabase.row("CALL motif.clique.percolation.write('g', {k: 3, writeProperty: 'c'})"))
                .containsEntry("nodePropertiesWritten", 7L)
                .containsEntry("communityCount", 2L);
        assertThat(TestDatabase.row("MATCH (p:Person) WITH p ORDER BY p.name RETURN collect(p.c) AS numbers"))
                .containsEntry("numbers", List.of(1L, 1L, 1L, 2L, 1L, 1L, 0L));
        assertThat(TestDatabase.row("CALL motif.clique.percolation.mutate('g', {k: 2, mutateProperty: 'c'})"))
                .containsEntry("nodePropertiesWritten", 7L)
                .containsEntry("communityCount", 1L);
    }

    @Test
    void writeCommunitiesMakesNodes() {
        String call =
                "CALL motif.clique.percolation.write(" + GRAPH + ", {k: 3, writeCommunities: 'Group', jobId: 'j'})"
                        + " YIELD communitiesWritten, relationshipsWritten, communitiesDeleted";
        assertThat(TestDatabase.row(call))
                .containsEntry("communitiesWritten", 2L)
                .containsEntry("relationshipsWritten", 7L)
                .containsEntry("communitiesDeleted", 0L);
        assertThat(TestDatabase.row(call)).containsEntry("communitiesDeleted", 2L);
        assertThat(TestDatabase.row("MATCH (:Person {name: 'd'})-[:IN_COMMUNITY]->(g:Group)"
                        + " WITH g.size AS size ORDER BY size RETURN collect(size) AS sizes"))
                .containsEntry("sizes", List.of(3L, 4L));
    }

    @Test
    void wrongParametersAreNamed() {
        for (String keys : List.of("k: 1", "k: 513", "k: 3, timeoutMillis: -1")) {
            TestDatabase.assertError(
                    "CALL motif.clique.percolation.stats(" + GRAPH + ", {" + keys + "})",
                    "java.lang.IllegalArgumentException: `",
                    "` must be");
        }
        assertThatThrownBy(() -> rows("CALL motif.clique.percolation.write(" + GRAPH + ", {k: 3})"))
                .hasMessageContaining("exactly one of `writeProperty`, for a property of each node, and"
                        + " `writeCommunities`, for a label of new nodes, must be given");
    }
}
