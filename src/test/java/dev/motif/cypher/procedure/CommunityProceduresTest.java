package dev.motif.cypher.procedure;

import static dev.motif.neo4j.TestDatabase.rows;
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
class CommunityProceduresTest {
    private static final String PEOPLE = "{nodes: 'Person', relationships: 'KNOWS'}";
    private static final String RATINGS = "{nodes: {left: 'Account', right: 'Thing'}, relationships: 'RATED'}";

    /** Two triangles that share d; f knows g. And a biclique of 3 accounts and 2 things, another of 2 and 2. */
    @BeforeEach
    void createGraphs() {
        rows("UNWIND split('ad ab bd de df ef fg', ' ') AS pair MERGE (u:Person {name: left(pair, 1)})"
                + " MERGE (v:Person {name: right(pair, 1)}) CREATE (u)-[:KNOWS]->(v)");
        rows("UNWIND split('ax ay bx by cx cy dv dw ev ew cv', ' ') AS pair MERGE (u:Account {name: left(pair, 1)})"
                + " MERGE (v:Thing {name: right(pair, 1)}) CREATE (u)-[:RATED]->(v)");
    }

    private static List<String> names(String call) {
        return rows(call + " YIELD nodes RETURN reduce(all = '', n IN nodes | all + n.name) AS names").stream()
                .map(row -> (String) row.get("names"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ktruss        |                     | 0 3 null 3 3, 1 3 null 3 3
            ktruss        | connected: 'EDGES'  | 0 3 1 5 6, 1 2 null 6 7
            ktruss        | level: 4            |
            kcore         |                     | 0 2 1 5 6, 1 1 null 6 7
            kcore         | level: 1            | 0 1 null 6 7
            wing          |                     | 0 2 null 5 6, 1 1 null 4 4
            tip           |                     | 0 2 null 6 7, 1 1 null 4 4
            tip           | side: 'RIGHT'       | 0 3 null 5 6, 1 1 null 5 5
            alphaBetaCore | alpha: 2            | 0 3 1 5 6, 1 2 null 9 11
            """)
    void streamReturnsAllCommunities(String family, String keys, String expected) {
        String graph = family.matches("ktruss|kcore") ? PEOPLE : RATINGS;
        assertThat(rows("CALL motif." + family + ".communities.stream(" + graph + ", {" + (keys == null ? "" : keys)
                        + "})"))
                .extracting(row -> row.get("communityId") + " " + row.get("level") + " " + row.get("parentId") + " "
                        + row.get("nodeCount") + " " + row.get("relationshipCount"))
                .containsExactlyElementsOf(expected == null ? List.of() : List.of(expected.split(", ")));
    }

    /** It is a connected component of the 2-truss, but no triangle connects it with anything. */
    @Test
    void relationshipThatSharesNoNodeIsACommunityByEdgesAlone() {
        rows("CREATE (:Person {name: 'x'})-[:KNOWS]->(:Person {name: 'y'})");
        String stream = "CALL motif.ktruss.communities.stream(" + PEOPLE + ", {connected: '%s'})"
                + " YIELD level, nodeCount, relationshipCount WHERE relationshipCount = 1 RETURN level, nodeCount";
        assertThat(rows(String.format(stream, "EDGES"))).containsExactly(Map.of("level", 2L, "nodeCount", 2L));
        assertThat(rows(String.format(stream, "TRIANGLES"))).isEmpty();
        assertThat(rows("CALL motif.kcore.communities.stream(" + PEOPLE + ") YIELD relationshipCount WHERE"
                        + " relationshipCount = 1 RETURN 1 AS one"))
                .hasSize(1);
    }

    @Test
    void statsSumsUp() {
        assertThat(TestDatabase.row("CALL motif.kcore.communities.stats(" + PEOPLE + ")"))
                .containsEntry("communityCount", 2L)
                .containsEntry("levels", 2L)
                .containsEntry("maxLevel", 2L)
                .containsEntry("rootCount", 1L)
                .containsEntry("largest", 6L);
        assertThat(TestDatabase.row("CALL motif.kcore.communities.stats(" + PEOPLE + ", {level: 9})"))
                .containsEntry("communityCount", 0L)
                .containsEntry("maxLevel", null)
                .containsEntry("largest", 0L);
    }

    @Test
    void graphDrawsOneCommunity() {
        assertThat(
                        TestDatabase.row(
                                "CALL motif.ktruss.communities.graph(" + PEOPLE + ", {communityId: 1})"
                                        + " YIELD community, nodes, relationships, level, density"
                                        + " RETURN labels(community) AS labels, level, density,"
                                        + " size(relationships) AS joined, all(r IN relationships WHERE endNode(r) = community) AS all"))
                .containsEntry("labels", List.of("Community"))
                .containsEntry("level", 3L)
                .containsEntry("density", 1.0)
                .containsEntry("joined", 3L)
                .containsEntry("all", true);
        assertThat(names("CALL motif.ktruss.communities.graph(" + PEOPLE + ")")).containsExactly("abd");
        assertThat(names("CALL motif.kcore.communities.graph(" + PEOPLE + ", {communityId: 1})"))
                .containsExactly("abdefg");
        assertThat(names("CALL motif.wing.communities.graph(" + RATINGS + ", {communityId: 1})"))
                .containsExactly("devw");
        assertThat(names("CALL motif.tip.communities.graph(" + RATINGS + ")")).containsExactly("abcxyv");
        assertThat(names("CALL motif.tip.communities.graph(" + RATINGS + ", {side: 'RIGHT'})"))
                .containsExactly("abcxy");
        assertThat(names("CALL motif.alphaBetaCore.communities.graph(" + RATINGS + ", {alpha: 3})"))
                .containsExactly("cxyv");
        assertThat(names("CALL motif.kcore.communities.graph(" + PEOPLE + ", {level: 7})"))
                .isEmpty();
    }

    @Test
    void writeAndMutateGiveEachElementItsDeepestCommunity() {
        rows("CALL motif.graph.project('g', 'Person', 'KNOWS', {relationshipIds: true})");
        rows("CALL motif.graph.project('b', {left: 'Account', right: 'Thing'}, 'RATED')");
        assertThat(TestDatabase.row("CALL motif.ktruss.communities.write('g', {writeProperty: 'c'})"))
                .containsEntry("propertiesWritten", 7L)
                .containsEntry("communityCount", 2L);
        assertThat(TestDatabase.row("MATCH (u)-[r:KNOWS]->(v) WITH r ORDER BY u.name, v.name RETURN collect(r.c) AS c"))
                .containsEntry("c", List.of(0L, 0L, 0L, 1L, 1L, 1L, -1L));
        assertThat(TestDatabase.row("CALL motif.kcore.communities.mutate('g', {mutateProperty: 'c', level: 2})"))
                .containsEntry("propertiesWritten", 6L)
                .containsEntry("communityCount", 1L);
        assertThat(TestDatabase.row("CALL motif.tip.communities.write('b', {writeProperty: 'c', side: 'RIGHT'})"))
                .containsEntry("propertiesWritten", 4L);
        assertThat(TestDatabase.row("MATCH (n:Thing) WITH n ORDER BY n.name RETURN collect(n.c) AS c"))
                .containsEntry("c", List.of(1L, 1L, 0L, 0L));
        assertThat(TestDatabase.row(
                        "CALL motif.alphaBetaCore.communities.write('b', {writeProperty: 'c', alpha: 2, level: 3})"))
                .containsEntry("propertiesWritten", 9L);
        assertThat(TestDatabase.row("MATCH (n:Thing|Account) WITH n ORDER BY n.name RETURN collect(n.c) AS c"))
                .containsEntry("c", List.of(0L, 0L, 0L, -1L, -1L, -1L, -1L, 0L, 0L));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kcore.communities.stats(PEOPLE, {level: 0})          | `level` must be in [1, 9223372036854775807], got 0
            ktruss.communities.stats(PEOPLE, {connected: 'x'})   | `connected` must be
            ktruss.communities.graph(PEOPLE, {communityId: 2})   | `communityId` must be less than the number of communities, 2, got 2
            ktruss.communities.graph(PEOPLE, {communityId: -1})  | `communityId` must be in [0, 2147483647], got -1
            wing.communities.stats(PEOPLE, {connected: 'EDGES'}) | `connected`
            """)
    void wrongParametersAreNamed(String call, String message) {
        assertThatThrownBy(() -> rows("CALL motif." + call.replace("PEOPLE", PEOPLE)))
                .hasMessageContaining(message);
    }
}
