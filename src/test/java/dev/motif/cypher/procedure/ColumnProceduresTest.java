package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.neo4j.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;

/** Tests columns of named graphs: what {@code mutate} adds, how it is read, and when it is freed. */
class ColumnProceduresTest {
    private static final String RATINGS = "{left: 'User', right: 'Item'}, 'RATED', {relationshipIds: true}";
    private static final String FRIENDS = "'Person', 'KNOWS', {relationshipIds: true}";

    @BeforeAll
    static void createGraphs() {
        TestDatabase.emptied();
        Random random = new Random(5);
        TestDatabase.rows("UNWIND range(0, 29) AS i CREATE (:User {i: i}), (:Item {i: i}), (:Person {i: i})");
        connect("User", "RATED", "Item", random);
        connect("Person", "KNOWS", "Person", random);
        // Parallel relationships share a value.
        TestDatabase.rows("MATCH (u:User)-[:RATED]->(i:Item) WITH u, i LIMIT 5 CREATE (u)-[:RATED]->(i)");
    }

    private static void connect(String from, String type, String to, Random random) {
        List<List<Integer>> pairs = Stream.generate(() -> List.of(random.nextInt(30), random.nextInt(30)))
                .filter(pair -> !pair.get(0).equals(pair.get(1)))
                .limit(150)
                .distinct()
                .toList();
        TestDatabase.rows(
                "UNWIND $pairs AS pair MATCH (a:" + from + " {i: pair[0]}), (b:" + to + " {i: pair[1]}) CREATE (a)-[:"
                        + type + "]->(b)",
                Map.of("pairs", pairs));
    }

    @AfterAll
    static void emptyDatabase() {
        TestDatabase.emptied();
    }

    @BeforeEach
    void project() {
        TestDatabase.rows("CALL motif.graph.project('ratings', " + RATINGS + ")");
        TestDatabase.rows("CALL motif.graph.project('friends', " + FRIENDS + ")");
    }

