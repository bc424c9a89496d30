package dev.motif.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.motif.graphs.EdgeList;
import dev.motif.graphs.EdgeList.Edge;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.oracle.CliqueOracle;
import dev.motif.oracle.MaximalBicliqueOracle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Node;

/** Compares the weights of the rows of cliques and bicliques with a brute force over all groups and relationships. */
@EmptyDatabase
class WeightedGroupsTest {
    private static final String STREAM_BICLIQUES = "motif.biclique.maximal.stream";
    private static final String STREAM_CLIQUES = "motif.clique.maximal.stream";
    private static final String LIST_BICLIQUES = "motif.biclique.list";
    private static final String LIST_CLIQUES = "motif.kclique.list";

    private static final int LEFT = 11;
    private static final int RIGHT = 9;
    private static final int NODES = 13;

    private final List<Edge> bought = new ArrayList<>();
    private final List<Edge> knows = new ArrayList<>();
    private final Map<List<Long>, Map<String, Number>> weights = new HashMap<>();
    private List<Long> users;
    private List<Long> items;
    private List<Long> people;

    /** A group of nodes by their ids, ascending; the right ones of a clique are none. */
    private record Group(List<Long> left, List<Long> right) implements Comparable<Group> {
        private static final Comparator<List<Long>> LISTS =
                (a, b) -> Arrays.compare(a.toArray(Long[]::new), b.toArray(Long[]::new));

        @Override
        public int compareTo(Group other) {
            int byLeft = LISTS.compare(left, other.left);
            return byLeft != 0 ? byLeft : LISTS.compare(right, other.right);
        }

        Group without(List<Long> ids) {
            return new Group(left.stream().filter(id -> !ids.contains(id)).toList(), right);
        }

        boolean contains(List<Long> ids) {
            return ids.stream().allMatch(id -> left.contains(id) || right.contains(id));
        }
    }

    @BeforeEach
    void makeGraphs() {
        Random random = new Random(5);
        users = nodes("User", LEFT);
        items = nodes("Item", RIGHT);
        people = nodes("Person", NODES);
        for (int u = 0; u < LEFT; u++) {
            for (int v = 0; v < RIGHT; v++) {
                join(users, u, items, v, 0.6, "BOUGHT", bought, random);
            }
        }
        for (int u = 0; u < NODES; u++) {
            for (int v = u + 1; v < NODES; v++) {
                join(people, u, people, v, 0.6, "KNOWS", knows, random);
            }
        }
        TestDatabase.rows("CALL motif.graph.project('b', {left: 'User', right: 'Item'}, 'BOUGHT',"
                + " {relationshipProperties: ['whole', 'part', 'text']})");
        TestDatabase.rows("CALL motif.graph.project('u', 'Person', 'KNOWS',"
                + " {relationshipProperties: ['whole', 'part', 'text']})");
    }

    private static List<Long> nodes(String label, int count) {
        return TestDatabase.rows("UNWIND range(1, " + count + ") AS i CREATE (n:" + label + ") RETURN id(n) AS id")
                .stream()
                .map(row -> (Long) row.get("id"))
                .sorted()
                .toList();
    }

    private void join(
            List<Long> from, int u, List<Long> to, int v, double share, String type, List<Edge> edges, Random random) {
        if (random.nextDouble() < share) {
            edges.add(new Edge(u, v));
            List<Long> ends = List.of(from.get(u), to.get(v));
            Map<String, Number> values = Map.of("whole", (long) random.nextInt(4), "part", random.nextDouble());
            weights.put(ends, values);
            TestDatabase.rows(
                    "MATCH (a), (b) WHERE id(a) = $a AND id(b) = $b CREATE (a)-[:" + type
                            + " {whole: $whole, part: $part, text: 'a'}]->(b)",
                    Map.of(
                            "a",
                            ends.get(0),
                            "b",
                            ends.get(1),
                            "whole",
                            values.get("whole"),
                            "part",
                            values.get("part")));
        }
    }

    private static boolean isBipartite(String procedure) {
        return procedure.contains("biclique");
    }

    private static String call(String procedure) {
        String columns = isBipartite(procedure) ? "leftNodeIds, rightNodeIds" : "nodeIds";
        return "CALL " + procedure + "('" + (isBipartite(procedure) ? "b" : "u") + "', $keys) YIELD " + columns
                + ", weight";
    }

