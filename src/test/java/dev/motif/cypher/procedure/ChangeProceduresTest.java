package dev.motif.cypher.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.ColumnLease;
import dev.motif.catalog.Columns;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.cypher.config.ServerFile;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.projection.EntityKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EmptyDatabase
class ChangeProceduresTest {
    private static final int SEEDS = 8;
    private static final String BIPARTITE = "{left: 'User', right: 'Item'}";
    private static final List<String> COLUMNS = List.of("degree", "n");

    /** Nodes and relationships as a database has them: the ids of nodes by label, and the pairs that are joined. */
    private record Stored(Map<String, Set<Long>> nodes, Set<List<Long>> edges) {
        static Stored read(boolean bipartite) {
            Map<String, Set<Long>> nodes = new TreeMap<>();
            Set<List<Long>> edges = new HashSet<>();
            String of = bipartite ? "labels(n)[0]" : "'NODES'";
            TestDatabase.rows("MATCH (n) RETURN CASE " + of + " WHEN 'User' THEN 'LEFT' WHEN 'Item' THEN 'RIGHT'"
                            + " ELSE 'NODES' END AS of, collect(id(n)) AS ids")
                    .forEach(row -> nodes.put((String) row.get("of"), new TreeSet<>(longs(row.get("ids")))));
            TestDatabase.rows("MATCH (a)-[:R]->(b) WHERE a <> b RETURN labels(a) = ['User'] AS forward, labels(a) ="
                            + " labels(b) AS inside, id(a) AS a, id(b) AS b")
                    .forEach(row -> {
                        long a = (Long) row.get("a");
                        long b = (Long) row.get("b");
                        if (!bipartite) {
                            edges.add(List.of(Math.min(a, b), Math.max(a, b)));
                        } else if (!(Boolean) row.get("inside")) {
                            edges.add((Boolean) row.get("forward") ? List.of(a, b) : List.of(b, a));
                        }
                    });
            return new Stored(nodes, edges);
        }

