package dev.motif.projection;

import static dev.motif.neo4j.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.leaks.CanceledPolls;
import dev.motif.leaks.LeavesNothing;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.StageProgress;
import dev.motif.parallel.Workers;
import dev.motif.projection.id.NodeIds;
import dev.motif.projection.id.RelationshipIds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Transaction;
import org.neo4j.kernel.impl.coreapi.InternalTransaction;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.values.storable.NumberValue;
import org.neo4j.values.storable.Value;

@LeavesNothing
@EmptyDatabase
class GraphProjectorTest {
    private static final List<String> ALL = Projection.ALL;

    private final NativeMemory memory = new NativeMemory(256L << 20);

    /**
     * The node and relationship ids of a graph, which every way to read a projection must give.
     *
     * @param right the nodes of the right side, null for a unipartite graph
     * @param edges the relationship ids, if they are kept, by (left, right) or, in a unipartite graph, (smaller,
     *     larger)
     */
    private record Content(
            Set<Long> left, Set<Long> right, Map<List<Long>, Set<Long>> edges, ProjectionStatistics statistics) {}

    private Content read(Projection projection, int concurrency) {
        return read(projection, concurrency, memory);
    }

    private static Content read(Projection projection, int concurrency, NativeMemory memory) {
        GraphProjector projector =
                new GraphProjector((GraphDatabaseAPI) TestDatabase.get(), memory, Workers.of(concurrency));
        try (ProjectedGraph projected = projector.read(projection).graph()) {
            assertThat(projected.bytes()).isEqualTo(memory.liveBytes());
            return content(projected);
        }
    }

    private static Content content(ProjectedGraph projected) {
        List<List<Long>> edges = new ArrayList<>();
        if (projected.graph() instanceof BipartiteGraph graph) {
            assertTransposed(graph.left(), graph.right());
            forEachSlot(
                    graph.left(),
                    (l, r) -> edges.add(List.of(
                            projected.left().nodeId(l), projected.right().nodeId(r))));
        } else {
            Csr adjacency = ((UnipartiteGraph) projected.graph()).adjacency();
            assertTransposed(adjacency, adjacency);
            forEachSlot(adjacency, (u, v) -> {
                if (u < v) {
                    edges.add(
                            List.of(projected.left().nodeId(u), projected.left().nodeId(v)));
                }
            });
        }
        assertThat((long) edges.size()).isEqualTo(projected.graph().edgeCount());
        Map<List<Long>, Set<Long>> byEdge = new HashMap<>();
        edges.forEach(edge -> byEdge.put(edge, new TreeSet<>()));
        assertThat(byEdge).as("edges without repetitions").hasSize(edges.size());
        addRelationshipIds(projected.relationships(), edges, byEdge);
        return new Content(
                idsOf(projected.left()),
                projected.right() == null ? null : idsOf(projected.right()),
                byEdge,
                projected.statistics());
    }

    private static void addRelationshipIds(
            RelationshipIds ids, List<List<Long>> edges, Map<List<Long>, Set<Long>> byEdge) {
        if (ids == null) {
            return;
        }
        assertThat(ids.first().length()).isEqualTo(edges.size());
        for (int e = 0; e < edges.size(); e++) {
            byEdge.get(edges.get(e)).add(ids.first().get(e));
        }
        for (long i = 0; i < ids.others().slots().length(); i++) {
            int edge = (int) ids.others().slots().get(i);
            long id = ids.others().payloads().get(i);
            assertThat(id)
                    .as("the smallest id comes first")
                    .isGreaterThan(ids.first().get(edge));
            byEdge.get(edges.get(edge)).add(id);
        }
        assertThat(byEdge.values().stream().mapToLong(Set::size).sum()).isEqualTo(ids.count());
    }

    private static void forEachSlot(Csr rows, java.util.function.BiConsumer<Integer, Integer> consumer) {
        for (int v = 0; v < rows.vertexCount(); v++) {
            for (long slot = rows.start(v); slot < rows.end(v); slot++) {
                consumer.accept(v, rows.neighbor(slot));
            }
        }
    }

    private static void assertTransposed(Csr there, Csr back) {
        Set<List<Integer>> forward = new HashSet<>();
        Set<List<Integer>> backward = new HashSet<>();
        forEachSlot(there, (u, v) -> forward.add(List.of(u, v)));
        forEachSlot(back, (v, u) -> backward.add(List.of(u, v)));
        assertThat(forward).isEqualTo(backward);
    }

    private static Set<Long> idsOf(NodeIds nodes) {
        Set<Long> ids = new TreeSet<>();
        for (int v = 0; v < nodes.count(); v++) {
            ids.add(nodes.nodeId(v));
        }
        assertThat(ids).hasSize(nodes.count());
        return ids;
    }

    private static Projection bipartite(String left, String right, String type) {
        return new Projection(List.of(left), List.of(right), List.of(type), null, false);
    }

    private static Projection unipartite(List<String> labels, List<String> types) {
        return new Projection(labels, null, types, null, false);
    }

    // Projections through Cypher.

    private static Map<String, Object> project(String nodes, String relationships, String configuration) {
        return TestDatabase.row(
                "CALL motif.graph.project('g', " + nodes + ", " + relationships + ", " + configuration + ")");
    }

    /** The names of both nodes of each edge of graph g. */
    private static Set<String> pairs() {
        return new TreeSet<>(rows("CALL motif.butterfly.stream('g', {per: 'RELATIONSHIP'})"
                        + " YIELD leftNodeId, rightNodeId MATCH (l) WHERE id(l) = leftNodeId"
                        + " MATCH (r) WHERE id(r) = rightNodeId RETURN l.name + '-' + r.name AS pair")
                .stream()
                .map(row -> (String) row.get("pair"))
                .toList());
    }