    private static Map<String, Object> keys(String procedure, Object... more) {
        Map<String, Object> keys = new HashMap<>();
        if (procedure.equals(LIST_BICLIQUES)) {
            keys.putAll(Map.of("p", 2L, "q", 3L));
        } else if (procedure.equals(LIST_CLIQUES)) {
            keys.put("k", 3L);
        }
        for (int i = 0; i < more.length; i += 2) {
            keys.put((String) more[i], more[i + 1]);
        }
        return keys;
    }

    private Stream<Group> groups(String procedure) {
        return switch (procedure) {
            case STREAM_BICLIQUES ->
                new MaximalBicliqueOracle(new EdgeList(LEFT, RIGHT, bought))
                        .all().stream().map(sides -> group(sides.left().stream(), sides.right().stream()));
            case LIST_BICLIQUES ->
                subsets(LEFT, 2).stream().flatMap(left -> subsets(RIGHT, 3).stream()
                        .filter(right -> left.stream()
                                .allMatch(u -> right.stream().allMatch(v -> bought.contains(new Edge(u, v)))))
                        .map(right -> group(left.stream(), right.stream())));
            case STREAM_CLIQUES -> cliques(new CliqueOracle(new EdgeList(NODES, NODES, knows)).maximal());
            default -> cliques(new CliqueOracle(new EdgeList(NODES, NODES, knows)).cliques(3));
        };
    }

    private Group group(Stream<Integer> left, Stream<Integer> right) {
        return new Group(left.map(users::get).toList(), right.map(items::get).toList());
    }

    private Stream<Group> cliques(List<BitSet> cliques) {
        return cliques.stream()
                .map(clique -> new Group(clique.stream().mapToObj(people::get).toList(), List.of()));
    }

    private static List<List<Integer>> subsets(int count, int size) {
        return IntStream.range(0, 1 << count)
                .filter(bits -> Integer.bitCount(bits) == size)
                .mapToObj(bits -> IntStream.range(0, count)
                        .filter(i -> (bits >> i & 1) == 1)
                        .boxed()
                        .toList())
                .toList();
    }

    /** The weight of a group; doubles are added in the order of ids. */
    private Number weight(Group group, String property, String aggregation) {
        List<Number> each = new ArrayList<>();
        for (Long u : group.left) {
            for (Long v : group.right.isEmpty() ? group.left : group.right) {
                if (!group.right.isEmpty() || u < v) {
                    each.add(weights.get(List.of(u, v)).get(property));
                }
            }
        }
        if (property.equals("part")) {
            return aggregation.equals("SUM")
                    ? each.stream().map(Number::doubleValue).reduce(0.0, Double::sum)
                    : each.stream().mapToDouble(Number::doubleValue).min().orElse(0);
        }
        return aggregation.equals("SUM")
                ? each.stream().mapToLong(Number::longValue).sum()
                : each.stream().mapToLong(Number::longValue).min().orElse(0);
    }

    private Map<Group, Number> expected(String procedure, String property, String aggregation, List<Long> contained) {
        Map<Group, Number> expected = new HashMap<>();
        groups(procedure)
                .filter(group -> group.contains(contained))
                .forEach(group -> expected.put(group, weight(group, property, aggregation)));
        return expected;
    }

    @SuppressWarnings("unchecked")
    private static Group group(Map<String, Object> row) {
        return row.containsKey("nodeIds")
                ? new Group((List<Long>) row.get("nodeIds"), List.of())
                : new Group((List<Long>) row.get("leftNodeIds"), (List<Long>) row.get("rightNodeIds"));
    }