        /** Rows of {@code change, of, ids} for what this has and the other does not. */
        Set<List<Object>> without(Stored other, String change) {
            Set<List<Object>> rows = new HashSet<>();
            nodes.forEach((of, ids) -> ids.stream()
                    .filter(id -> !other.nodes.getOrDefault(of, Set.of()).contains(id))
                    .forEach(id -> rows.add(List.of(change, of, List.of(id)))));
            edges.stream()
                    .filter(edge -> !other.edges.contains(edge))
                    .forEach(edge -> rows.add(List.of(change, "RELATIONSHIPS", edge)));
            return rows;
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Long> longs(Object list) {
        return (List<Long>) list;
    }

    private static void change(Random random, int steps) {
        for (int step = 0; step < steps; step++) {
            Map<String, Object> parameters = Map.of("skip", random.nextInt(20), "other", random.nextInt(20));
            String pick = "MATCH (a) WITH a ORDER BY id(a) SKIP $skip LIMIT 1"
                    + " MATCH (b) WITH a, b ORDER BY id(b) SKIP $other LIMIT 1 ";
            TestDatabase.rows(
                    switch (random.nextInt(6)) {
                        case 0 -> "CREATE (:User {n: $skip})";
                        case 1 -> "CREATE (:Item {n: $skip})";
                        case 2 -> pick + "DETACH DELETE a";
                        case 3 -> pick + "MATCH (a)-[r]-() WITH r LIMIT 1 DELETE r";
                        default -> pick + "CREATE (a)-[:R]->(b)";
                    },
                    parameters);
        }
    }

    private static void project(String name, boolean bipartite) {
        TestDatabase.rows("CALL motif.graph.project('" + name + "', " + (bipartite ? BIPARTITE : "'*'") + ", 'R')");
        TestDatabase.rows(
                "CALL motif." + (bipartite ? "tip" : "kcore") + ".mutate('" + name + "', {mutateProperty: 'n'})");
        TestDatabase.rows("CALL motif." + (bipartite ? "butterfly.mutate('" : "commonNeighbors.mutate('") + name
                + "', {mutateProperty: 'r'" + (bipartite ? ", per: 'RELATIONSHIP'})" : "})"));
    }

    private static List<Map<String, Object>> compared(String configuration) {
        return TestDatabase.rows("CALL motif.graph.compare('today', 'yesterday', " + configuration + ")");
    }

    private static List<Object> ids(Map<String, Object> row) {
        return Stream.of("nodeId", "sourceNodeId", "targetNodeId")
                .map(row::get)
                .filter(Objects::nonNull)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsAreWhatOnlyOneStateHas(boolean bipartite) {
        for (int seed = 0; seed < SEEDS; seed++) {
            TestDatabase.emptied();
            Random random = new Random(seed);
            change(random, 60);
            TestDatabase.rows("CREATE (:User)-[:R]->(:Item)");
            project("yesterday", bipartite);
            Stored before = Stored.read(bipartite);
            change(random, 15);
            project("today", bipartite);
            Stored now = Stored.read(bipartite);
            Set<List<Object>> expected = now.without(before, "ADDED");
            expected.addAll(before.without(now, "REMOVED"));
            List<List<Object>> rows = new ArrayList<>();
            compared("{}").forEach(row -> rows.add(List.of(row.get("change"), row.get("of"), ids(row))));
            assertThat(rows).as("seed " + seed).containsExactlyInAnyOrderElementsOf(expected);
            assertValues(seed, 0);
            assertValues(seed, 1);
        }
    }

    /** The values of the columns by what has them: name and ids. */
    private static Map<List<Object>, Long> values(String graph) {
        Map<List<Object>, Long> values = new HashMap<>();
        TestDatabase.rows("CALL motif.graph.nodeProperties.stream('" + graph + "', ['degree', 'n'])")
                .forEach(row ->
                        values.put(Arrays.asList(row.get("nodeProperty"), row.get("side"), row.get("nodeId")), (Long)
                                row.get("propertyValue")));
        TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('" + graph + "', 'r')")
                .forEach(row -> values.put(List.of("r", row.get("sourceNodeId"), row.get("targetNodeId")), (Long)
                        row.get("propertyValue")));
        return values;
    }

    private static void assertValues(int seed, int moreThan) {
        Map<List<Object>, Long> before = values("yesterday");
        Map<List<Object>, Long> now = values("today");
        Map<List<Object>, List<Object>> expected = new HashMap<>();
        now.forEach((key, value) -> {
            Long earlier = before.get(key);
            if (earlier != null && Math.abs(value - earlier) > moreThan) {
                expected.put(key, List.of(earlier, value));
            }
        });
        Map<List<Object>, List<Object>> found = new HashMap<>();
        compared("{nodeProperties: ['degree', 'n'], relationshipProperties: 'r', moreThan: " + moreThan + "}").stream()
                .filter(row -> row.get("change").equals("CHANGED"))
                .forEach(row -> {
                    List<Object> key = new ArrayList<>();
                    key.add(row.get("property"));
                    if (COLUMNS.contains(row.get("property"))) {
                        key.add(row.get("of").equals("NODES") ? null : row.get("of"));
                    }
                    key.addAll(ids(row));
                    assertThat(found.put(key, List.of(row.get("before"), row.get("after"))))
                            .isNull();
                });
        assertThat(found).as("seed " + seed).isEqualTo(expected);
    }

    @Test
    void rowsKeepToTheKindAndTheLimit() {
        TestDatabase.rows("UNWIND range(1, 5) AS i CREATE (:User {i: i})-[:R]->(:Item {i: i})");
        project("yesterday", true);
        TestDatabase.rows("MATCH (a:User), (b:Item) WHERE a.i < b.i CREATE (a)-[:R]->(b)");
        TestDatabase.rows("MATCH (a:User {i: 5}) DETACH DELETE a");
        project("today", true);
        assertThat(compared("{}")).hasSize(12);
        assertThat(compared("{per: 'NODE'}")).hasSize(1).first().satisfies(row -> assertThat(row)
                .containsEntry("change", "REMOVED")
                .containsEntry("of", "LEFT")
                .containsEntry("sourceNodeId", null)
                .containsEntry("relationshipId", null)
                .containsEntry("property", null)
                .containsEntry("node", null));
        assertThat(compared("{per: 'relationship', limit: 3}"))
                .extracting(row -> row.get("change"))
                .containsExactlyInAnyOrder("ADDED", "ADDED", "ADDED", "REMOVED");
        assertThat(compared("{nodeProperties: '*', per: 'NODE', limit: 2, moreThan: 1e308}"))
                .hasSize(1);
    }

    @Test
    void wrongArgumentsAreRejected() {
        TestDatabase.rows("CREATE (:User)-[:R]->(:Item)");
        project("today", true);
        TestDatabase.rows("CALL motif.graph.project('people', '*', '*')");
        TestDatabase.assertError(
                "CALL motif.graph.compare('today', 'people')",
                "both bipartite or both unipartite, got 'today', which is BIPARTITE and 'people', which is UNIPARTITE");
        TestDatabase.assertError("CALL motif.graph.compare('today', 'yestrday')", "No graph with the name 'yestrday'");
        TestDatabase.assertError("CALL motif.graph.compare('today', null)", "`fromGraphName`");
        TestDatabase.assertError(
                "CALL motif.graph.compare('today', 'today', {nodeProperties: 'x'})", "has no column with the name 'x'");
        TestDatabase.assertError(
                "CALL motif.graph.compare('today', 'today', {relationshipProperties: 'n'})", "is one of nodes");
        TestDatabase.assertError(
                "CALL motif.graph.compare('today', 'today', {moreThan: -1})",
                "`moreThan` must be in [0.0, 1.7976931348623157E308], got -1");
        TestDatabase.assertError("CALL motif.graph.compare('today', 'today', {limit: 0})", "`limit` must be in [1, ");
        TestDatabase.assertError("CALL motif.graph.compare('today', 'today', {per: 'edge'})", "`per` must be one of");
        assertThat(TestDatabase.rows("CALL motif.graph.compare('today', 'today', {nodeProperties: '*',"
                        + " relationshipProperties: '*'})"))
                .isEmpty();
    }

    // refresh

    private static void small(String configuration) {
        TestDatabase.rows("UNWIND range(1, 6) AS i CREATE (:User {i: i}), (:Item {i: i})");
        TestDatabase.rows("MATCH (a:User), (b:Item) WHERE (a.i * b.i) % 3 > 0 CREATE (a)-[:R {i: a.i}]->(b)");
        TestDatabase.rows("CALL motif.graph.project('g', " + BIPARTITE + ", 'R', {" + configuration + "})");
    }

    private static void changeSmall() {
        TestDatabase.rows("MATCH (a:User {i: 1}) DETACH DELETE a");
        TestDatabase.rows("MATCH (a:User {i: 2})-[r]->(:Item {i: 1}) DELETE r");
        TestDatabase.rows("MATCH (b:Item {i: 1}) CREATE (:User {i: 7})-[:R {i: 7}]->(b)");
    }

    private static Map<Object, Object> column(String property) {
        Map<Object, Object> values = new HashMap<>();
        TestDatabase.rows("CALL motif.graph.nodeProperties.stream('g', '" + property
                        + "') YIELD node, side, propertyValue RETURN side + node.i AS node, propertyValue AS value")
                .forEach(row -> values.put(row.get("node"), row.get("value")));
        TestDatabase.rows("CALL motif.graph.relationshipProperties.stream('g', 'wing') YIELD sourceNode, targetNode,"
                        + " propertyValue AS value RETURN sourceNode.i + '-' + targetNode.i AS edge, value")
                .forEach(row -> values.put(row.get("edge"), row.get("value")));
        return values;
    }

    @ParameterizedTest
    @CsvSource({"follow: true,", "'', 'it does not follow the database: project it with follow: true'"})
    void columnsStayWithWhatIsStillThere(String configuration, String reason) {
        small(configuration);
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'n', side: 'LEFT'})");
        TestDatabase.rows("CALL motif.clustering.mutate('g', {mutateProperty: 'c'})");
        TestDatabase.rows("CALL motif.wing.mutate('g', {mutateProperty: 'wing'})");
        Map<Object, Object> before = column("n");
        changeSmall();
        assertThat(TestDatabase.row("CALL motif.graph.refresh('g')"))
                .containsEntry("reason", reason)
                .containsEntry("nodesAdded", 1L)
                .containsEntry("nodesRemoved", 1L)
                .containsEntry("relationshipsAdded", 1L)
                .containsEntry("relationshipsRemoved", 5L)
                .containsEntry("nodeCount", 12L)
                .containsEntry("relationshipCount", 12L);
        Map<Object, Object> expected = new HashMap<>(before);
        expected.keySet().removeIf(key -> key.equals("LEFT1") || ((String) key).startsWith("1-"));
        expected.remove("2-1");
        expected.put("LEFT7", null);
        expected.put("7-1", null);
        assertThat(column("n")).isEqualTo(expected);
        assertThat(column("c")).containsEntry("LEFT7", null);
        assertThat(TestDatabase.rows("CALL motif.graph.list('g') YIELD columns UNWIND columns AS column"
                        + " RETURN column.stale AS stale"))
                .hasSize(3)
                .allMatch(row -> (Boolean) row.get("stale"));
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'again'})");
        assertThat(TestDatabase.rows("CALL motif.graph.dropProperties('g', ['again', 'n']) YIELD property, stale"))
                .extracting(row -> row.get("stale"))
                .containsExactly(false, true);
    }

    @ParameterizedTest
    @CsvSource({"follow: true,", "'', 'it does not follow the database: project it with follow: true'"})
    void columnsOfPropertiesAreThoseOfNow(String configuration, String reason) {
        small(configuration + (configuration.isEmpty() ? "" : ", ") + "nodeProperties: 'i'");
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'n'})");
        TestDatabase.rows("MATCH (a:User {i: 6}) SET a.i = 66");
        TestDatabase.rows("MATCH (a:User {i: 3}) DETACH DELETE a");
        assertThat(TestDatabase.row("CALL motif.graph.refresh('g')"))
                .containsEntry("reason", reason)
                .containsEntry("nodesRemoved", 1L);
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('g', 'i') YIELD side, propertyValue"
                        + " WITH * WHERE side = 'LEFT' RETURN propertyValue AS i"))
                .extracting(row -> row.get("i"))
                .containsExactlyInAnyOrder(1L, 2L, 4L, 5L, 66L);
        assertThat(TestDatabase.rows("CALL motif.graph.list('g') YIELD columns UNWIND columns AS column"
                        + " RETURN column.property AS property, column.stale AS stale"))
                .containsExactly(Map.of("property", "i", "stale", false), Map.of("property", "n", "stale", true));
        TestDatabase.rows("CALL motif.graph.dropProperties('g', 'i')");
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'i'})");
        TestDatabase.rows("MATCH (a:User {i: 66}) SET a.i = 1000");
        TestDatabase.rows("CALL motif.graph.refresh('g')");
        assertThat(TestDatabase.rows("CALL motif.graph.nodeProperties.stream('g', 'i') YIELD propertyValue"))
                .noneMatch(row -> row.get("propertyValue").equals(1000L));
    }

    @Test
    void unchangedGraphStays() {
        small("follow: true");
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'n'})");
        String query = "CALL motif.graph.list('g') YIELD creationTime, columns RETURN *";
        Map<String, Object> before = TestDatabase.row(query);
        TestDatabase.rows("CREATE (:Other)-[:S]->(:Other)");
        TestDatabase.rows("MATCH (a:User) SET a.i = a.i");
        assertThat(TestDatabase.row("CALL motif.graph.refresh('g')"))
                .containsEntry("reason", null)
                .containsEntry("relationshipsAdded", 0L);
        assertThat(TestDatabase.row(query)).isEqualTo(before);
    }

    @Test
    void tooManyChangesAreReadWithEverything() {
        small("follow: true");
        TestDatabase.rows("UNWIND range(1, 3000) AS i CREATE (:User)-[:R]->(:Item)");
        assertThat(TestDatabase.row("CALL motif.graph.refresh('g')"))
                .containsEntry("reason", "too much has changed")
                .containsEntry("relationshipsAdded", 3000L);
        changeSmall();
        assertThat(TestDatabase.row("CALL motif.graph.refresh('g')"))
                .containsEntry("reason", null)
                .containsEntry("relationshipsRemoved", 5L);
    }

    @Test
    void runningCallKeepsTheGraphThatItHas() {
        small("follow: true");
        TestDatabase.rows("CALL motif.tip.mutate('g', {mutateProperty: 'n'})");
        GraphKey key = GraphCatalog.server()
                .list(graph -> graph.name().equals("g"))
                .get(0)
                .key();
        try (ColumnLease held = ColumnLease.acquire(key, Columns.ALL, Columns.ALL)) {
            changeSmall();
            TestDatabase.rows("CALL motif.graph.refresh('g')");
            assertThat(held.graph().projected().graph().edgeCount()).isEqualTo(16);
            assertThat(held.graph().projected().left().nodeId(0)).isPositive();
            assertThat(held.of(EntityKind.LEFT).get(0).value(EntityKind.LEFT, 0))
                    .isNotNull();
            assertThatThrownBy(() -> held.graph()
                            .columns()
                            .add(List.of("late"), OffHeapBudget.memory())
                            .publish())
                    .hasMessageContaining("was refreshed while this was computed of its earlier state");
        }
        assertThat(TestDatabase.row("CALL motif.graph.list('g') YIELD relationshipCount"))
                .containsEntry("relationshipCount", 12L);
    }

    @Test
    void graphsOfOtherOriginAreNotRefreshed() {
        small("follow: true");
        TestDatabase.rows("CALL motif.graph.induce('part', 'g', [])");
        TestDatabase.rows("MATCH (a:User)-[:R]->(b) RETURN motif.graph.project('rows', a, b, {kind: 'BIPARTITE'})");
        for (String graph : List.of("part", "rows")) {
            TestDatabase.assertError(
                    "CALL motif.graph.refresh('" + graph + "')", "'" + graph + "' cannot be refreshed: it was made of");
        }
        TestDatabase.assertError("CALL motif.graph.refresh('absent')", "No graph with the name 'absent'");
        TestDatabase.assertError("CALL motif.graph.refresh('g', {follow: true})", "Unknown parameter `follow`");
        TestDatabase.assertError("CALL motif.graph.refresh(null)", "`graphName`");
    }

    @Test
    void graphOfAFileReadsEverything(@TempDir Path folder) {
        System.setProperty(ServerFile.FOLDER_PROPERTY, folder.toString());
        try {
            small("follow: true");
            TestDatabase.rows("CALL motif.graph.project('some', " + BIPARTITE
                    + ", 'R', {relationshipFilter: {property: 'i', min: 2}})");
            TestDatabase.rows("CALL motif.wing.mutate('g', {mutateProperty: 'wing'})");
            TestDatabase.rows("CALL motif.graph.export('g', 'g')");
            TestDatabase.rows("CALL motif.graph.export('some', 'some')");
            TestDatabase.rows("CALL motif.graph.drop(['g', 'some'])");
            changeSmall();
            TestDatabase.rows("CALL motif.graph.import('g')");
            TestDatabase.rows("CALL motif.graph.import('some')");
            assertThat((String)
                            TestDatabase.row("CALL motif.graph.refresh('g')").get("reason"))
                    .startsWith("it does not follow");
            TestDatabase.rows("CALL motif.graph.export('g', 'g', {overwrite: true})");
            TestDatabase.rows("CALL motif.graph.drop('g')");
            TestDatabase.rows("CALL motif.graph.import('g')");
            assertThat(TestDatabase.row("CALL motif.graph.list('g') YIELD relationshipCount, columns"
                            + " RETURN relationshipCount, columns[0].stale AS stale"))
                    .containsEntry("relationshipCount", 12L)
                    .containsEntry("stale", true);
            TestDatabase.assertError("CALL motif.graph.refresh('some')", "its file does not have the filters");
        } finally {
            System.clearProperty(ServerFile.FOLDER_PROPERTY);
        }
    }
}