    private static void assertError(String nodes, String relationships, String configuration, String message) {
        assertThatThrownBy(() -> project(nodes, relationships, configuration))
                .hasMessageContaining("java.lang.IllegalArgumentException: " + message);
        assertThat(TestDatabase.liveBytes()).isZero();
        assertThat(TestDatabase.row("CALL motif.graph.exists('g') YIELD exists"))
                .containsEntry("exists", false);
    }

    @Test
    void rowSaysWhatWasRead() {
        rows("CREATE (:User {name: 'u1'})-[:RATED]->(:Item {name: 'i1'}), (:User {name: 'u2'})");
        Map<String, Object> row = project("{left: 'User', right: 'Item'}", "'RATED'", "{readConcurrency: 2}");
        assertThat(row)
                .containsEntry("graphName", "g")
                .containsEntry("kind", "BIPARTITE")
                .containsEntry("leftCount", 2L)
                .containsEntry("rightCount", 1L)
                .containsEntry("nodeCount", 3L)
                .containsEntry("relationshipCount", 1L)
                .containsEntry("duplicatesDropped", 0L)
                .containsEntry("selfLoopsDropped", 0L)
                .containsEntry("wrongSideDropped", 0L)
                .containsEntry("filteredOut", 0L)
                .containsEntry("nodesFilteredOut", 0L)
                .containsEntry("bytes", TestDatabase.liveBytes())
                .containsEntry(
                        "configuration",
                        Map.of(
                                "nodes",
                                Map.of("left", "User", "right", "Item"),
                                "relationships",
                                "RATED",
                                "readConcurrency",
                                2L));
    }

    @Test
    void relationshipsOfEitherDirectionAreEdges() {
        rows("CREATE (u1:User {name: 'u1'}), (u2:User {name: 'u2'}), (i1:Item {name: 'i1'}), (i2:Item {name: 'i2'}),"
                + " (u1)-[:RATED]->(i1), (i1)-[:RATED]->(u2), (i2)-[:RATED]->(u1)");
        assertThat(project("{left: 'User', right: 'Item'}", "'RATED'", "{}")).containsEntry("relationshipCount", 3L);
        assertThat(pairs()).containsExactly("u1-i1", "u1-i2", "u2-i1");
    }

    @Test
    void relationshipOutsideTheSidesIsCountedAsWrongSide() {
        rows("CREATE (u1:User {name: 'u1'}), (u2:User {name: 'u2'}), (i1:Item {name: 'i1'}), (i2:Item {name: 'i2'}),"
                + " (o1:Other), (o2:Other), (u1)-[:RATED]->(i1), (u1)-[:RATED]->(u2), (i1)-[:RATED]->(i2),"
                + " (u1)-[:RATED]->(o1), (o1)-[:RATED]->(i1), (o1)-[:RATED]->(o2)");
        assertThat(project("{left: 'User', right: 'Item'}", "'RATED'", "{}"))
                .containsEntry("relationshipCount", 1L)
                .containsEntry("wrongSideDropped", 5L);
        assertThat(pairs()).containsExactly("u1-i1");
    }

    @Test
    void selfLoopIsCountedAndDropped() {
        rows("CREATE (u:User {name: 'u'})-[:RATED]->(i:Item {name: 'i'}), (u)-[:RATED]->(u), (i)-[:RATED]->(i),"
                + " (o:Other)-[:RATED]->(o)");
        assertThat(project("{left: 'User', right: 'Item'}", "'RATED'", "{}"))
                .containsEntry("relationshipCount", 1L)
                .containsEntry("selfLoopsDropped", 3L)
                .containsEntry("wrongSideDropped", 0L);
    }

    @Test
    void duplicateOfEitherDirectionIsCountedAndDropped() {
        rows("CREATE (u:User {name: 'u'})-[:RATED]->(i:Item {name: 'i'}), (u)-[:RATED]->(i), (i)-[:RATED]->(u)");
        assertThat(project("{left: 'User', right: 'Item'}", "'RATED'", "{}"))
                .containsEntry("relationshipCount", 1L)
                .containsEntry("duplicatesDropped", 2L);
        assertThat(pairs()).containsExactly("u-i");
    }

    @Test
    void isolatedNodesAreVertices() {
        rows("CREATE (:User), (:User), (:User)-[:RATED]->(:Item), (:Item)");
        assertThat(project("{left: 'User', right: 'Item'}", "'RATED'", "{}"))
                .containsEntry("leftCount", 3L)
                .containsEntry("rightCount", 2L)
                .containsEntry("nodeCount", 5L);
    }

    @Test
    void sidesMayHaveSeveralLabels() {
        rows("CREATE (a:User {name: 'a'}), (b:Guest {name: 'b'}), (c:User:Guest {name: 'c'}), (d:Item {name: 'd'}),"
                + " (e:Film:Item {name: 'e'}), (x:Other)"
                + " CREATE (a)-[:RATED]->(d), (b)-[:RATED]->(e), (c)-[:RATED]->(d), (x)-[:RATED]->(d)");
        assertThat(project("{left: ['User', 'Guest'], right: ['Film', 'Item']}", "'RATED'", "{}"))
                .containsEntry("leftCount", 3L)
                .containsEntry("rightCount", 2L)
                .containsEntry("wrongSideDropped", 1L);
        assertThat(pairs()).containsExactly("a-d", "b-e", "c-d");
    }

    @Test
    void relationshipsOfSeveralTypesAreEdges() {
        rows("CREATE (a:User {name: 'a'}), (d:Item {name: 'd'}), (e:Item {name: 'e'}),"
                + " (a)-[:RATED]->(d), (a)-[:SAW]->(e), (a)-[:SAW]->(d), (a)-[:BOUGHT]->(e)");
        assertThat(project("{left: 'User', right: 'Item'}", "['RATED', 'SAW']", "{}"))
                .containsEntry("relationshipCount", 2L)
                .containsEntry("duplicatesDropped", 1L);
        rows("CALL motif.graph.drop('g')");
        assertThat(project("{left: 'User', right: 'Item'}", "'*'", "{}"))
                .containsEntry("relationshipCount", 2L)
                .containsEntry("duplicatesDropped", 2L);
    }

