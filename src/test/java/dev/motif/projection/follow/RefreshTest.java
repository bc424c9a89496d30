package dev.motif.projection.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.motif.catalog.CatalogGraph;
import dev.motif.catalog.Column;
import dev.motif.catalog.GraphCatalog;
import dev.motif.catalog.GraphKey;
import dev.motif.catalog.OffHeapBudget;
import dev.motif.catalog.Refresh;
import dev.motif.graph.BipartiteGraph;
import dev.motif.graph.Csr;
import dev.motif.graph.UnipartiteGraph;
import dev.motif.graph.memory.HeapBudget;
import dev.motif.graph.memory.NativeMemory;
import dev.motif.graph.memory.OffHeapLongs;
import dev.motif.graph.memory.OffHeapMemoryException;
import dev.motif.neo4j.EmptyDatabase;
import dev.motif.neo4j.TestDatabase;
import dev.motif.parallel.Cancellation;
import dev.motif.parallel.Progress;
import dev.motif.parallel.Workers;
import dev.motif.projection.EntityKind;
import dev.motif.projection.ProjectedGraph;
import dev.motif.projection.id.NodeIds;
import dev.motif.timing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.ConstraintViolationException;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransientTransactionFailureException;
import org.neo4j.graphdb.event.TransactionData;
import org.neo4j.graphdb.event.TransactionEventListenerAdapter;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Compares graphs that were refreshed after random transactions with new projections. */
@EmptyDatabase
class RefreshTest {
    private static final int SEEDS = 2;
    private static final int STEPS = 80;
    private static final int NODES = 24;
    private static final List<String> OF_NODES = List.of("x", "t", "f");
    private static final List<String> OF_RELATIONSHIPS = List.of("w", "s", "f");
    /** Where values that stay do not say what a new projection would give. */
    private static final String OTHER_TYPES = "values of its properties may have other types now";

    /** Projections of the random graphs: nodes, relationships, configuration. */
    static Stream<List<String>> projections() {
        return Stream.of(
                List.of("{left: 'A', right: 'B'}", "'R'", ""),
                List.of("{left: ['A', 'C'], right: 'B'}", "['R', 'S']", ""),
                List.of("{left: 'A', right: 'B'}", "'*'", "relationshipFilter: {property: 'w', min: 3}"),
                List.of("{left: 'A', right: 'B'}", "'R'", "nodeFilter: {left: {property: 'x', min: 2}}"),
                List.of("'A'", "'R'", ""),
                List.of("'*'", "'*'", ""),
                List.of(
                        "['A', 'B']",
                        "'R'",
                        "nodeFilter: {property: 'x', max: 6}, relationshipFilter: {property: 'w', max: 7}"),
                List.of("'*'", "'S'", "nodeFilter: {property: 'x', in: [1, 2, 5, 8]}"),
                List.of(
                        "{left: 'A', right: 'B'}",
                        "'R'",
                        "nodeProperties: {x: {default: 7}, t: {default: 'none'}}, relationshipProperties: {"
                                + "w: {aggregation: 'SUM', default: 3}, s: {aggregation: 'MIN', default: 'none'},"
                                + " n: {property: '*', aggregation: 'COUNT'}, c: {property: 'w', aggregation: 'COUNT'},"
                                + " one: {property: 's', aggregation: 'SINGLE', default: 'none'}}"),
                List.of(
                        "{left: ['A', 'C'], right: 'B'}",
                        "['R', 'S']",
                        "nodeFilter: {left: {property: 'x', min: 2}}, relationshipFilter: {property: 'w', min: 1},"
                                + " nodeProperties: {left: {t: {default: 'a'}}, right: {x: {default: 0.5}}},"
                                + " relationshipProperties: {s: {default: 'none'}, w: {default: 9}}, parallel: 'KEEP'"),
                List.of("'*'", "'*'", "relationshipProperties: {n: {property: '*', aggregation: 'COUNT'}}"),
                List.of(
                        "'*'",
                        "'*'",
                        "orientation: 'DIRECTED', relationshipProperties: {s: {aggregation: 'MIN', default: 'none'}}"),
                List.of(
                        "['A', 'B']",
                        "['R', 'S']",
                        "orientation: 'DIRECTED', parallel: 'KEEP', relationshipProperties: {s: {default: 'none'}, w:"
                                + " {default: 9}}"));
    }