    @AfterEach
    void dropAll() {
        TestDatabase.rows(
                "CALL motif.graph.list() YIELD graphName CALL motif.graph.drop(graphName) YIELD graphName AS g"
                        + " RETURN g");
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    /**
     * An algorithm.
     *
     * @param stream its stream with what identifies a row as {@code a} and, of a relationship, {@code b}, and the value
     */
    private record Mutation(String name, String graph, String keys, boolean ofNodes, String stream) {
        Map<String, Object> mutate(String property) {
            return TestDatabase.row("CALL motif." + name + ".mutate('" + graph + "', {mutateProperty: '" + property
                    + "'" + keys + "})");
        }

        @Override
        public String toString() {
            return name + keys;
        }
    }

    private static Mutation nodes(String name, String graph, String keys, String value) {
        return new Mutation(
                name,
                graph,
                keys,
                true,
                "CALL motif." + name + ".stream('" + graph + "', {" + keys.replaceFirst(", ", "") + "}) YIELD nodeId, "
                        + value + " RETURN nodeId AS a, " + value + " AS value");
    }

    private static Mutation relationships(String name, String graph, String keys, String ends, String value) {
        return new Mutation(
                name,
                graph,
                keys,
                false,
                "CALL motif." + name + ".stream('" + graph + "', {" + keys.replaceFirst(", ", "") + "}) YIELD "
                        + ends.replace(" AS a", "").replace(" AS b", "") + ", " + value + " RETURN " + ends + ", "
                        + value + " AS value");
    }

    static Stream<Mutation> mutations() {
        String sides = "leftNodeId AS a, rightNodeId AS b";
        String ends = "sourceNodeId AS a, targetNodeId AS b";
        return Stream.of(
                nodes("butterfly", "ratings", ", per: 'NODE'", "count"),
                relationships("butterfly", "ratings", ", per: 'RELATIONSHIP'", sides, "count"),
                nodes("biclique.count", "ratings", ", p: 2, q: 3", "count"),
                relationships("biclique.count", "ratings", ", p: 2, q: 3, per: 'RELATIONSHIP'", sides, "count"),
                nodes("clustering", "ratings", "", "coefficient"),
                nodes("clustering", "ratings", ", side: 'RIGHT'", "coefficient"),
                nodes("tip", "ratings", "", "tip"),
                nodes("tip", "ratings", ", side: 'RIGHT'", "tip"),
                relationships("wing", "ratings", "", sides, "wing"),
                nodes("kclique", "friends", ", k: 3", "count"),
                relationships("kclique", "friends", ", k: 3, per: 'RELATIONSHIP'", ends, "count"),
                nodes("kcore", "friends", "", "core"),
                relationships("commonNeighbors", "friends", ", similarityMetric: 'JACCARD'", ends, "similarity"),
                relationships("commonNeighbors", "friends", "", ends, "commonNeighbors"));
    }

    private static Map<List<Object>, Object> values(List<Map<String, Object>> rows) {
        return rows.stream()
                .collect(Collectors.toMap(
                        row -> List.of(row.get("a"), row.getOrDefault("b", "")), row -> row.get("value")));
    }

    private static Map<List<Object>, Object> column(String graph, String property, boolean ofNodes) {
        return values(TestDatabase.rows(
                ofNodes
                        ? "CALL motif.graph.nodeProperties.stream('" + graph + "', '" + property
                                + "') YIELD nodeId, propertyValue RETURN nodeId AS a, propertyValue AS value"
                        : "CALL motif.graph.relationshipProperties.stream('" + graph + "', '" + property
                                + "') YIELD sourceNodeId, targetNodeId, propertyValue RETURN sourceNodeId AS a,"
                                + " targetNodeId AS b, propertyValue AS value"));
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void columnHasWhatTheStreamOfTheAlgorithmSays(Mutation mutation) {
        Map<String, Object> row = mutation.mutate("x");
        Map<List<Object>, Object> expected = values(TestDatabase.rows(mutation.stream));
        assertThat(expected)
                .hasSizeGreaterThan(20)
                .containsValue(expected.values().iterator().next());
        assertThat(column(mutation.graph, "x", mutation.ofNodes)).isEqualTo(expected);
        Object written = row.getOrDefault("propertiesWritten", row.get("nodePropertiesWritten"));
        assertThat(written).isEqualTo((long) expected.size());
        assertThat(TestDatabase.row("CALL motif.graph.list('" + mutation.graph + "') YIELD columns"))
                .extracting("columns")
                .asList()
                .singleElement()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("property", "x")
                .containsEntry("bytes", 8L * expected.size())
                .containsEntry("type", expected.values().iterator().next() instanceof Double ? "FLOAT" : "INTEGER");
    }

    @Test
    void algorithmsWithSeveralPropertiesAddSeveralColumns() {
        TestDatabase.rows("CALL motif.scan.mutate('friends', {mutateProperty: 'cluster', roleProperty: 'role'})");
        List<String> roles = List.of("CORE", "BORDER", "HUB", "OUTLIER");
        Map<List<Object>, Object> numbers = column("friends", "role", true);
        assertThat(values(TestDatabase.rows(
                        "CALL motif.scan.stream('friends') YIELD nodeId, role RETURN nodeId AS a, role AS value")))
                .allSatisfy(
                        (node, role) -> assertThat(numbers).containsEntry(node, (long) roles.indexOf((String) role)));
        TestDatabase.rows("CALL motif.commonNeighbors.mutate('friends',"
                + " {mutateProperty: 'triangles', per: 'NODE', coefficientProperty: 'coefficient'})");
        TestDatabase.rows("CALL motif.commonNeighbors.write('friends',"
                + " {writeProperty: 'triangles', per: 'NODE', coefficientProperty: 'coefficient'})");
        for (String property : List.of("triangles", "coefficient")) {
            assertThat(column("friends", property, true))
                    .isEqualTo(values(
                            TestDatabase.rows("MATCH (p:Person) RETURN id(p) AS a, p." + property + " AS value")));
        }
        assertThat(TestDatabase.row("CALL motif.graph.list('friends') YIELD columns UNWIND columns AS c"
                        + " RETURN collect(c.property + ' ' + c.of + ' ' + c.type) AS columns"))
                .isEqualTo(Map.of(
                        "columns",
                        List.of(
                                "cluster NODES INTEGER",
                                "role NODES INTEGER",
                                "triangles NODES INTEGER",
                                "coefficient NODES FLOAT")));
    }

    @Test
    void maximalBicliquesAddTheirCountsAndThoseWithGivenNodes() {
        Map<String, Object> row =
                TestDatabase.row("CALL motif.biclique.maximal.mutate('ratings', {mutateProperty: 'largest',"
                        + " value: 'LARGEST'}) YIELD nodePropertiesWritten, bicliquesWritten");
        assertThat(row).isEqualTo(Map.of("nodePropertiesWritten", 60L, "bicliquesWritten", 0L));
        TestDatabase.rows("MATCH (u:User {i: 3}) CALL motif.biclique.maximal.mutate('ratings', {mutateProperty: 'with',"
                + " contains: u}) YIELD count RETURN count");
        Map<List<Object>, Object> counts = values(TestDatabase.rows("MATCH (u:User {i: 3}) CALL"
                + " motif.biclique.maximal.stream('ratings', {contains: u}) YIELD leftNodeIds, rightNodeIds"
                + " UNWIND leftNodeIds + rightNodeIds AS a RETURN a, count(*) AS value"));
        assertThat(counts).hasSizeGreaterThan(3);
        assertThat(column("ratings", "with", true)).hasSize(60).allSatisfy((node, value) -> assertThat(value)
                .isEqualTo(counts.getOrDefault(node, 0L)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            motif.wing.mutate({nodes: {left: 'User', right: 'Item'}, relationships: 'RATED'}, {mutateProperty: 'w'}) | `graph` must be the name of a projected graph, which gets the column
            motif.wing.mutate('ratings', {}) | `mutateProperty` is missing
            motif.wing.mutate('ratings') | `mutateProperty` is missing
            motif.biclique.count.stats('ratings') | `p` is missing
            motif.wing.mutate('ratings', {mutateProperty: '*'}) | `mutateProperty` must not be '*', which stands for all columns
            motif.scan.mutate('friends', {mutateProperty: 'c', roleProperty: '*'}) | `roleProperty` must not be '*', which stands for all columns
            motif.wing.mutate('ratings', {mutateProperty: ' '}) | `mutateProperty` must be a STRING that is not empty
            motif.wing.mutate('ratings', {mutateProperty: 'w', writeProperty: 'x'}) | Unknown parameter `writeProperty`
            motif.wing.mutate('rating', {mutateProperty: 'w'}) | No graph with the name 'rating' (did you mean 'ratings'?)
            motif.wing.mutate('ratings', {mutateProperty: 'there'}) | Graph 'ratings' already has a column with the name 'there'. Drop it with motif.graph.dropProperties('ratings', 'there')
            motif.scan.mutate('friends', {mutateProperty: 'c', roleProperty: 'c'}) | `roleProperty` must not be the `mutateProperty`, got 'c' for both
            motif.graph.nodeProperties.stream('ratings', 'ther') | Graph 'ratings' has no column with the name 'ther' (did you mean 'there'?). It has 'there'.
            motif.graph.nodeProperties.stream('ratings', 5) | `properties` must be the name of a column or a list of them, got 5
            motif.graph.nodeProperties.stream('ratings', 'there', {node: true}) | Unknown parameter `node` (did you mean `nodes`?)
            motif.graph.relationshipProperties.stream('ratings', 'there') | Column 'there' of graph 'ratings' is one of nodes, but one of relationships is needed
            motif.graph.write('ratings', {}) | at least one of `nodeProperties` and `relationshipProperties` must be given
            motif.graph.write('ratings', {relationshipProperties: 'there'}) | Column 'there' of graph 'ratings' is one of nodes
            motif.graph.write('bare', {relationshipProperties: 'wing'}) | Graph 'bare' does not hold the ids of relationships
            motif.graph.dropProperties('ratings', ['there', 'x']) | Graph 'ratings' has no column with the name 'x'
            """)
    void wrongCallsSaySo(String call, String message) {
        TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'there'})");
        TestDatabase.rows("CALL motif.graph.project('bare', {left: 'User', right: 'Item'}, 'RATED')");
        TestDatabase.rows("CALL motif.wing.mutate('bare', {mutateProperty: 'wing'})");
        long before = TestDatabase.liveBytes();
        TestDatabase.assertError("CALL " + call, message.replace("(did you mean `nodes`?)", ""));
        assertThat(TestDatabase.liveBytes()).isEqualTo(before);
        assertThat(TestDatabase.row("CALL motif.graph.list('ratings') YIELD columns RETURN size(columns) AS n"))
                .isEqualTo(Map.of("n", 1L));
    }

    @Test
    void streamsShowNodesAndAllColumnsOfAKind() {
        TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'tip'})");
        TestDatabase.rows("CALL motif.butterfly.mutate('ratings', {mutateProperty: 'b'})");
        TestDatabase.rows("CALL motif.wing.mutate('ratings', {mutateProperty: 'wing'})");
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('ratings', '*', {nodes: true})"
                        + " YIELD side, nodeProperty, node, nodeId WHERE id(node) = nodeId"
                        + " RETURN side, nodeProperty, labels(node)[0] AS label, count(*) AS n"
                        + " ORDER BY side, nodeProperty DESC"))
                .containsExactly(
                        Map.of("side", "LEFT", "nodeProperty", "tip", "label", "User", "n", 30L),
                        Map.of("side", "LEFT", "nodeProperty", "b", "label", "User", "n", 30L),
                        Map.of("side", "RIGHT", "nodeProperty", "b", "label", "Item", "n", 30L));
        assertThat(TestDatabase.row("CALL motif.graph.relationshipProperties.stream('ratings', '*', {nodes: true})"
                        + " YIELD relationship, sourceNode, targetNode, relationshipId"
                        + " WHERE startNode(relationship) = sourceNode AND endNode(relationship) = targetNode"
                        + " RETURN count(DISTINCT relationshipId) AS n"))
                .isEqualTo(TestDatabase.row(
                        "CALL motif.graph.list('ratings') YIELD relationshipCount RETURN relationshipCount AS n"));
    }

    @Test
    void degreeIsAColumnOfEveryGraph() {
        List<Map<String, Object>> degrees = TestDatabase.rows(
                "MATCH (n:User|Item) RETURN id(n) AS id, COUNT { MATCH (n)-[:RATED]-(m) RETURN DISTINCT m } AS degree"
                        + " ORDER BY id");
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('ratings', 'degree')"
                        + " YIELD nodeId, propertyValue RETURN nodeId AS id, propertyValue AS degree ORDER BY id"))
                .isEqualTo(degrees);
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('friends', ['degree'], {wide: true})"
                        + " YIELD nodeId, values, side RETURN nodeId AS id, values.degree AS degree, side"
                        + " ORDER BY id LIMIT 1"))
                .isEqualTo(TestDatabase.rows("MATCH (n:Person) RETURN id(n) AS id,"
                        + " COUNT { MATCH (n)-[:KNOWS]-(m) RETURN DISTINCT m } AS degree, null AS side"
                        + " ORDER BY id LIMIT 1"));
        TestDatabase.rows("CALL motif.graph.write('ratings', {nodeProperties: 'degree'})");
        assertThat(TestDatabase.rows("MATCH (n:User|Item) RETURN id(n) AS id, n.degree AS degree ORDER BY id"))
                .isEqualTo(degrees);
        TestDatabase.rows("MATCH (n) REMOVE n.degree");
        TestDatabase.rows("CALL motif.butterfly.mutate('ratings', {mutateProperty: 'count'})");
        for (String names : List.of("['degree', '*']", "['*', 'degree']")) {
            assertThat(TestDatabase.rows(
                            "CALL motif.graph.nodeProperties.stream('ratings', " + names + ", {wide: true})"
                                    + " YIELD nodeId, values RETURN nodeId AS id, values.degree AS degree ORDER BY id"))
                    .as(names)
                    .isEqualTo(degrees);
            assertThat(TestDatabase.row("CALL motif.graph.nodeProperties.stream('ratings', " + names + ", {wide: true})"
                            + " YIELD values RETURN sum(values.count) AS n"))
                    .as(names)
                    .isEqualTo(TestDatabase.row(
                            "CALL motif.butterfly.stats('ratings') YIELD count RETURN 4 * count AS n"));
        }
        TestDatabase.rows("CALL motif.graph.dropProperties('ratings', 'count')");
        // A column that was added by this name comes first.
        TestDatabase.rows("CALL motif.butterfly.mutate('ratings', {mutateProperty: 'degree'})");
        assertThat(TestDatabase.row("CALL motif.graph.nodeProperties.stream('ratings', 'degree')"
                        + " YIELD propertyValue RETURN sum(propertyValue) AS n"))
                .isEqualTo(TestDatabase.row("CALL motif.butterfly.stats('ratings') YIELD count RETURN 4 * count AS n"));
    }

    @Test
    void wideRowsHaveAllColumnsOfANode() {
        TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'tip'})");
        TestDatabase.rows("CALL motif.butterfly.mutate('ratings', {mutateProperty: 'b'})");
        String stream = "CALL motif.graph.nodeProperties.stream('ratings', ['b', 'tip', 'degree'], {%s}) ";
        assertThat(TestDatabase.rows(stream.formatted("wide: true") + "YIELD nodeId, side, values"
                        + " UNWIND keys(values) AS key RETURN nodeId, side, key, values[key] AS value"
                        + " ORDER BY nodeId, key"))
                .isEqualTo(TestDatabase.rows(stream.formatted("") + "YIELD nodeId, side, nodeProperty, propertyValue"
                        + " RETURN nodeId, side, nodeProperty AS key, propertyValue AS value ORDER BY nodeId, key"));
        assertThat(TestDatabase.row("CALL motif.graph.nodeProperties.stream('ratings', 'tip', {wide: true})"
                        + " YIELD side, nodeProperty, propertyValue RETURN DISTINCT side, nodeProperty, propertyValue"))
                .containsEntry("side", "LEFT")
                .containsEntry("nodeProperty", null)
                .containsEntry("propertyValue", null);
    }

    @Test
    void columnsOfBothKindsAreWrittenAtOnce() {
        TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'tip'})");
        TestDatabase.rows("CALL motif.clustering.mutate('ratings', {mutateProperty: 'coefficient'})");
        TestDatabase.rows("CALL motif.wing.mutate('ratings', {mutateProperty: 'wing'})");
        TestDatabase.rows("CALL motif.butterfly.mutate('ratings', {mutateProperty: 'b', per: 'RELATIONSHIP'})");
        String write = "CALL motif.graph.write('ratings', {nodeProperties: ['coefficient', 'tip'],"
                + " relationshipProperties: '*', onlyChanged: true}) YIELD nodePropertiesWritten AS nodes,"
                + " relationshipPropertiesWritten AS relationships, skipped";
        long relationships = (long)
                TestDatabase.row("MATCH ()-[r:RATED]->() RETURN count(r) AS n").get("n");
        assertThat(TestDatabase.row(write))
                .isEqualTo(Map.of("nodes", 90L, "relationships", 2 * relationships, "skipped", 0L));
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("nodes", 0L, "relationships", 0L, "skipped", 0L));
        for (String property : List.of("tip", "coefficient")) {
            assertThat(column("ratings", property, true))
                    .isEqualTo(values(TestDatabase.rows("MATCH (n) WHERE n." + property
                            + " IS NOT NULL RETURN id(n) AS a, n." + property + " AS value")));
        }
        for (String property : List.of("wing", "b")) {
            assertThat(column("ratings", property, false))
                    .isEqualTo(values(TestDatabase.rows("MATCH (u)-[r:RATED]->(i) RETURN DISTINCT id(u) AS a,"
                            + " id(i) AS b, r." + property + " AS value")));
        }
        TestDatabase.rows("MATCH (n) WHERE n.tip IS NOT NULL WITH n LIMIT 1 SET n.tip = -1, n.coefficient = -1.0");
        TestDatabase.rows("MATCH ()-[r:RATED]->() WITH r LIMIT 2 SET r.wing = -1");
        assertThat(TestDatabase.row(write)).isEqualTo(Map.of("nodes", 2L, "relationships", 2L, "skipped", 0L));
        TestDatabase.rows("MATCH (n) REMOVE n.tip, n.coefficient");
    }

    @Test
    void errorCountsWhatWasWrittenOfTheOtherKind() {
        TestDatabase.rows("MATCH (n) REMOVE n.coefficient");
        TestDatabase.rows("MATCH ()-[r]->() REMOVE r.wing");
        TestDatabase.rows("CALL motif.clustering.mutate('ratings', {mutateProperty: 'coefficient'})");
        TestDatabase.rows("CALL motif.wing.mutate('ratings', {mutateProperty: 'wing'})");
        TestDatabase.rows("CREATE CONSTRAINT once FOR ()-[r:RATED]-() REQUIRE r.wing IS UNIQUE");
        try {
            assertThatThrownBy(() -> TestDatabase.rows(
                            "CALL motif.graph.write('ratings', {nodeProperties: '*', relationshipProperties: '*'})"))
                    .hasMessageContaining("[60 properties were written before, in whole batches, and stay;");
        } finally {
            TestDatabase.rows("DROP CONSTRAINT once");
        }
        assertThat(TestDatabase.row("MATCH (n) RETURN count(n.coefficient) AS n"))
                .containsEntry("n", 60L);
    }

    @Test
    void droppedColumnStaysForThoseWhoReadIt() {
        long without = TestDatabase.liveBytes();
        TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'tip'})");
        long with = TestDatabase.liveBytes();
        assertThat(with - without).isEqualTo(30 * 8);
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            try (Result rows = transaction.execute(
                    "CALL motif.graph.nodeProperties.stream('ratings', 'tip') YIELD propertyValue")) {
                rows.next();
                assertThat(TestDatabase.row("CALL motif.graph.dropProperties('ratings', 'tip')"))
                        .isEqualTo(Map.of(
                                "graphName",
                                "ratings",
                                "property",
                                "tip",
                                "of",
                                "LEFT",
                                "type",
                                "INTEGER",
                                "stale",
                                false,
                                "bytes",
                                240L));
                assertThat(TestDatabase.rows("CALL motif.graph.dropProperties('ratings', 'tip', false)"))
                        .isEmpty();
                TestDatabase.rows("CALL motif.graph.drop('ratings')");
                assertThat(TestDatabase.liveBytes()).isEqualTo(with);
                assertThat(rows.stream()).hasSize(29);
            }
        }
        TestDatabase.rows("CALL motif.graph.drop('friends')");
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @Test
    void estimateHasTheColumnToo() {
        Map<String, Object> with = TestDatabase.row(
                "CALL motif.wing.mutate.estimate('ratings', {mutateProperty: 'w'}) YIELD bytesMin, treeView");
        Map<String, Object> without =
                TestDatabase.row("CALL motif.wing.stats.estimate('ratings') YIELD bytesMin, treeView");
        long relationships = (long) TestDatabase.row("CALL motif.graph.list('ratings') YIELD relationshipCount AS n")
                .get("n");
        assertThat((long) with.get("bytesMin") - (long) without.get("bytesMin")).isEqualTo(8 * relationships);
        assertThat(with.get("treeView")).asString().contains("columns: ");
    }

    @Test
    void columnsOfAGraphAreLimited() {
        for (int i = 0; i < 100; i++) {
            TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'c" + i + "'})");
        }
        assertThatThrownBy(() -> TestDatabase.rows("CALL motif.tip.mutate('ratings', {mutateProperty: 'more'})"))
                .hasMessageContaining("Graph 'ratings' has 100 columns, and no more than 100 are allowed");
    }

    /** Callers add, read, filter and drop columns of one name, and now and then the graph itself. */
    @Test
    void manyCallersLeaveNothing() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> callers = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            callers.add(pool.submit(() -> {
                for (int i = 0; i < 80; i++) {
                    anyCall(random);
                }
            }));
        }
        pool.shutdown();
        for (Future<?> caller : callers) {
            caller.get(5, TimeUnit.MINUTES);
        }
    }

    private static void anyCall(Random random) {
        String property = "'" + (random.nextBoolean() ? "x" : "y") + "'";
        try {
            switch (random.nextInt(10)) {
                case 0, 1 -> TestDatabase.rows("CALL motif.wing.mutate('ratings', {mutateProperty: " + property + "})");
                case 2 -> TestDatabase.rows("CALL motif.graph.dropProperties('ratings', " + property + ")");
                case 3 ->
                    assertRead("CALL motif.graph.relationshipProperties.stream('ratings', " + property
                            + ") YIELD propertyValue RETURN sum(propertyValue) AS sum");
                case 4 -> TestDatabase.rows("CALL motif.graph.list() YIELD columns");
                case 5 -> TestDatabase.rows("CALL motif.graph.drop('ratings')");
                case 6 ->
                    assertRead("CALL motif.graph.filter('strong', 'ratings', 'r." + property.replace("'", "")
                            + " >= 0') YIELD relationshipCount RETURN sum(relationshipCount) AS sum");
                case 7 -> TestDatabase.rows("CALL motif.graph.drop('strong')");
                default -> TestDatabase.rows("CALL motif.graph.project('ratings', " + RATINGS + ")");
            }
        } catch (QueryExecutionException e) {
            assertThat(e)
                    .hasMessageMatching(
                            "(?s).*(already has a column|is being added to graph|has no column|there is no column|"
                                    + "No graph with the name|already exists|is being projected).*");
        }
    }

    private static void assertRead(String query) {
        assertThat((long) TestDatabase.row(query).get("sum")).isBetween(1L, 1_000_000L);
    }
}