    @Test
    void filterKeepsRelationshipsInItsRange() {
        rows("CREATE (u:User {name: 'u'}) WITH u UNWIND range(1, 5) AS stars"
                + " CREATE (u)-[:RATED {stars: stars}]->(:Item {name: 'i' + stars})");
        rows("MATCH (u:User) CREATE (u)-[:RATED {stars: 'five'}]->(:Item {name: 'text'}),"
                + " (u)-[:RATED]->(:Item {name: 'none'}), (u)-[:RATED {stars: 3.5}]->(:Item {name: 'half'})");
        Map<String, Set<String>> cases = new TreeMap<>(Map.of(
                "{property: 'stars', min: 4}", Set.of("u-i4", "u-i5"),
                "{property: 'stars', max: 2}", Set.of("u-i1", "u-i2"),
                "{property: 'stars', min: 3, max: 4}", Set.of("u-i3", "u-half", "u-i4"),
                "{property: 'stars', equals: 3}", Set.of("u-i3"),
                "{property: 'stars', equals: 3.0}", Set.of("u-i3"),
                "{property: 'stars', min: 3.2, max: 3.7}", Set.of("u-half"),
                "{property: 'stars', equals: 'five'}", Set.of("u-text"),
                "{property: 'stars', min: 9}", Set.of()));
        cases.forEach((filter, expected) -> {
            Map<String, Object> row =
                    project("{left: 'User', right: 'Item'}", "'RATED'", "{relationshipFilter: " + filter + "}");
            assertThat(pairs()).as(filter).isEqualTo(expected);
            assertThat(row).as(filter).containsEntry("filteredOut", 8L - expected.size());
            rows("CALL motif.graph.drop('g')");
        });
    }