    /** Projections of properties which also fail: where nothing has a value, or some have values of other types. */
    static Stream<List<String>> projectionsThatMayFail() {
        return Stream.of(
                List.of(
                        "{left: 'A', right: 'B'}",
                        "['R', 'S']",
                        "nodeProperties: ['x', 't', 'f'], relationshipProperties: {s: {aggregation: 'MAX'},"
                                + " sum: {property: 'f', aggregation: 'SUM'}}"),
                List.of(
                        "{left: 'A', right: ['B', 'C']}",
                        "'*'",
                        "nodeProperties: {left: ['t', 'f'], right: 'f'},"
                                + " relationshipProperties: {lists: 'f', s: 's'}, parallel: 'KEEP'"),
                List.of("['A', 'B']", "'R'", "nodeProperties: 'f', relationshipProperties: ['w', 's']"),
                List.of("'*'", "'R'", "orientation: 'DIRECTED', relationshipProperties: ['w', 's'], parallel: 'KEEP'"),
                List.of(
                        "'*'",
                        "'S'",
                        "nodeFilter: {property: 'x', min: 1}, nodeProperties: {t: {default: 'b'}, f: {default: 0.5}},"
                                + " relationshipProperties: {least: {property: 'f', aggregation: 'MIN', default: 2}, lists: {property: 's',"
                                + " aggregation: 'KEEP'}}"));
    }

    /** Each projection alone, and all together, which look at more than one of them does. */
    static Stream<List<List<String>>> followers() {
        List<List<String>> all =
                Stream.concat(projections(), projectionsThatMayFail()).toList();
        return Stream.concat(all.stream().map(List::of), Stream.of(all));
    }

    private static void project(String name, List<String> projection, boolean follow) {
        TestDatabase.rows("CALL motif.graph.project('" + name + "', " + projection.get(0) + ", " + projection.get(1)
                + ", {" + (follow ? "follow: true" : "relationshipIds: true")
                + (projection.get(2).isEmpty() ? "" : ", " + projection.get(2)) + "})");
    }

    /** All that a graph holds. */
    private static List<Object> contents(String name) {
        CatalogGraph graph =
                GraphCatalog.server().list(key -> key.name().equals(name)).get(0);
        ProjectedGraph projected = graph.projected();
        List<Object> contents = new ArrayList<>();
        contents.add(ids(projected.left()));
        if (projected.graph() instanceof BipartiteGraph bipartite) {
            contents.add(ids(projected.right()));
            contents.add(rows(bipartite.left()));
            contents.add(rows(bipartite.right()));
        } else {
            contents.add(rows(((UnipartiteGraph) projected.graph()).adjacency()));
        }
        contents.add(longs(projected.relationships().first()));
        contents.add(longs(projected.relationships().others().slots()));
        contents.add(LongStream.range(
                        0, projected.relationships().others().slots().length())
                .mapToObj(i -> projected.relationships().others().slots().get(i) + ":"
                        + projected.relationships().others().payloads().get(i))
                .sorted()
                .toList());
        contents.add(projected.statistics().duplicates());
        graph.columns().list().forEach(column -> contents.add(contents(column, projected)));
        return contents;
    }

    private static List<Object> contents(Column column, ProjectedGraph graph) {
        List<Object> contents = new ArrayList<>();
        contents.add(column.name());
        contents.add(column.type());
        contents.add(column.of(graph.isBipartite()));
        contents.add(column.stale());
        for (EntityKind elements : EntityKind.values()) {
            if (column.has(elements)) {
                contents.add(LongStream.range(0, elements.count(graph))
                        .mapToObj(i -> Objects.toString(column.value(elements, i)))
                        .toList());
            }
        }
        if (column.texts() != null && (column.isOfNodes() || column.lists() != null)) {
            contents.add(LongStream.range(0, column.texts().count())
                    .mapToObj(column.texts()::text)
                    .toList());
        }
        return contents;
    }

    private static List<Object> ids(NodeIds ids) {
        return IntStream.range(0, ids.count())
                .mapToObj(v -> ids.nodeId(v) + "=" + ids.vertex(ids.nodeId(v)))
                .map(Object.class::cast)
                .toList();
    }

    private static List<Object> rows(Csr csr) {
        return List.of(
                longs(csr.offsets()),
                LongStream.range(0, csr.slotCount()).mapToObj(csr::neighbor).toList());
    }

    private static List<Long> longs(OffHeapLongs longs) {
        return LongStream.range(0, longs.length()).mapToObj(longs::get).toList();
    }

