package dev.motif.algorithm.group.biclique;

import static dev.motif.neo4j.TestDatabase.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.timing.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@EmptyDatabase
class GrownBicliqueProceduresTest {
    private static final int SEEDS = 15;
    private static final int NODES = 8;

    private record Biclique(Set<Long> left, Set<Long> right) {
        static Biclique of(Map<String, Object> row) {
            return new Biclique(ids(row, "leftNodeIds"), ids(row, "rightNodeIds"));
        }

        boolean isPartOf(Biclique other) {
            return !equals(other) && other.left.containsAll(left) && other.right.containsAll(right);
        }
    }

    @SuppressWarnings("unchecked")
    private static Set<Long> ids(Map<String, Object> row, String column) {
        return new TreeSet<>((List<Long>) row.get(column));
    }

    private static List<Biclique> bicliques(String graph, String sizes) {
        return TestDatabase.rows("CALL motif.biclique.maximal.stream('" + graph + "', " + sizes + ")").stream()
                .map(Biclique::of)
                .toList();
    }

    private static void project(String name) {
        TestDatabase.rows("CALL motif.graph.project('" + name + "', {left: 'User', right: 'Item'}, 'R')");
    }

    private static Map<Long, Set<Long>> neighbors() {
        Map<Long, Set<Long>> neighbors = new HashMap<>();
        TestDatabase.rows("MATCH (a)-[:R]-(b) RETURN id(a) AS a, id(b) AS b").forEach(row -> neighbors
                .computeIfAbsent((Long) row.get("a"), any -> new TreeSet<>())
                .add((Long) row.get("b")));
        return neighbors;
    }