    /** As `WHERE` has it, whether there is a value of the type or not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            day    | min: '2024-01-01'
            day    | max: datetime()
            at     | min: date('2024-01-01')
            at     | min: localdatetime()
            at     | equals: date('2024-01-01')
            day    | in: ['2024-01-01', '2024-01-02']
            number | min: '3'
            """)
    void filterThatNoValueCanBeComparedWithKeepsNone(String property, String bound) {
        rows("UNWIND range(1, 4) AS n CREATE (:User {day: date('2024-01-01'), at: datetime(), number: n})"
                + "-[:RATED {day: date('2024-01-01'), at: datetime(), number: n}]->(:Item)");
        String filter = "{property: '" + property + "', " + bound + "}";
        assertThat(project("'*'", "'RATED'", "{relationshipFilter: " + filter + "}"))
                .containsEntry("relationshipCount", 0L)
                .containsEntry("filteredOut", 4L);
        rows("CALL motif.graph.drop('g')");
        assertThat(project("'*'", "'*'", "{nodeFilter: " + filter + "}")).containsEntry("nodeCount", 0L);
    }

    @Test
    void rangesOfDurationsAreAnError() {
        rows("CREATE (:User)-[:RATED {wait: duration('PT1H')}]->(:Item)");
        for (String bound : List.of("min", "max")) {
            assertError(
                    "'*'",
                    "'RATED'",
                    "{relationshipFilter: {property: 'wait', " + bound + ": duration('P1D')}}",
                    "`relationshipFilter." + bound
                            + "` must not be a DURATION, since durations have no order, got P1D");
        }
        assertThat(project("'*'", "'RATED'", "{relationshipFilter: {property: 'wait', in: [duration('PT60M')]}}"))
                .containsEntry("relationshipCount", 1L);
    }

    @Test
    void valuesOfSeveralTypesAreComparedAsWhereDoes() {
        rows("UNWIND range(1, 4) AS n CREATE (:User)-[:RATED {day: date('2024-01-01')}]->(:Item)");
        rows("CREATE (:User)-[:RATED {day: '2023-12-31', none: 0.0 / 0.0}]->(:Item)");
        assertThat(project("'*'", "'RATED'", "{relationshipFilter: {property: 'day', min: '2024'}}"))
                .containsEntry("relationshipCount", 0L);
        rows("CALL motif.graph.drop('g')");
        assertThat(project("'*'", "'RATED'", "{relationshipFilter: {property: 'none', min: 3}}"))
                .containsEntry("relationshipCount", 0L);
    }

    @Test
    void filterComesBeforeEveryOtherReasonToDrop() {
        rows("CREATE (u:User)-[:RATED {stars: 1}]->(u), (u)-[:RATED {stars: 1}]->(:Other),"
                + " (u)-[:RATED {stars: 5}]->(u), (u)-[:RATED {stars: 5}]->(:Item)");
        assertThat(project(
                        "{left: 'User', right: 'Item'}",
                        "'RATED'",
                        "{relationshipFilter: {property: 'stars', min: 3}}"))
                .containsEntry("filteredOut", 2L)
                .containsEntry("selfLoopsDropped", 1L)
                .containsEntry("wrongSideDropped", 0L)
                .containsEntry("relationshipCount", 1L);
    }

    @Test
    void mistakesInTheFilterAreNamed() {
        rows("CREATE (:User)-[:RATED {stars: 1}]->(:Item)");
        String nodes = "{left: 'User', right: 'Item'}";
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: {property: 'stars'}}",
                "`relationshipFilter` must have at least one of `min`, `max`, `equals` and `in`, got none");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: {min: 3}}",
                "`relationshipFilter.property` is missing: it must be a STRING");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: {property: 'stars', maxx: 1, min: 3}}",
                "Unknown parameter `relationshipFilter.maxx` (did you mean 'max'?)");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: {property: 'starz', min: 3}}",
                "No such property in this database: 'starz' (did you mean 'stars'?)");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: 3}",
                "`relationshipFilter` must be a MAP or a list of at most 10 of them, got 3");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: [3]}",
                "`relationshipFilter` must be a MAP or a list of at most 10 of them, got [3]");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: [n IN range(1, 11) | {property: 'stars', min: n}]}",
                "`relationshipFilter` must be a MAP or a list of at most 10 of them, got [{");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: [{property: 'stars', min: 3}, {property: 'stars', min: 3, max: 2}]}",
                "`relationshipFilter[1].min` must be at most `max` and of the same type, got 3 and 2");
        assertError(
                nodes,
                "'RATED'",
                "{relationshipFilter: [{property: 'stars', min: 3}, {property: 'stars', equal: 2, min: 1}]}",
                "Unknown parameter `relationshipFilter[1].equal` (did you mean 'equals'?)");
    }

    @Test
    void mistakesInTheFilterOfNodesAreNamed() {
        rows("CREATE (:User {age: 3})-[:RATED {stars: 1}]->(:Item)");
        String nodes = "{left: 'User', right: 'Item'}";
        assertError(
                nodes,
                "'RATED'",
                "{nodeFilter: {left: {property: 'age', in: 3}}}",
                "`nodeFilter.left.in` must be a list of at most 1000 values, got 3");
        assertError(
                nodes,
                "'RATED'",
                "{nodeFilter: {right: [{property: 'age', min: 3}, {min: 3}]}}",
                "`nodeFilter.right[1].property` is missing: it must be a STRING");
        assertError(
                nodes,
                "'RATED'",
                "{nodeFilter: {left: {property: 'age', min: 3}, property: 'age'}}",
                "Unknown parameter `nodeFilter.property`");
        assertError(
                "['User', 'Item']",
                "'RATED'",
                "{nodeFilter: {left: {property: 'age', min: 3}}}",
                "`nodeFilter` must not have `left` and `right` unless `nodes` has, got {left: {");
        assertError(
                nodes,
                "'RATED'",
                "{nodeFilter: [{property: 'agee', min: 3}, {property: 'agee', max: 4}]}",
                "No such property in this database: 'agee' (did you mean 'age'?)");
    }

    @Test
    void allFiltersOfAListMustHold() {
        rows("UNWIND range(1, 4) AS n CREATE (:User {name: 'u' + n})");
        rows("MATCH (u:User) UNWIND range(1, 4) AS n"
                + " CREATE (u)-[:RATED {stars: n, kind: u.name}]->(:Item {name: u.name + n})");
        Map<String, Object> row = project(
                "{left: 'User', right: 'Item'}",
                "'RATED'",
                "{relationshipFilter: [{property: 'kind', in: ['u1', 'u3', 'u9']}, {property: 'stars', max: 3},"
                        + " {property: 'stars', min: 2}]}");
        assertThat(pairs()).containsExactly("u1-u12", "u1-u13", "u3-u32", "u3-u33");
        assertThat(row).containsEntry("filteredOut", 12L).containsEntry("nodesFilteredOut", 0L);
        rows("CALL motif.graph.drop('g')");
        assertThat(project("{left: 'User', right: 'Item'}", "'RATED'", "{relationshipFilter: [], nodeFilter: []}"))
                .containsEntry("filteredOut", 0L)
                .containsEntry("relationshipCount", 16L);
        rows("CALL motif.graph.drop('g')");
        assertThat(project(
                        "{left: 'User', right: 'Item'}",
                        "'RATED'",
                        "{relationshipFilter: {property: 'stars', in: []}}"))
                .containsEntry("filteredOut", 16L);
    }

    @Test
    void filterOfNodesIsForBothSidesOrForOne() {
        rows("UNWIND range(1, 4) AS n CREATE (:User {name: 'u' + n, age: n}), (:Item {name: 'i' + n, age: n})");
        rows("MATCH (u:User), (i:Item) CREATE (u)-[:RATED]->(i)");
        rows("CREATE (:User {name: 'ageless'})");
        String age = "{property: 'age', min: 2}";
        String name = "{property: 'name', in: ['u2', 'u4', 'i2']}";
        Map<String, List<Long>> sizes = Map.of(
                age,
                List.of(3L, 3L, 9L, 3L, 7L),
                "[" + age + ", " + name + "]",
                List.of(2L, 1L, 2L, 6L, 14L),
                "{left: " + age + "}",
                List.of(3L, 4L, 12L, 2L, 4L),
                "{right: " + age + "}",
                List.of(5L, 3L, 12L, 1L, 4L),
                "{LEFT: [" + age + ", " + name + "], right: " + name + "}",
                List.of(2L, 1L, 2L, 6L, 14L));
        sizes.forEach((filter, expected) -> {
            String configuration = "{nodeFilter: " + filter + "}";
            Map<String, Object> row = project("{left: 'User', right: 'Item'}", "'RATED'", configuration);
            List<String> columns =
                    List.of("leftCount", "rightCount", "relationshipCount", "nodesFilteredOut", "wrongSideDropped");
            assertThat(columns).extracting(row::get).as(filter).isEqualTo(expected);
            assertThat(TestDatabase.row("CALL motif.butterfly.stats({nodes: {left: 'User', right: 'Item'},"
                            + " relationships: 'RATED', nodeFilter: " + filter + "}) YIELD count"))
                    .isEqualTo(TestDatabase.row("CALL motif.butterfly.stats('g') YIELD count"));
            assertThat(TestDatabase.row("CALL motif.graph.list() YIELD configuration"
                            + " RETURN configuration.nodeFilter = " + filter + " AS same"))
                    .containsEntry("same", true);
            assertThat(TestDatabase.row("CALL motif.graph.project.estimate({left: 'User', right: 'Item'}, 'RATED', "
                            + configuration + ") YIELD nodeCount, relationshipCount"))
                    .isEqualTo(Map.of("nodeCount", 9L, "relationshipCount", 16L));
            rows("CALL motif.graph.drop('g')");
        });
    }

    /** A node with several of the labels is looked at once. */
    @Test
    void filteredNodesOfSeveralLabelsAreCountedOnce() {
        rows("UNWIND range(1, 10) AS n CREATE (:A:B {n: n})-[:R]->(:B {n: n})");
        assertThat(project("['A', 'B']", "'R'", "{nodeFilter: {property: 'n', max: 4}}"))
                .containsEntry("nodeCount", 8L)
                .containsEntry("nodesFilteredOut", 12L)
                .containsEntry("wrongSideDropped", 6L)
                .containsEntry("relationshipCount", 4L);
    }