    /** Checks all rows, and the heaviest on several threads. */
    private void check(String procedure, String property, String aggregation, List<Long> contained) {
        Map<Group, Number> expected = expected(procedure, property, aggregation, contained);
        Map<String, Object> keys =
                keys(procedure, "relationshipWeightProperty", property, "weightAggregation", aggregation);
        if (!contained.isEmpty()) {
            keys.put("contains", contained);
        }
        Map<Group, Object> found = new HashMap<>();
        TestDatabase.rows(call(procedure), Map.of("keys", keys))
                .forEach(row ->
                        assertThat(found.put(group(row), row.get("weight"))).isNull());
        assertThat(found).isEqualTo(expected);

        if (procedure.endsWith("stream")) {
            keys.put("topKBy", "weight");
        }
        List<Group> heaviest = expected.keySet().stream()
                .sorted(Comparator.<Group>comparingDouble(
                                group -> -expected.get(group).doubleValue())
                        // What all of them contain does not count.
                        .thenComparing(group -> isBipartite(procedure) ? group : group.without(contained)))
                .toList();
        for (long concurrency : new long[] {1, 2, 4}) {
            keys.put("concurrency", concurrency);
            for (long topK : new long[] {1, 7, 1000}) {
                keys.put("topK", topK);
                List<Map<String, Object>> rows = TestDatabase.rows(call(procedure), Map.of("keys", keys));
                List<Group> first = heaviest.stream().limit(topK).toList();
                assertThat(rows).extracting(WeightedGroupsTest::group).isEqualTo(first);
                assertThat(rows)
                        .extracting(row -> row.get("weight"))
                        .isEqualTo(first.stream().map(expected::get).toList());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAM_BICLIQUES, STREAM_CLIQUES, LIST_BICLIQUES, LIST_CLIQUES})
    void weightsAreThoseOfAllRelationships(String procedure) {
        for (String property : List.of("whole", "part")) {
            for (String aggregation : List.of("SUM", "MIN")) {
                check(procedure, property, aggregation, List.of());
                assertThat(expected(procedure, property, aggregation, List.of()))
                        .hasSizeGreaterThan(7);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAM_BICLIQUES, STREAM_CLIQUES, LIST_BICLIQUES, LIST_CLIQUES})
    void groupsAroundNodesWeighTheSame(String procedure) {
        List<Edge> edges = isBipartite(procedure) ? bought : knows;
        for (Edge edge : edges.subList(0, 3)) {
            List<Long> left = isBipartite(procedure) ? users : people;
            List<Long> right = isBipartite(procedure) ? items : people;
            check(procedure, "part", "SUM", List.of(left.get(edge.left())));
            check(procedure, "whole", "MIN", List.of(right.get(edge.right())));
            check(procedure, "whole", "SUM", List.of(left.get(edge.left()), right.get(edge.right())));
        }
    }

    @Test
    void maximumAndGraphReturnTheHeaviest() {
        String keys = "relationshipWeightProperty: 'part', topKBy: 'WEIGHT'";
        double biclique = heaviest(STREAM_BICLIQUES);
        double clique = heaviest(STREAM_CLIQUES);
        assertThat(TestDatabase.row("CALL motif.biclique.maximum('b', {" + keys + "}) YIELD weight"))
                .isEqualTo(Map.of("weight", biclique));
        assertThat(TestDatabase.row("CALL motif.clique.maximum('u', {" + keys + "}) YIELD weight"))
                .isEqualTo(Map.of("weight", clique));
        assertDrawn("CALL motif.biclique.maximal.graph('b', {" + keys + "}) YIELD biclique AS group, weight", biclique);
        assertDrawn("CALL motif.clique.maximal.graph('u', {" + keys + "}) YIELD clique AS group, weight", clique);
        assertDrawn("CALL motif.biclique.maximal.graph('b') YIELD biclique AS group, weight", null);
        assertDrawn("CALL motif.clique.maximal.graph('u') YIELD clique AS group, weight", null);
    }

    private static void assertDrawn(String call, Double weight) {
        assertThat(TestDatabase.row(call))
                .hasEntrySatisfying("group", group -> assertThat(((Node) group).getProperty("weight", null))
                        .isEqualTo(weight))
                .containsEntry("weight", weight);
    }

    private double heaviest(String procedure) {
        return expected(procedure, "part", "SUM", List.of()).values().stream()
                .mapToDouble(Number::doubleValue)
                .max()
                .orElseThrow();
    }

    @Test
    void writtenGroupsHaveTheirWeights() {
        TestDatabase.rows("CALL motif.biclique.maximal.write('b', {writeBicliques: 'Heavy', topK: 3, topKBy: 'WEIGHT',"
                + " relationshipWeightProperty: 'part'})");
        TestDatabase.rows("CALL motif.clique.maximal.write('u', {writeCliques: 'Heavy', topK: 3, topKBy: 'WEIGHT',"
                + " relationshipWeightProperty: 'whole'})");
        assertThat(TestDatabase.row("MATCH (n:Heavy) RETURN max(n.weight) AS most, count(n.weight) AS c"))
                .containsEntry("c", 6L);
        assertThat(TestDatabase.rows("MATCH (n:Heavy) WHERE n.edges IS NOT NULL RETURN n.weight AS w ORDER BY w DESC"))
                .first()
                .isEqualTo(Map.of("w", heaviest(STREAM_BICLIQUES)));
        TestDatabase.rows("CALL motif.clique.maximal.write('u', {writeCliques: 'Plain'})");
        assertThat(TestDatabase.row("MATCH (n:Plain) RETURN count(n.weight) AS c, count(n) > 0 AS some"))
                .isEqualTo(Map.of("c", 0L, "some", true));
    }

    @Test
    void rowsHaveNoWeightsUnlessTheyAreAskedFor() {
        for (String procedure : List.of(STREAM_BICLIQUES, STREAM_CLIQUES, LIST_BICLIQUES, LIST_CLIQUES)) {
            assertThat(TestDatabase.rows(call(procedure), Map.of("keys", keys(procedure))))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.get("weight")).isNull());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {STREAM_BICLIQUES, STREAM_CLIQUES, LIST_BICLIQUES, LIST_CLIQUES})
    void estimatesSayWhatWeightsNeed(String procedure) {
        String estimate = "CALL " + procedure + ".estimate('" + (isBipartite(procedure) ? "b" : "u")
                + "', $keys) YIELD bytesMin, heapBytesMax, treeView";
        Map<String, Object> without = TestDatabase.row(estimate, Map.of("keys", keys(procedure)));
        Map<String, Object> keys = keys(procedure, "relationshipWeightProperty", "part");
        Map<String, Object> with = TestDatabase.row(estimate, Map.of("keys", keys));
        assertThat((long) with.get("bytesMin") - (long) without.get("bytesMin"))
                .isEqualTo(isBipartite(procedure) ? 0 : (NODES + 1) * 8L);
        keys.put("topK", 100_000L);
        if (procedure.endsWith("stream")) {
            keys.put("topKBy", "WEIGHT");
        }
        assertThat((long) TestDatabase.row(estimate, Map.of("keys", keys)).get("heapBytesMax"))
                .isGreaterThan((long) with.get("heapBytesMax"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            relationshipWeightProperty: 'prat'                          | has no column with the name 'prat' | 'part', 'text'
            relationshipWeightProperty: 'text'                          | must be a column of numbers | STRING
            weightAggregation: 'MIN'                                    | `weightAggregation` needs `relationshipWeightProperty` | ''
            relationshipWeightProperty: 'part', weightAggregation: 'MAX' | `weightAggregation` | SUM
            """)
    void wrongKeysAreNamed(String keys, String message, String other) {
        for (String procedure : List.of(STREAM_BICLIQUES, STREAM_CLIQUES, LIST_BICLIQUES, LIST_CLIQUES)) {
            assertWrong(procedure, keys, message, other);
        }
    }

    private static void assertWrong(String procedure, String keys, String... messages) {
        String least =
                procedure.equals(LIST_BICLIQUES) ? "p: 2, q: 3, " : procedure.equals(LIST_CLIQUES) ? "k: 3, " : "";
        TestDatabase.assertError(
                "CALL " + procedure + "('" + (isBipartite(procedure) ? "b" : "u") + "', {" + least + keys + "})",
                messages);
    }

    @Test
    void sumsThatAreTooLargeAreErrorsThatLeaveNothing() {
        TestDatabase.rows("UNWIND range(1, 33) AS i CREATE (:From {i: i}), (:To {i: i})");
        TestDatabase.rows("MATCH (a:From), (b:To) CREATE (a)-[:HUGE {w: 9007199254740992}]->(b)");
        TestDatabase.rows(
                "CALL motif.graph.project('h', {left: 'From', right: 'To'}, 'HUGE', {relationshipProperties: 'w'})");
        long before = TestDatabase.liveBytes();
        for (String keys : List.of("", ", topK: 3, topKBy: 'WEIGHT'", ", topK: 3, topKBy: 'WEIGHT', concurrency: 2")) {
            String call = "CALL motif.biclique.maximal.stream('h', {relationshipWeightProperty: 'w'" + keys;
            TestDatabase.assertError(call + "})", "relationshipWeightProperty", "2^63", "weightAggregation: 'MIN'");
            assertThat(TestDatabase.rows(call + ", weightAggregation: 'MIN'}) YIELD weight"))
                    .isEqualTo(List.of(Map.of("weight", 1L << 53)));
        }
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
    }

    @Test
    void heaviestGroupsNeedWeights() {
        for (String procedure : List.of(STREAM_BICLIQUES, STREAM_CLIQUES)) {
            assertWrong(
                    procedure, "topK: 3, topKBy: 'WEIGHT'", "`topKBy: 'WEIGHT'` needs `relationshipWeightProperty`");
            assertWrong(
                    procedure,
                    "limit: 3, topKBy: 'WEIGHT', relationshipWeightProperty: 'part'",
                    "`topKBy` needs `topK`");
        }
        for (String procedure : List.of(LIST_BICLIQUES, LIST_CLIQUES)) {
            assertWrong(procedure, "topK: 3", "`topK` needs `relationshipWeightProperty`");
            assertWrong(procedure, "topK: 0, relationshipWeightProperty: 'part'", "`topK`", "100000");
        }
    }
}