    /** Creates the tokens that projections name, and some nodes. */
    private static void begin() {
        TestDatabase.rows("CREATE (a:A:B:C {x: 1, t: 'a', f: 1})-[r:R {w: 1, s: 'a', f: 1}]->(b:A), (a)-[s:S]->(b)"
                + " WITH a, b DETACH DELETE a, b");
        TestDatabase.rows(
                "UNWIND range(1, $n) AS i CREATE (n {x: i % 10, t: 'abc', f: i / 2.0}) WITH n, i"
                        + " CALL (n, i) { WITH n, i WHERE i % 3 = 0 SET n:A UNION WITH n, i WHERE i % 3 = 1 SET n:B"
                        + " UNION WITH n, i WHERE i % 3 = 2 SET n:C }",
                Map.of("n", NODES));
    }

    private static Optional<Node> anyNode(Transaction transaction, Random random) {
        int count = (int) TestDatabase.nodeCount(transaction);
        // Few of them have no label.
        return count == 0
                ? Optional.empty()
                : TestDatabase.nodes(transaction).skip(random.nextInt(count)).findFirst();
    }

    private static Optional<Relationship> anyRelationship(Transaction transaction, Random random) {
        List<Relationship> all = TestDatabase.relationships(transaction).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /** A node has one of the labels that make a side, so that no projection finds one on both. */
    private static void relabel(Transaction transaction, Node node, Random random) {
        // Without the lock another writer may add a label after these have been read.
        transaction.acquireWriteLock(node);
        node.getLabels().forEach(node::removeLabel);
        if (random.nextInt(5) > 0) {
            node.addLabel(Label.label(List.of("A", "B", "C", "D").get(random.nextInt(4))));
        }
    }

    /** A text, which may be rare, a number, or now and then one where a text is expected or the other way round. */
    private static Object value(String key, Random random) {
        if (key.equals("t") || key.equals("s")) {
            return random.nextInt(5) == 0
                    ? "text " + random.nextInt(1000)
                    : List.of("", "a", "b", "B", "\u00e4", "none").get(random.nextInt(6));
        }
        if (key.equals("f")) {
            return random.nextInt(60) == 0
                    ? "no number"
                    : random.nextInt(3) == 0 ? (Object) random.nextInt(10) : (Object) (random.nextInt(20) / 2.0);
        }
        return random.nextInt(10);
    }

    private static void setOrRemove(Entity entity, List<String> keys, Random random) {
        String key = keys.get(random.nextInt(keys.size()));
        if (random.nextInt(4) == 0) {
            entity.removeProperty(key);
        } else {
            entity.setProperty(key, value(key, random));
        }
    }

    private static void setSome(Entity entity, List<String> keys, Random random) {
        for (String key : keys) {
            if (random.nextBoolean()) {
                entity.setProperty(key, value(key, random));
            }
        }
    }

    /** One change of a transaction. */
    private static void change(Transaction transaction, Random random) {
        switch (random.nextInt(10)) {
            case 0 -> {
                Node created = transaction.createNode();
                relabel(transaction, created, random);
                setSome(created, OF_NODES, random);
            }
            case 1 ->
                anyNode(transaction, random).ifPresent(node -> {
                    node.getRelationships().forEach(Relationship::delete);
                    node.delete();
                });
            case 2 -> anyNode(transaction, random).ifPresent(node -> relabel(transaction, node, random));
            case 3 -> anyNode(transaction, random).ifPresent(node -> setOrRemove(node, OF_NODES, random));
            case 4 -> anyRelationship(transaction, random).ifPresent(Relationship::delete);
            case 5 ->
                anyRelationship(transaction, random)
                        .ifPresent(relationship -> setOrRemove(relationship, OF_RELATIONSHIPS, random));
            default ->
                anyNode(transaction, random).ifPresent(node -> {
                    Node other = anyNode(transaction, random).orElse(node);
                    Relationship created = node.createRelationshipTo(
                            other, RelationshipType.withName(random.nextInt(3) == 0 ? "S" : "R"));
                    setSome(created, OF_RELATIONSHIPS, random);
                });
        }
    }

    /** One transaction, which may be rolled back or killed. */
    private static void step(Random random) {
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            int changes = 1 + random.nextInt(6);
            for (int i = 0; i < changes; i++) {
                change(transaction, random);
            }
            switch (random.nextInt(8)) {
                case 0 -> transaction.rollback();
                case 1 -> transaction.terminate();
                default -> transaction.commit();
            }
        } catch (TransientTransactionFailureException | NotFoundException | ConstraintViolationException e) {
            // Another writer was faster.
        }
    }