    @Test
    void missingNamesAreNamedAloneWithSuggestions() {
        rows("CREATE (:Userling)-[:RATEDONCE]->(:Itemized)");
        assertError(
                "{left: ['Userling', 'Userlnig'], right: 'Itemized'}",
                "'RATEDONCE'",
                "{}",
                "No such label in this database: 'Userlnig' (did you mean 'Userling'");
        assertThatThrownBy(() -> project("{left: ['Userling', 'qqq'], right: 'Itemized'}", "'RATEDONCE'", "{}"))
                .hasMessageEndingWith("No such label in this database: 'qqq'");
        assertThatThrownBy(() -> project("['zzz', 'Userling', 'qqq']", "'RATEDONCE'", "{}"))
                .hasMessageEndingWith("No such labels in this database: 'zzz', 'qqq'");
        assertError(
                "{left: 'Userling', right: 'Itemized'}",
                "['RATEDONCE', 'RATEDONZE']",
                "{}",
                "No such relationship type in this database: 'RATEDONZE' (did you mean 'RATEDONCE'");
    }

    @Test
    void nodesOnBothSidesAreAnError() {
        rows("CREATE (:User)-[:RATED]->(:Item), (:User:Item), (:User:Item)");
        assertThatThrownBy(() -> project("{left: 'User', right: 'Item'}", "'RATED'", "{}"))
                .hasMessageContaining("The two sides of a bipartite graph must not share nodes, but 2 nodes are on"
                        + " both (for example the node with id ");
        rows("MATCH (n:User:Item) WITH n LIMIT 1 DELETE n");
        assertThatThrownBy(() -> project("{left: 'User', right: 'Item'}", "'RATED'", "{}"))
                .hasMessageContaining("but 1 node is on both");
        assertThat(TestDatabase.liveBytes()).isZero();
    }

    @Test
    void sameLabelOnBothSidesIsAnError() {
        rows("CREATE (:User)-[:RATED]->(:User)");
        assertThatThrownBy(() -> project("{left: 'User', right: 'User'}", "'RATED'", "{}"))
                .hasMessageContaining("must not share nodes, but 2 nodes are on both");
        assertThatThrownBy(() -> project("{left: '*', right: 'User'}", "'RATED'", "{}"))
                .hasMessageContaining("must not share nodes");
    }

    @Test
    void sidesAreNamedCompletely() {
        rows("CREATE (:User)-[:RATED]->(:Item)");
        assertError(
                "{left: 'User'}", "'RATED'", "{}", "`nodes.right` is missing: it must be a label or a list of them");
        assertError("{left: 'User', right: 'Item', rigth: 'Item'}", "'RATED'", "{}", "Unknown parameter `nodes.rigth`");
        assertError(
                "{left: 'User', right: 3}", "'RATED'", "{}", "`nodes.right` must be a label or a list of them, got 3");
        assertError("null", "'RATED'", "{}", "`nodes` must be a label, a list of labels, '*', or a map");
        assertError("[]", "'RATED'", "{}", "`nodes` must be ");
        assertError("'User'", "null", "{}", "`relationships` must be ");
        assertError("'User'", "'RATED'", "{readConcurrency: 0}", "`readConcurrency` must be in [1, 1024], got 0");
        assertError("'User'", "'RATED'", "{concurrency: 1}", "Unknown parameter `concurrency`");
    }

    @Test
    void sideWithoutNodesGivesAGraphWithoutEdges() {
        rows("CREATE (:User)-[:RATED]->(:Item), (:Gone), (:Vanished)");
        rows("MATCH (n) WHERE n:Gone OR n:Vanished DELETE n");
        for (String nodes : List.of("{left: 'Gone', right: 'Item'}", "{left: 'User', right: 'Gone'}")) {
            assertThat(project(nodes, "'RATED'", "{relationshipIds: true}"))
                    .containsEntry("nodeCount", 1L)
                    .containsEntry("relationshipCount", 0L)
                    .containsEntry("wrongSideDropped", 1L);
            assertThat(TestDatabase.row("CALL motif.butterfly.stats('g') YIELD count"))
                    .containsEntry("count", 0L);
            assertThat(rows("CALL motif.butterfly.stream('g', {per: 'RELATIONSHIP'})"))
                    .isEmpty();
            rows("CALL motif.graph.drop('g')");
        }
        assertThat(project("{left: 'Gone', right: 'Vanished'}", "'RATED'", "{}"))
                .containsEntry("nodeCount", 0L);
        assertThat(TestDatabase.row("CALL motif.butterfly.stats('g') YIELD count"))
                .containsEntry("count", 0L);
        assertThat(rows("CALL motif.butterfly.stream('g')")).isEmpty();
        rows("CALL motif.graph.drop('g')");
        assertThat(project("'Gone'", "'RATED'", "{relationshipIds: true}")).containsEntry("nodeCount", 0L);
    }