    /** The nodes with all of {@code others} as neighbors, without {@code members}. */
    private static Set<Long> joined(Map<Long, Set<Long>> neighbors, Set<Long> members, Set<Long> others) {
        return neighbors.entrySet().stream()
                .filter(entry -> entry.getValue().containsAll(others) && !members.contains(entry.getKey()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void bicliquesHaveGrownThatAreInLargerOnes() {
        int grown = 0;
        int otherChanges = 0;
        for (int seed = 0; seed < Seeds.atMost(SEEDS); seed++) {
            TestDatabase.emptied();
            Random random = new Random(seed);
            TestDatabase.rows("UNWIND range(1, $n) AS i CREATE (:User {i: i}), (:Item {i: i})", Map.of("n", NODES));
            for (int i = 0; i < 3 * NODES; i++) {
                TestDatabase.rows(
                        "MATCH (a:User {i: $a}), (b:Item {i: $b}) MERGE (a)-[:R]->(b)",
                        Map.of("a", 1 + random.nextInt(NODES), "b", 1 + random.nextInt(NODES)));
            }
            project("yesterday");
            TestDatabase.rows(
                    "MATCH (a:User)-[r:R]->() WITH r ORDER BY id(r) SKIP $n LIMIT 2 DELETE r",
                    Map.of("n", random.nextInt(NODES)));
            TestDatabase.rows(
                    "MATCH (a) WHERE a.i = $n WITH a LIMIT $most DETACH DELETE a",
                    Map.of("n", 1 + random.nextInt(NODES), "most", random.nextInt(2)));
            TestDatabase.rows("CREATE (:User {i: $n}), (:Item {i: $n})", Map.of("n", NODES + 1));
            for (int i = 0; i < 2 * NODES; i++) {
                TestDatabase.rows(
                        "MATCH (a:User {i: $a}), (b:Item {i: $b}) MERGE (a)-[:R]->(b)",
                        Map.of("a", 1 + random.nextInt(NODES + 1), "b", 1 + random.nextInt(NODES + 1)));
            }
            project("today");
            String sizes = "{minLeft: " + (1 + random.nextInt(2)) + ", minRight: " + (1 + random.nextInt(2)) + "}";
            List<Biclique> today = bicliques("today", "{}");
            Map<Long, Set<Long>> neighbors = neighbors();
            Map<Biclique, Map<String, Set<Long>>> expected = new HashMap<>();
            bicliques("yesterday", sizes).stream()
                    .filter(biclique -> today.stream().anyMatch(biclique::isPartOf))
                    .forEach(biclique -> expected.put(
                            biclique,
                            Map.of(
                                    "joinedLeftNodeIds", joined(neighbors, biclique.left, biclique.right),
                                    "joinedRightNodeIds", joined(neighbors, biclique.right, biclique.left))));
            Map<Biclique, Map<String, Set<Long>>> found = new HashMap<>();
            TestDatabase.rows("CALL motif.biclique.maximal.grown('today', 'yesterday', " + sizes + ")")
                    .forEach(row -> found.put(
                            Biclique.of(row),
                            Stream.of("joinedLeftNodeIds", "joinedRightNodeIds")
                                    .collect(Collectors.toMap(column -> column, column -> ids(row, column)))));
            assertThat(found).as("seed " + seed).isEqualTo(expected);
            grown += found.size();
            otherChanges += checkOtherChanges(seed, sizes, today);
        }
        assertThat(grown).isPositive();
        assertThat(otherChanges).isPositive();
    }

    /** Compares the kinds of changes with the lists of both states; returns how many rows there are. */
    private static int checkOtherChanges(int seed, String sizes, List<Biclique> allOfToday) {
        List<Biclique> allOfYesterday = bicliques("yesterday", "{}");
        Map<String, Set<Biclique>> expected = new HashMap<>();
        for (Biclique before : bicliques("yesterday", sizes)) {
            if (allOfToday.stream().anyMatch(before::isPartOf)) {
                expected.computeIfAbsent("GROWN", any -> new HashSet<>()).add(before);
            } else if (!allOfToday.contains(before)) {
                expected.computeIfAbsent("GONE", any -> new HashSet<>()).add(before);
            }
        }
        for (Biclique now : bicliques("today", sizes)) {
            if (allOfYesterday.stream().anyMatch(now::isPartOf)) {
                expected.computeIfAbsent("SHRUNKEN", any -> new HashSet<>()).add(now);
            } else if (!allOfYesterday.contains(now)) {
                expected.computeIfAbsent("NEW", any -> new HashSet<>()).add(now);
            }
        }
        List<Map<String, Object>> rows = TestDatabase.rows("CALL motif.biclique.maximal.grown('today', 'yesterday', "
                + sizes.replace("{", "{changes: ['NEW', 'gone', 'SHRUNKEN', 'GROWN'], ") + ")");
        Map<String, Set<Biclique>> found = new HashMap<>();
        for (Map<String, Object> row : rows) {
            Biclique biclique = Biclique.of(row);
            assertThat(found.computeIfAbsent((String) row.get("change"), any -> new HashSet<>())
                            .add(biclique))
                    .isTrue();
            boolean lost = !ids(row, "lostLeftNodeIds").isEmpty()
                    || !ids(row, "lostRightNodeIds").isEmpty();
            assertThat(lost).isEqualTo(row.get("change").equals("SHRUNKEN"));
        }
        assertThat(found).as("seed " + seed).isEqualTo(expected);
        return rows.size();
    }

    @Test
    void rowsAreLimitedAndNothingGrewWhereNothingChanged() {
        TestDatabase.rows("UNWIND range(1, 4) AS i CREATE (a:User)-[:R]->(b:Item), (a)-[:R]->(:Item)");
        project("yesterday");
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.grown('yesterday', 'yesterday')"))
                .isEmpty();
        TestDatabase.rows("MATCH (a:User) CREATE (a)-[:R]->(:Item {new: true})");
        project("today");
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.grown('today', 'yesterday')"))
                .hasSize(4);
        assertThat(TestDatabase.rows("CALL motif.biclique.maximal.grown('today', 'yesterday', {limit: 3})"))
                .hasSize(3);
        assertThat(TestDatabase.row("CALL motif.biclique.maximal.grown('today', 'yesterday', {limit: 1})"
                        + " YIELD joinedLeftNodes, joinedRightNodes"
                        + " RETURN joinedLeftNodes AS left, [n IN joinedRightNodes | n.new] AS right"))
                .containsEntry("left", List.of())
                .containsEntry("right", List.of(true));
        assertThat(
                        TestDatabase.rows(
                                "CALL motif.biclique.maximal.grown('today', 'yesterday', {changes: ['NEW', 'GROWN'], limit: 7})"))
                .hasSize(7);
        assertThat(TestDatabase.row("CALL motif.biclique.maximal.grown.estimate('today', 'yesterday')"))
                .containsEntry("relationshipCount", 8L);
    }

    @Test
    void wrongArgumentsAreRejected() {
        TestDatabase.rows("CREATE (:User)-[:R]->(:Item)");
        project("g");
        TestDatabase.rows("CALL motif.graph.project('people', '*', '*')");
        assertError("CALL motif.biclique.maximal.grown('people', 'g')", "`graphName` must be the name of a bipartite");
        assertError("CALL motif.biclique.maximal.grown('g', 'people')", "'people' is unipartite");
        assertError("CALL motif.biclique.maximal.grown('x', 'g')", "No graph with the name 'x'");
        assertError("CALL motif.biclique.maximal.grown(null, 'g')", "`graphName`");
        assertError("CALL motif.biclique.maximal.grown('g', null)", "`fromGraphName`");
        assertError("CALL motif.biclique.maximal.grown('g', 'g', {topK: 3})", "Unknown parameter `topK`");
        assertError(
                "CALL motif.biclique.maximal.grown('g', 'people', {changes: 'NEW'})",
                "`fromGraphName` must be the name of a bipartite");
        for (String wrong : List.of("'OLD'", "[]", "['NEW', null]", "3")) {
            assertError(
                    "CALL motif.biclique.maximal.grown('g', 'g', {changes: " + wrong + "})",
                    "`changes` must be one or several of 'GROWN', 'GONE', 'SHRUNKEN' and 'NEW', got ");
        }
        assertError("CALL motif.biclique.maximal.grown('g', 'g', {limit: 0})", "`limit` must be in [1, ");
    }
}