    private static Map<String, Object> refresh(String name) {
        return TestDatabase.row("CALL motif.graph.refresh('" + name + "')");
    }

    /** The message of what fails, null for nothing. */
    private static String failure(Runnable call) {
        try {
            call.run();
            return null;
        } catch (QueryExecutionException e) {
            return e.getMessage();
        }
    }

    /** A graph that follows the database, or that will as soon as its projection succeeds. */
    private static final class Followed {
        private final List<String> projection;
        private final String name;
        private boolean there;
        private int read;
        private int anew;

        Followed(List<String> projection, int number) {
            this.projection = projection;
            this.name = "g" + number;
        }

        /** Refreshes the graph and compares it with a new projection. */
        void check(String what) {
            if (!there) {
                there = failure(() -> project(name, projection, true)) == null;
                return;
            }
            List<Object> reasons = new ArrayList<>();
            String failure = failure(() -> reasons.add(refresh(name).get("reason")));
            if (failure != null) {
                // It says which values it found first.
                assertThat(failure(() -> project("new", projection, false)))
                        .as(what + ": " + failure)
                        .isNotNull();
                return;
            }
            if (projection.get(2).contains("Properties")) {
                assertThat(reasons.get(0)).as(what).isIn(null, OTHER_TYPES);
            } else {
                assertThat(reasons.get(0)).as(what).isNull();
            }
            anew += reasons.get(0) == null ? 0 : 1;
            read++;
            assertLikeNew(name, projection, what);
        }
    }

    /** The graphs follow the same changes, each refreshed after others of them. */
    @ParameterizedTest
    @MethodSource("followers")
    void refreshedGraphIsThatOfANewProjection(List<List<String>> projections) {
        List<Followed> followed = IntStream.range(0, projections.size())
                .mapToObj(i -> new Followed(projections.get(i), i))
                .toList();
        int seeds = followed.size() == 1 ? Seeds.part(SEEDS) : SEEDS;
        for (int seed = 0; seed < seeds; seed++) {
            TestDatabase.emptied();
            begin();
            Random random = new Random(seed);
            followed.forEach(graph -> graph.there = false);
            for (int step = -20; step < STEPS; step++) {
                step(random);
                for (Followed graph : followed) {
                    if (step >= 0 && random.nextInt(3) == 0) {
                        graph.check("seed " + seed + ", step " + step + ", " + graph.projection);
                    }
                }
            }
        }
        assertThat(followed).allMatch(graph -> graph.anew < graph.read);
    }

    private static DatabaseManagementService server() {
        return ((GraphDatabaseAPI) TestDatabase.get())
                .getDependencyResolver()
                .resolveDependency(DatabaseManagementService.class);
    }