    @Test
    void emptyDatabaseGivesAnEmptyGraph() {
        assertThat(project("'*'", "'*'", "{relationshipIds: true}"))
                .containsEntry("kind", "UNIPARTITE")
                .containsEntry("leftCount", null)
                .containsEntry("rightCount", null)
                .containsEntry("nodeCount", 0L)
                .containsEntry("relationshipCount", 0L);
    }

    @Test
    void uncommittedChangesOfTheCallerAreNotSeen() {
        rows("CREATE (:User)-[:RATED]->(:Item)");
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            transaction.execute("CREATE (:User)-[:RATED]->(:Item)").close();
            transaction
                    .execute("MATCH (u:User)-[r:RATED]->() WITH r LIMIT 1 DELETE r")
                    .close();
            Map<String, Object> row = transaction
                    .execute("CALL motif.graph.project('g', {left: 'User', right: 'Item'}, 'RATED')")
                    .next();
            assertThat(row).containsEntry("nodeCount", 2L).containsEntry("relationshipCount", 1L);
        }
    }

    // The projected graph itself.

    @Test
    void unipartiteGraphOfOneLabelHasItsNodesAlone() {
        rows("CREATE (a:User {name: 'a'}), (b:User), (c:User), (x:Other),"
                + " (a)-[:KNOWS]->(b), (b)-[:KNOWS]->(a), (c)-[:KNOWS]->(a), (a)-[:KNOWS]->(x), (a)-[:KNOWS]->(a),"
                + " (b)-[:LIKES]->(c)");
        Content content = read(unipartite(List.of("User"), List.of("KNOWS")), 2);
        assertThat(content.left()).hasSize(3);
        assertThat(content.right()).isNull();
        assertThat(content.edges()).hasSize(2);
        assertThat(content.statistics()).isEqualTo(new ProjectionStatistics(1, 1, 1, 0, 0));
        assertThat(read(unipartite(List.of("User"), ALL), 2).edges()).hasSize(3);
    }

    @Test
    void unipartiteGraphOfAllLabelsHasEveryNode() {
        rows("CREATE (:User)-[:KNOWS]->(:Other), (), ()-[:KNOWS]->(:User)");
        Content content = read(unipartite(ALL, ALL), 1);
        assertThat(content.left()).hasSize(5);
        assertThat(content.edges()).hasSize(2);
        assertThat(read(unipartite(List.of("User", "Other"), List.of("KNOWS")), 1)
                        .edges())
                .hasSize(1);
    }

    @Test
    void expectedSizeIsThatOfTheCountStore() {
        rows("CREATE (:User)-[:RATED]->(:Item), (:User)-[:RATED]->(:User), (:Item)-[:SAW]->(:Item)");
        GraphProjector projector = new GraphProjector((GraphDatabaseAPI) TestDatabase.get(), memory, Workers.of(1));
        assertThat(projector.expectedSize(bipartite("User", "Item", "RATED")))
                .isEqualTo(new GraphProjector.ExpectedSize(3, 3, 1));
        assertThat(projector.expectedSize(bipartite("User", "Item", "SAW")))
                .isEqualTo(new GraphProjector.ExpectedSize(3, 3, 0));
        assertThat(projector.expectedSize(unipartite(List.of("User"), List.of("RATED"))))
                .isEqualTo(new GraphProjector.ExpectedSize(3, 0, 1));
        assertThat(projector.expectedSize(unipartite(ALL, ALL))).isEqualTo(new GraphProjector.ExpectedSize(6, 0, 3));
        assertThatThrownBy(() -> projector.expectedSize(bipartite("Usr", "Item", "RATED")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("No such label in this database: 'Usr'");
    }

    @Test
    void relationshipsThatAreFilteredOutHaveBeenReadToo() {
        rows("UNWIND range(1, 100) AS i CREATE (:User)-[:RATED {stars: i % 5}]->(:Item)");
        StageProgress progress = new StageProgress("reading relationships");
        Workers workers = new Workers(2, Cancellation.NEVER, progress);
        GraphProjector projector = new GraphProjector((GraphDatabaseAPI) TestDatabase.get(), memory, workers);
        PropertyFilter filter = TestGraphs.filter("stars", 3, null, null);
        try (ProjectedGraph projected = projector
                .read(new Projection(List.of("User"), List.of("Item"), List.of("RATED"), filter, false))
                .graph()) {
            assertThat(projected.graph().edgeCount()).isEqualTo(40);
        }
        assertThat(progress.volume()).isEqualTo(100);
        assertThat(progress.done()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100, 1000, 5000, 10_000})
    void tooSmallBudgetIsAnErrorThatLeavesNothing(long budget) {
        createRandom(7, 100, 500);
        NativeMemory tight = new NativeMemory(budget);
        Projection projection = new Projection(List.of("A"), List.of("B", "C"), ALL, null, true);
        assertThatThrownBy(() -> read(projection, 2, tight))
                .isInstanceOf(OffHeapMemoryException.class)
                .hasMessageContaining("Not enough off-heap memory");
        assertThat(tight.liveBytes()).isZero();
    }

    @Test
    void cancelledProjectionLeavesNothing() {
        createRandom(8, 100, 500);
        Projection projection = new Projection(List.of("A"), List.of("B", "C"), ALL, null, true);
        int polls = CanceledPolls.check(memory, 2, workers -> {
            try (ProjectedGraph projected = new GraphProjector((GraphDatabaseAPI) TestDatabase.get(), memory, workers)
                    .read(projection)
                    .graph()) {
                assertThat(projected.graph().edgeCount()).isPositive();
            } finally {
                assertThat(rows("SHOW TRANSACTIONS")).hasSize(1);
            }
        });
        assertThat(polls).isGreaterThan(5);
    }

    // Random graphs against a model.

    private record Node(long id, Set<String> labels, Object weight) {}

    private record Relationship(long id, long source, long target, String type, Object weight) {}

    private record Store(List<Node> nodes, List<Relationship> relationships) {}

    /** Creates a random graph. Types R, S and T make up about 5%, 35% and 60%; no node with label A has B or C. */
    private static void createRandom(long seed, int nodes, int relationships) {
        Random random = new Random(seed);
        List<String> labels = List.of("A", "A", "B", "C", "B:C", "D", "A:D", "");
        List<Map<String, Object>> rels = new ArrayList<>();
        for (int i = 0; i < relationships; i++) {
            int type = random.nextInt(100);
            Map<String, Object> rel = new HashMap<>();
            rel.put("source", random.nextInt(nodes));
            rel.put("target", random.nextInt(nodes));
            rel.put("type", type < 5 ? "R" : type < 40 ? "S" : "T");
            rel.put("weight", randomWeight(random));
            rels.add(rel);
        }
        StringBuilder create = new StringBuilder("CREATE (:Scratch {weight: 1})");
        for (int i = 0; i < nodes; i++) {
            String label = labels.get(random.nextInt(labels.size()));
            create.append(", (")
                    .append(label.isEmpty() ? "" : ":" + label)
                    .append(" {n: ")
                    .append(i)
                    .append("})");
        }
        rows(create.toString());
        for (String type : List.of("R", "S", "T")) {
            rows(
                    "MATCH (n) WHERE n.n IS NOT NULL WITH collect(n) AS all"
                            + " WITH reduce(m = [], x IN all | m + x) AS list UNWIND $rels AS rel"
                            + " WITH list[rel.source] AS a, list[rel.target] AS b, rel"
                            + " CREATE (a)-[:" + type + " {weight: rel.weight}]->(b)",
                    Map.of(
                            "rels",
                            rels.stream()
                                    .filter(rel -> rel.get("type").equals(type))
                                    .toList()));
        }
        // Deletes some nodes, so that there are gaps between the ids.
        rows("MATCH (n) WHERE n.n % 17 = 5 DETACH DELETE n");
        rows("MATCH ()-[r]->() WHERE id(r) % 13 = 7 DELETE r");
    }

    private static Object randomWeight(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> "heavy";
            case 2 -> random.nextDouble() * 10;
            case 3 -> Double.NaN;
            default -> (long) random.nextInt(10);
        };
    }

    @SuppressWarnings("unchecked")
    private static Store readByCypher() {
        return new Store(
                rows("MATCH (n) RETURN id(n) AS id, labels(n) AS labels, n.n AS weight").stream()
                        .map(row -> new Node(
                                (long) row.get("id"),
                                new HashSet<>((List<String>) row.get("labels")),
                                row.get("weight")))
                        .toList(),
                rows("MATCH (a)-[r]->(b) RETURN id(r) AS id, id(a) AS a, id(b) AS b, type(r) AS type,"
                                + " r.weight AS weight")
                        .stream()
                        .map(row -> new Relationship(
                                (long) row.get("id"),
                                (long) row.get("a"),
                                (long) row.get("b"),
                                (String) row.get("type"),
                                row.get("weight")))
                        .toList());
    }

    private static Content model(Store store, Projection projection) {
        Set<Long> left = nodes(store, projection.left(), projection.leftFilter());
        Set<Long> right = projection.isBipartite() ? nodes(store, projection.right(), projection.rightFilter()) : null;
        long filteredNodes = nodes(store, projection.left(), null).size() - left.size();
        if (right != null) {
            filteredNodes += nodes(store, projection.right(), null).size() - right.size();
        }
        Map<List<Long>, Set<Long>> edges = new HashMap<>();
        long duplicates = 0;
        long selfLoops = 0;
        long wrongSide = 0;
        long filtered = 0;
        for (Relationship r : store.relationships()) {
            if (!projection.types().equals(ALL) && !projection.types().contains(r.type())) {
                continue;
            }
            List<Long> edge = edge(r, left, right);
            if (!inRange(r.weight(), projection.filter())) {
                filtered++;
            } else if (r.source() == r.target()) {
                selfLoops++;
            } else if (edge == null) {
                wrongSide++;
            } else {
                Set<Long> ids = edges.computeIfAbsent(edge, e -> new TreeSet<>());
                ids.add(r.id());
                duplicates += ids.size() > 1 ? 1 : 0;
            }
        }
        if (!projection.relationshipIds()) {
            edges.values().forEach(Set::clear);
        }
        return new Content(
                left,
                right,
                edges,
                new ProjectionStatistics(duplicates, selfLoops, wrongSide, filtered, filteredNodes));
    }

    private static Set<Long> nodes(Store store, List<String> labels, PropertyFilter filter) {
        Set<Long> ids = new TreeSet<>();
        for (Node node : store.nodes()) {
            boolean labelled = labels.equals(ALL) || labels.stream().anyMatch(node.labels()::contains);
            if (labelled && inRange(node.weight(), filter)) {
                ids.add(node.id());
            }
        }
        return ids;
    }

    private static List<Long> edge(Relationship r, Set<Long> left, Set<Long> right) {
        long a = r.source();
        long b = r.target();
        if (right == null) {
            return left.contains(a) && left.contains(b) ? List.of(Math.min(a, b), Math.max(a, b)) : null;
        }
        if (left.contains(a) && right.contains(b)) {
            return List.of(a, b);
        }
        return left.contains(b) && right.contains(a) ? List.of(b, a) : null;
    }

    /** Whether a weight meets all conditions of a filter, which are about it. */
    private static boolean inRange(Object weight, PropertyFilter filter) {
        return filter == null
                || weight instanceof Number number
                        && filter.conditions().stream().allMatch(condition -> inRange(number.doubleValue(), condition));
    }

    private static boolean inRange(double weight, PropertyFilter.Condition condition) {
        return condition.bounds().stream().allMatch(bound -> {
            DoubleStream values = bound.values().stream().mapToDouble(GraphProjectorTest::number);
            return switch (bound.operator()) {
                case AT_LEAST -> values.allMatch(value -> weight >= value);
                case AT_MOST -> values.allMatch(value -> weight <= value);
                case EQUAL, IN -> values.anyMatch(value -> weight == value);
                default -> throw new IllegalStateException(bound.operator().name());
            };
        });
    }

    private static double number(Value value) {
        return ((NumberValue) value).doubleValue();
    }

    private static PropertyFilter both(PropertyFilter one, PropertyFilter other) {
        return new PropertyFilter(Stream.concat(one.conditions().stream(), other.conditions().stream())
                .toList());
    }

    /** Projections of one type by index and by store scan, of several types and of all; with and without ids. */
    private static List<Projection> projections() {
        List<String> a = List.of("A");
        List<String> bc = List.of("B", "C");
        PropertyFilter atLeastThree = TestGraphs.filter("weight", 3L, null, null);
        PropertyFilter narrow = TestGraphs.filter("weight", 2.5, 6L, null);
        PropertyFilter four = TestGraphs.filter("weight", null, null, 4L);
        PropertyFilter few = both(
                TestGraphs.filter("n", 20, null, null),
                new PropertyFilter(List.of(PropertyFilter.Condition.of(
                        "nodeFilter",
                        "n",
                        null,
                        250,
                        null,
                        LongStream.range(0, 200).boxed().toList()))));
        return List.of(
                new Projection(a, bc, List.of("R"), null, true),
                new Projection(a, bc, List.of("T"), null, true),
                new Projection(a, bc, List.of("R", "S"), null, true),
                new Projection(a, bc, List.of("S", "T"), null, false),
                new Projection(bc, a, ALL, null, true),
                new Projection(List.of("B"), a, List.of("R"), atLeastThree, true),
                new Projection(List.of("D"), List.of("C"), List.of("T"), narrow, true),
                new Projection(a, bc, ALL, four, false),
                new Projection(a, null, List.of("R"), null, true),
                new Projection(ALL, null, ALL, null, true),
                new Projection(ALL, null, List.of("R", "S", "T"), narrow, true),
                new Projection(List.of("A", "B", "D"), null, List.of("T"), null, false),
                new Projection(a, bc, ALL, both(atLeastThree, narrow), true),
                new Projection(a, bc, few, null, List.of("T"), null, true),
                new Projection(a, bc, null, few, List.of("R"), atLeastThree, true),
                new Projection(bc, List.of("A", "D"), few, few, ALL, null, false),
                new Projection(ALL, null, few, null, ALL, null, true));
    }

    private void assertAsModelled(long seed, int concurrency) {
        Store store = readByCypher();
        for (Projection projection : projections()) {
            assertThat(read(projection, concurrency))
                    .as("seed %d, concurrency %d, %s", seed, concurrency, projection)
                    .isEqualTo(model(store, projection));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomGraphIsReadAsModelled(long seed) {
        createRandom(seed, 300, 3000);
        for (int concurrency : new int[] {1, 2, 8}) {
            assertAsModelled(seed, concurrency);
        }
    }

    @Test
    void databaseWithoutLookupIndexesIsReadAsModelled() {
        createRandom(4, 300, 3000);
        List<String> indexes = rows("SHOW INDEXES YIELD name, type WHERE type = 'LOOKUP'").stream()
                .map(row -> (String) row.get("name"))
                .toList();
        assertThat(indexes).hasSize(2);
        indexes.forEach(name -> rows("DROP INDEX " + name));
        try {
            assertAsModelled(4, 1);
            assertAsModelled(4, 2);
        } finally {
            rows("CREATE LOOKUP INDEX node_label_lookup_index FOR (n) ON EACH labels(n)");
            rows("CREATE LOOKUP INDEX rel_type_lookup_index FOR ()-[r]-() ON EACH type(r)");
            rows("CALL db.awaitIndexes(60)");
        }
        assertAsModelled(4, 2);
    }

    @Test
    void readConcurrencyDoesNotChangeTheGraph() {
        createRandom(5, 300, 3000);
        Set<Object> rows = new HashSet<>();
        for (int concurrency : new int[] {1, 2, 8}) {
            Map<String, Object> row = new HashMap<>(project(
                    "{left: 'A', right: ['B', 'C']}",
                    "'*'",
                    "{relationshipIds: true, readConcurrency: " + concurrency + "}"));
            row.keySet().removeAll(Set.of("projectMillis", "configuration"));
            rows.add(List.of(
                    row,
                    rows("CALL motif.butterfly.stream('g', {per: 'RELATIONSHIP', concurrency: " + concurrency + "})")));
            rows("CALL motif.graph.drop('g')");
        }
        assertThat(rows).hasSize(1);
    }

    /** Neo4j may throw when a transaction is closed, for example because it was killed, after the graph was made. */
    @Test
    void transactionThatFailsWhenItIsClosedLeavesNothing() {
        rows("CREATE (:User)-[:RATED]->(:Item)");
        GraphDatabaseAPI database = changed(
                GraphDatabaseAPI.class,
                TestDatabase.get(),
                (called, result) -> called.equals("beginTransaction")
                        ? changed(InternalTransaction.class, result, GraphProjectorTest::failedClose)
                        : result);
        GraphProjector projector = new GraphProjector(database, memory, Workers.of(1));
        assertThatThrownBy(() -> projector.read(bipartite("User", "Item", "RATED")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not closed");
    }

    private static Object failedClose(String called, Object result) {
        if (called.equals("close")) {
            throw new IllegalStateException("not closed");
        }
        return result;
    }

    /** Passes calls on to {@code original}; {@code change} gets the name of each method and what it returned. */
    private static <T> T changed(Class<T> type, Object original, BiFunction<String, Object, Object> change) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return change.apply(method.getName(), method.invoke(original, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