    /** Other listeners add to transactions before they are committed, as triggers do. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatListenersWriteIsFollowed(boolean listenerIsFirst) {
        List<Followed> followed = new ArrayList<>();
        projections().forEach(projection -> followed.add(new Followed(projection, followed.size())));
        Random random = new Random(1);
        TransactionEventListenerAdapter<Object> listener = new TransactionEventListenerAdapter<>() {
            @Override
            public Object beforeCommit(TransactionData data, Transaction transaction, GraphDatabaseService service) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    change(transaction, random);
                }
                return null;
            }
        };
        begin();
        String name = TestDatabase.get().databaseName();
        if (!listenerIsFirst) {
            followed.forEach(graph -> graph.check("at the beginning"));
        }
        server().registerTransactionEventListener(name, listener);
        try {
            for (int step = 0; step < STEPS; step++) {
                step(random);
                if (step % 4 == 0) {
                    for (Followed graph : followed) {
                        graph.check("step " + step + ", " + graph.projection);
                    }
                }
            }
        } finally {
            server().unregisterTransactionEventListener(name, listener);
        }
        assertThat(followed).allMatch(graph -> graph.there);
    }

    private static void assertLikeNew(List<String> projection, String what) {
        assertLikeNew("g", projection, what);
    }

    private static void assertLikeNew(String name, List<String> projection, String what) {
        project("new", projection, false);
        assertThat(contents(name)).as(what).isEqualTo(contents("new"));
        TestDatabase.rows("CALL motif.graph.drop('new')");
    }

    /** While others write, nothing tells what a projection would have given: afterwards it does. */
    @ParameterizedTest
    @MethodSource("projections")
    void nothingIsMissedWhileOthersWrite(List<String> projection) throws InterruptedException {
        begin();
        AtomicBoolean stopped = new AtomicBoolean();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> writers = IntStream.range(0, 3)
                .mapToObj(i -> new Thread(() -> {
                    Random random = new Random(ThreadLocalRandom.current().nextLong());
                    try {
                        while (!stopped.get()) {
                            step(random);
                        }
                    } catch (RuntimeException | Error e) {
                        failures.add(e);
                    }
                }))
                .toList();
        writers.forEach(Thread::start);
        try {
            for (int round = 0; round < 3; round++) {
                while (!succeedsWhileOthersWrite(() -> project("g", projection, true))) {
                    continue;
                }
                for (int i = 0; i < 30; i++) {
                    succeedsWhileOthersWrite(() -> refresh("g"));
                }
                if (round < 2) {
                    TestDatabase.rows("CALL motif.graph.drop('g')");
                }
            }
        } finally {
            stopped.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertThat(failures).isEmpty();
        assertThat(refresh("g")).containsEntry("reason", null);
        assertLikeNew(projection, "after others have written");
    }

    /**
     * Reads the database; returns false when that fails since a node is found on one side and, once it has got the other
     * label, on the other side too.
     */
    private static boolean succeedsWhileOthersWrite(Runnable reading) {
        String failure = failure(reading);
        assertThat(failure == null || failure.contains("must not share nodes"))
                .as(failure)
                .isTrue();
        return failure == null;
    }

    /** The database asks listeners before it looks whether a transaction can be committed. */
    @ParameterizedTest
    @MethodSource("projections")
    void whatIsRolledBackWhileItIsCommittedIsStillThere(List<String> projection) {
        begin();
        TestDatabase.rows("CREATE (:A {x: 5})-[:R {w: 5}]->(:B {x: 5})-[:S {w: 5}]->(:A {x: 5})");
        project("g", projection, true);
        try (Transaction transaction = TestDatabase.get().beginTx()) {
            TestDatabase.relationships(transaction).findFirst().orElseThrow().delete();
            TestDatabase.nodes(transaction).toList().forEach(Node::delete);
            assertThatThrownBy(transaction::commit).isInstanceOf(ConstraintViolationException.class);
        }
        assertThat(refresh("g")).containsEntry("reason", null);
        assertLikeNew(projection, "after a rollback");
    }

    /** Relationships of nodes that come into a graph may be many more than these. */
    @Test
    void refreshThatTheHeapHasNoRoomForReadsEverything() {
        TestDatabase.rows("UNWIND range(1, 200) AS i CREATE (:A)");
        TestDatabase.rows("UNWIND range(1, 5) AS i CREATE (b:B) WITH b MATCH (a:A) CREATE (b)-[:R]->(a)");
        project("g", List.of("'A'", "'R'", ""), true);
        HeapBudget heap = OffHeapBudget.heap();
        long limit = heap.limitBytes();
        for (long changes : List.of(500L, 2000L)) {
            TestDatabase.rows("MATCH (b:B) WITH b LIMIT 2 SET b:A REMOVE b:B");
            long before = heap.liveBytes();
            heap.resetPeak();
            heap.limitTo(before + changes * Refresher.BYTES_PER_CHANGE / 2);
            Map<String, Object> row;
            try {
                row = refresh("g");
            } finally {
                heap.limitTo(limit);
            }
            assertThat(row).containsEntry("relationshipsAdded", 400L).containsEntry("nodesAdded", 2L);
            if (changes == 500) {
                assertThat(row).containsEntry("reason", "the heap has no room for its changes");
            } else {
                assertThat(row).containsEntry("reason", null);
                assertThat(heap.peakBytes()).isGreaterThanOrEqualTo(before + 402 * Refresher.BYTES_PER_CHANGE);
            }
            assertThat(heap.liveBytes()).isLessThanOrEqualTo(before);
        }
        assertLikeNew(List.of("'A'", "'R'", ""), "after both");
    }

    @Test
    void deletedNodesOfOthersAreNoReasonToReadEverything() {
        TestDatabase.rows("CREATE (:A)-[:R]->(:A)-[:R]->(:A)");
        TestDatabase.rows("UNWIND range(1, 5000) AS i CREATE (:C)");
        project("g", List.of("'A'", "'R'", ""), true);
        TestDatabase.rows("MATCH (c:C) DELETE c WITH count(c) AS n MATCH (a:A)-[r]->() WITH a, r LIMIT 1 DELETE r");
        assertThat(refresh("g")).containsEntry("reason", null).containsEntry("relationshipsRemoved", 1L);
        assertLikeNew(List.of("'A'", "'R'", ""), "after the deletion");
    }

    private static List<String> staleColumns(String name) {
        return GraphCatalog.server().list(key -> key.name().equals(name)).get(0).columns().list().stream()
                .filter(Column::stale)
                .map(Column::name)
                .toList();
    }

    /** Columns are computed of weights and of times. */
    @ParameterizedTest
    @ValueSource(strings = {"follow: true, ", ""})
    void whatWasComputedOfChangedValuesIsStale(String follow) {
        TestDatabase.rows("CREATE (a:A)-[:R {w: 1, z: 1}]->(b:A)-[:R {w: 2, z: 1}]->(c:A)-[:R {w: 3, z: 1}]->(a)");
        TestDatabase.rows("CREATE (:A)-[:R {w: 1, z: 1}]->(:B)");
        TestDatabase.rows(
                "CALL motif.graph.project('g', 'A', 'R', {" + follow + "relationshipProperties: ['w', 'z']})");
        TestDatabase.rows("CALL motif.graph.project('h', {left: 'A', right: 'B'}, 'R', {" + follow
                + "relationshipProperties: ['w', 'z']})");
        TestDatabase.rows("CALL motif.commonNeighbors.mutate('g', {per: 'NODE', mutateProperty: 'count',"
                + " coefficientProperty: 'weighted', relationshipWeightProperty: 'w'})");
        TestDatabase.rows("CALL motif.commonNeighbors.mutate('g', {per: 'NODE', mutateProperty: 'plain'})");
        TestDatabase.rows("CALL motif.butterfly.mutate('h', {mutateProperty: 'timed', timeProperty: 'w', window: 1})");
        TestDatabase.rows("CALL motif.butterfly.mutate('h', {mutateProperty: 'plain'})");
        TestDatabase.rows("MATCH ()-[r:R]->() SET r.z = 2");
        refresh("g");
        refresh("h");
        assertThat(staleColumns("g")).isEmpty();
        assertThat(staleColumns("h")).isEmpty();
        TestDatabase.rows("MATCH ()-[r:R {w: 3}]->() SET r.w = 300");
        refresh("g");
        refresh("h");
        assertThat(staleColumns("g")).containsExactlyInAnyOrder("count", "weighted");
        assertThat(staleColumns("h")).isEmpty();
        TestDatabase.rows("MATCH ()-[r:R]->(:B) SET r.w = 300");
        refresh("h");
        assertThat(staleColumns("h")).containsExactly("timed");
    }

    private static GraphKey key() {
        return GraphCatalog.server().list(key -> key.name().equals("g")).get(0).key();
    }

    private static void refresh(NativeMemory memory, Cancellation cancellation) {
        new Refresh(
                        (GraphDatabaseAPI) TestDatabase.get(),
                        memory,
                        new Workers(2, cancellation, Progress.NONE),
                        null,
                        stages -> {},
                        projection -> {})
                .of(key());
    }

    /** A refresh that is killed, or has no memory, leaves the graph as it was and forgets nothing. */
    @ParameterizedTest
    @MethodSource("projections")
    void failedRefreshLeavesNothingBehind(List<String> projection) {
        begin();
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            step(random);
        }
        project("g", projection, true);
        int killed = 0;
        int starved = 0;
        for (int i = 0; i < 30; i++) {
            step(random);
            TestDatabase.rows("CREATE (:A {x: 5})-[:R {w: 5}]->(:B {x: 5})");
            List<Object> before = contents("g");
            long live = TestDatabase.liveBytes();
            AtomicInteger asked = new AtomicInteger();
            int most = i;
            try {
                refresh(OffHeapBudget.ofUser("").part(), () -> asked.incrementAndGet() > most);
            } catch (CancellationException e) {
                killed++;
                assertThat(contents("g")).isEqualTo(before);
                assertThat(TestDatabase.liveBytes()).isEqualTo(live);
            }
            long limit = 1 + 100L * i * i;
            try {
                refresh(
                        OffHeapBudget.memory().part(new NativeMemory.Limit("test's limit", "test", limit)),
                        () -> false);
            } catch (OffHeapMemoryException e) {
                starved++;
                assertThat(TestDatabase.liveBytes()).isEqualTo(TestDatabase.graphBytes());
            }
        }
        assertThat(starved).isPositive();
        assertThat(killed).isPositive();
        assertThat(refresh("g")).containsEntry("reason", null);
        assertLikeNew(projection, "after failures");
    }
}
